import type { Json } from '../model/json.ts';

/** What a record keeps of the arguments of an action: the digest of the whole action proves the rest. */
const MOST_VALUES = 2_000;
const MOST_CHARACTERS = 131_072;

/** What may still be kept. */
interface Room {
  values: number;
  characters: number;
}

/**
 * Returns the beginning of a value in a record, with the number of values and characters that were left out: at most 2,000 values and
 * 131,072 characters. A smaller one is returned as it is.
 */
export function boundRecord(value: Json): Json {
  const room = { values: MOST_VALUES, characters: MOST_CHARACTERS };
  return fits(value, room) ? value : headOf(value, { values: MOST_VALUES, characters: MOST_CHARACTERS });
}

function fits(value: Json, room: Room): boolean {
  room.values -= 1;
  if (typeof value === 'string') room.characters -= value.length;
  if (room.values < 0 || room.characters < 0) return false;
  if (typeof value !== 'object' || value === null) return true;
  if (isList(value)) return value.every(item => fits(item, room));
  const members = value as Readonly<Record<string, Json>>;
  for (const name in members) {
    room.characters -= name.length;
    if (!fits(members[name] as Json, room)) return false;
  }
  return true;
}

function headOf(value: Json, room: Room): Json {
  room.values -= 1;
  if (typeof value === 'string') return textHead(value, room);
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return listHead(value, room);
  const entries = Object.entries(value);
  const kept: [string, Json][] = [];
  for (const [name, member] of entries) {
    room.characters -= name.length;
    if (isFull(room)) break;
    kept.push([name, headOf(member, room)]);
  }
  const left = entries.length - kept.length;
  return Object.fromEntries(left === 0 ? kept : [...kept, ['…', `${left} more`]]);
}

function listHead(items: readonly Json[], room: Room): Json {
  const kept: Json[] = [];
  for (const item of items) {
    if (isFull(room)) break;
    kept.push(headOf(item, room));
  }
  const left = items.length - kept.length;
  return left === 0 ? kept : [...kept, `… (${left} more)`];
}

function textHead(text: string, room: Room): string {
  const most = Math.max(room.characters, 0);
  room.characters -= text.length;
  return text.length <= most ? text : `${text.slice(0, most)}… (${text.length} characters)`.toWellFormed();
}

const isFull = ({ values, characters }: Room): boolean => values <= 0 || characters < 0;

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
