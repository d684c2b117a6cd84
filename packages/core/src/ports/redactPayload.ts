import type { Json } from '../model/json.ts';

const SECRET_NAME =
  /pass|secret|token|(?:api|access|private|signing|encryption|master|ssh)[-_]?key|auth(?:$|orization)|credential|cookie|bearer|connection[-_]?string|(?:database|db|mongo|redis|postgres|webhook)[-_]?ur[il]|(?:^|[-_])(?:pwd|dsn|jwt|pem|otp|totp|pin|cvv|cvc)$/i;
const MAX_TEXT = 2_000;
const MAX_DEPTH = 8;

/** So many members and elements, and so many characters of texts, stand in one record. */
const MAX_MEMBERS = 2_000;
const MAX_CHARACTERS = 200_000;

/** What room is left in a record. */
interface Room {
  members: number;
  characters: number;
}

/**
 * Returns what of an action's arguments may stand in the trail: texts are cut at 2,000 characters, members whose name
 * sounds like a secret are masked, and what is deeper than eight levels is left out. After 2,000 members or 200,000 characters the rest is left out,
 * too, and said to be. It looks at names, not at contents; give the engine a redactor of your own to look deeper.
 */
export function redactPayload(payload: unknown): Json {
  return redacted(payload, 0, { members: MAX_MEMBERS, characters: MAX_CHARACTERS });
}

function redacted(payload: unknown, depth: number, room: Room): Json {
  if (typeof payload === 'string') return cutText(payload, room);
  if (typeof payload === 'number') return Number.isFinite(payload) ? payload : String(payload);
  if (typeof payload === 'boolean' || payload === null) return payload;
  if (typeof payload !== 'object') return payload === undefined ? null : `[${typeof payload}]`;
  if (depth >= MAX_DEPTH) return '[deeper]';
  return Array.isArray(payload) ? redactedList(payload, depth, room) : redactedMembers(payload, depth, room);
}

function cutText(text: string, room: Room): string {
  const most = Math.max(0, Math.min(MAX_TEXT, room.characters));
  room.characters -= Math.min(text.length, most);
  return text.length > most ? `${text.slice(0, most)}… (${text.length} characters)`.toWellFormed() : text.toWellFormed();
}

function redactedList(list: readonly unknown[], depth: number, room: Room): Json {
  const found: Json[] = [];
  for (const item of list) {
    if (--room.members < 0) return [...found, `[${list.length - found.length} more]`];
    found.push(redacted(item, depth + 1, room));
  }
  return found;
}

function redactedMembers(members: object, depth: number, room: Room): Json {
  const found: [string, Json][] = [];
  for (const [key, value] of Object.entries(members) as [string, unknown][]) {
    if (--room.members < 0) return Object.fromEntries([...found, ['…', '[more]']]);
    const isMasked = SECRET_NAME.test(key) && typeof value !== 'boolean' && value !== null;
    found.push([cutText(key, room), isMasked ? '[REDACTED]' : redacted(value, depth + 1, room)]);
  }
  return Object.fromEntries(found);
}
