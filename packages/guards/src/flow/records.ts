import { isRecord } from '@licet/core/nodes';

import type { FlowTool } from './declaration.ts';
import type { FlowState } from './state.ts';
import { DETAIL_KEYS, LABEL_KEYS, UNTRUSTED_KEYS } from './tables.ts';
import { fold, isDate, isIn, isLong, referencesIn, tellingWords } from './words.ts';

/** An object in a result. */
export type Fields = Readonly<Record<string, unknown>>;

const MOST_DEPTH = 12;
/** How many values of one result are looked at. Those after them choose nothing. */
const MOST_VALUES = 4_000;
const FIELD_NAME = /^[\p{L}_$][\p{L}\p{N}_$-]*$/u;

/**
 * Returns a result as records: texts that hold JSON are read, wrappers of tool protocols are taken off, and an object whose keys are data
 * (`{ 'City Hub': 'closed' }`) becomes a list of records with `name` and `value`. A page that was fetched stays a text. `isCut` where it
 * was too large to be read to its end.
 */
export function unwrapped(output: unknown, isPage: boolean): { readonly result: unknown; readonly isCut: boolean } {
  const bare = withoutWrapper(output);
  const read = typeof bare === 'string' && !isPage ? fromJson(bare) : bare;
  const room = { values: MOST_VALUES };
  const result = asRecords(read, 0, room);
  return { result: isPage && typeof result === 'object' ? textOf(result) : result, isCut: room.values < 0 };
}

/** Returns a result as it is: texts that hold JSON are read, and wrappers of tool protocols are taken off. */
export function plainResult(output: unknown): unknown {
  const bare = withoutWrapper(output);
  return typeof bare === 'string' ? fromJson(bare) : bare;
}

function withoutWrapper(output: unknown): unknown {
  if (isRecord(output)) {
    if (output['structuredContent'] !== undefined) return output['structuredContent'];
    const { content } = output;
    return Array.isArray(content) && content.length > 0 && content.every(isBlock) ? withoutWrapper(content) : output;
  }
  if (!Array.isArray(output) || output.length === 0 || !output.every(isBlock)) return output;
  const texts = output.map(textOfBlock);
  if (texts.length === 1) return texts[0];
  const read = texts.map(fromJson);
  return read.every(each => typeof each === 'object') ? read : texts.join('\n');
}

const BLOCKS: ReadonlySet<unknown> = new Set(['text', 'image', 'audio', 'resource', 'resource_link']);

const isBlock = (value: unknown): value is Fields => isRecord(value) && BLOCKS.has(value['type']);

/** The text of a block; of a picture or a sound, which may hold words too, that there is one. */
function textOfBlock({ type, text, resource, uri }: Fields): string {
  const inner = isRecord(resource) ? resource['text'] : undefined;
  return [text, inner, uri].find(each => typeof each === 'string') ?? `${String(type)} content`;
}

