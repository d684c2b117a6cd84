import type { Json } from '../model/json.ts';

const SECRET_NAME =
  /pass|secret|token|(?:api|access|private|signing|encryption|master|ssh)[-_]?key|auth(?:$|orization)|credential|cookie|bearer|connection[-_]?string|(?:database|db|mongo|redis|postgres|webhook)[-_]?ur[il]|(?:^|[-_])(?:pwd|dsn|jwt|pem|otp|totp|pin|cvv|cvc)$/i;
const MAX_TEXT = 2_000;
const MAX_DEPTH = 8;

/**
 * Returns what of an action's arguments may stand in the trail: texts are cut at 2,000 characters, members whose name
 * sounds like a secret are masked, and what is deeper than eight levels is left out. It looks at names, not at contents;
 * give the engine a redactor of your own to look deeper.
 */
export function redactPayload(payload: unknown, depth = 0): Json {
  if (typeof payload === 'string')
    return payload.length > MAX_TEXT
      ? `${payload.slice(0, MAX_TEXT)}… (${payload.length} characters)`.toWellFormed()
      : payload.toWellFormed();
  if (typeof payload === 'number') return Number.isFinite(payload) ? payload : String(payload);
  if (typeof payload === 'boolean' || payload === null) return payload;
  if (typeof payload !== 'object') return payload === undefined ? null : `[${typeof payload}]`;
  if (depth >= MAX_DEPTH) return '[deeper]';
  if (Array.isArray(payload)) return payload.map(item => redactPayload(item, depth + 1));
  const members = Object.entries(payload).map(([key, value]): [string, Json] => [
    key.toWellFormed(),
    SECRET_NAME.test(key) && typeof value !== 'boolean' && value !== null ? '[REDACTED]' : redactPayload(value, depth + 1),
  ]);
  return Object.fromEntries(members);
}