function fromJson(text: string): unknown {
  if (!/^\s*[[{]/u.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const MOST_BINARY = 100_000;
const decoder = new TextDecoder();

const plain = (value: Map<unknown, unknown> | Set<unknown>): unknown =>
  value instanceof Set ? [...value] : Object.fromEntries(Array.from(value, ([key, each]) => [String(key), each]));

function asRecords(value: unknown, depth: number, room: { values: number }): unknown {
  room.values -= 1;
  if (room.values < 0) return undefined;
  if (depth > MOST_DEPTH) return typeof value === 'object' && value !== null ? textOf(value) : value;
  if (value instanceof Uint8Array || value instanceof ArrayBuffer) return decoder.decode(value).slice(0, MOST_BINARY);
  if (value instanceof Map || value instanceof Set) return asRecords(plain(value), depth + 1, room);
  if (Array.isArray(value)) return value.map(each => asRecords(each, depth + 1, room));
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([key, each]) => [key, asRecords(each, depth + 1, room)] as const);
  if (entries.length === 0 || entries.some(([key]) => FIELD_NAME.test(key))) return withKeys(entries);
  return entries.map(([key, each]) => (isRecord(each) ? { name: key, ...each } : { name: key, value: each }));
}

/** Keys that are data, among others that are not, are values too. */
function withKeys(entries: readonly (readonly [string, unknown])[]): Fields {
  const odd = entries.map(([key]) => key).filter(key => !FIELD_NAME.test(key));
  return Object.fromEntries(odd.length === 0 ? entries : [...entries, ['keys', odd]]);
}

/** Returns every text in a value, one a line. */
export function textOf(value: unknown, depth = 0): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'object' || value === null || depth > 40) return '';
  return Object.entries(value)
    .flatMap(([key, each]) => {
      const text = textOf(each, depth + 1);
      return Array.isArray(value) || FIELD_NAME.test(key) ? [text] : [key, text];
    })
    .filter(text => text !== '')
    .join('\n');
}

/** Returns every record in a result. */
export function recordsIn(value: unknown): readonly Fields[] {
  if (Array.isArray(value)) return value.flatMap(recordsIn);
  return isRecord(value) ? [value, ...Object.values(value).flatMap(recordsIn)] : [];
}

/** Counts the records that an answer consists of. */
export const countRecords = (value: unknown): number =>
  Array.isArray(value) ? value.filter(isRecord).length : isRecord(value) ? 1 : 0;

/** What selecting records rests on. */
export interface Selecting {
  readonly tool: FlowTool;
  readonly state: FlowState;
  readonly isOwner: (folded: string) => boolean;
}

const bareKey = (key: string): string => key.toLowerCase().replace(/_+$/u, '');

/** Whether outsiders can write a field. */
export function isUntrustedField(key: string, text: string, { untrusted, trusted }: FlowTool): boolean {
  if (trusted === true) return false;
  const own = bareKey(key);
  return (untrusted === undefined ? UNTRUSTED_KEYS.has(own) : untrusted.includes(key) || untrusted.includes(own)) || isLong(text);
}

const isLabel = (key: string, { labels }: FlowTool): boolean => {
  const own = bareKey(key);
  return labels === undefined ? LABEL_KEYS.has(own) : labels.includes(key) || labels.includes(own);
};

/** Whether the words of the user choose a record. */
export function selects(record: Fields, selecting: Selecting): boolean {
  return Object.entries(record).some(([key, value]) => {
    if (typeof value === 'number') return isWrittenNumber(value, selecting.state);
    const texts = Array.isArray(value) ? value : [value];
    return texts.some(each => typeof each === 'string' && isChoosing(key, each, selecting));
  });
}

const isWrittenNumber = (value: number, { names }: FlowState): boolean => isIn(value.toFixed(2), names) || isAmount(value, names);

/** A number from 100 counts without its decimals: as an amount, it has no word before it. */
const isAmount = (value: number, names: string): boolean =>
  Math.abs(value) >= 100 &&
  new RegExp(`(?<![\\p{L}\\p{N}_.,-])${String(value).replace('.', '\\.')}(?![\\p{L}\\p{N}_-]|[.,]\\d)`, 'u').test(names);

const SHORTEST_VALUE = 3;

function isChoosing(key: string, text: string, { tool, state, isOwner }: Selecting): boolean {
  const folded = fold(text);
  if (folded.length < SHORTEST_VALUE || isOwner(folded) || isDate(folded) || DETAIL_KEYS.has(bareKey(key))) return false;
  const asLabel = isLabel(key, tool);
  if (isUntrustedField(key, text, tool) && !asLabel) return false;
  return isIn(folded, state.names) || (asLabel && isNamedByWords(text, state));
}

/** Whether all telling words of a label are in the prompts, one of at least four letters. */
export function isNamedByWords(label: string, { words }: FlowState): boolean {
  const telling = tellingWords(label);
  return telling.some(word => word.length >= 4) && telling.every(word => words.has(word));
}

/** Returns the addresses and accounts that a record names, less the owner's. */
export function partiesOf(record: Fields, { tool, isOwner }: Selecting): string {
  const found = new Set<string>();
  for (const [key, value] of Object.entries(record)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (typeof each !== 'string' || isUntrustedField(key, each, tool)) continue;
      for (const party of referencesIn(each)) if (!isOwner(party)) found.add(party);
    }
  }
  return [...found].toSorted().join('\n');
}
