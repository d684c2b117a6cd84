import { isRecord } from '@licet/core/nodes';

const MOST_FACTS = 20;
const MOST_KEYS = 10;
const LONGEST_VALUE = 80;
const LONGEST_ITEM = 100;
const LONGEST_TEXT = 500;
const MOST_VALUES = 10;

/** Everything that the facts are taken from: rows of the output, and how many of them there are in all. */
export interface Summarized {
  readonly value: unknown;
  /** How many items the list had before it was cut. */
  readonly total: number;
}

/**
 * Says what an output is in a few facts, by its shape and without a model: the same output always gives the same facts. Give it
 * what has been projected and redacted: it shows parts of what it gets.
 */
export function summarize({ value, total }: Summarized, maxCharacters: number = Number.POSITIVE_INFINITY): readonly string[] {
  const facts = limited(factsOf(value, total));
  const shown: string[] = [];
  let left = maxCharacters;
  for (const fact of facts) {
    const text = cut(fact, left);
    if (text === '') break;
    shown.push(text);
    left -= text.length;
  }
  return shown;
}

/** The last place says how many facts there is no place for. */
function limited(facts: readonly string[]): readonly string[] {
  if (facts.length <= MOST_FACTS) return facts;
  return [...facts.slice(0, MOST_FACTS - 1), `${facts.length - MOST_FACTS + 1} more facts left out`];
}

function factsOf(value: unknown, total: number): readonly string[] {
  if (Array.isArray(value)) return isRecord(value[0]) ? tableFacts(value.filter(isRecord), total) : listFacts(value, total);
  if (isRecord(value)) return recordFacts(value);
  if (typeof value === 'string')
    return value.length > LONGEST_TEXT ? [`${cut(value, LONGEST_TEXT)} (${value.length} characters)`] : [value];
  return [shortOf(value, 200)];
}

type Row = Readonly<Record<string, unknown>>;

function tableFacts(rows: readonly Row[], total: number): readonly string[] {
  const counts = new Map<string, number>();
  for (const row of rows.slice(0, MOST_KEYS)) for (const key of Object.keys(row)) counts.set(key, (counts.get(key) ?? 0) + 1);
  const keys = [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)).map(([key]) => key);
  const top = keys.slice(0, MOST_KEYS);
  const ranges = keys.flatMap(key => rangeOf(key, rows) ?? []).slice(0, 5);
  const numeric = new Set(ranges.map(({ key }) => key));
  return [
    `rows: ${total}${total > rows.length ? ` (facts are of the first ${rows.length})` : ''}`,
    `fields: ${top.join(', ')}${keys.length > top.length ? `, and ${keys.length - top.length} more` : ''}`,
    ...ranges.map(({ key, range }) => `${key}: ${range}`),
    ...top.slice(0, 5).flatMap(key => (numeric.has(key) ? [] : countsOf(key, rows))),
  ];
}

/** Undefined for a field that is not a number in every row that has it. */
function rangeOf(key: string, rows: readonly Row[]): { readonly key: string; readonly range: string } | undefined {
  let [least, most, sum, count] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, 0];
  for (const row of rows) {
    if (!Object.hasOwn(row, key)) continue;
    const value = row[key];
    if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
    if (value < least) least = value;
    if (value > most) most = value;
    sum += value;
    count += 1;
  }
  const round = (value: number): number => Math.round(value * 100) / 100;
  return { key, range: `least ${round(least)}, most ${round(most)}, average ${round(sum / count)}` };
}

/** How often each value is in the rows, for flags and for texts of few values. */
function countsOf(key: string, rows: readonly Row[]): readonly string[] {
  const counts = new Map<string, number>();
  let kind: string | undefined;
  for (const row of rows) {
    if (!Object.hasOwn(row, key)) continue;
    const value = row[key];
    kind ??= typeof value;
    if (typeof value !== kind || (kind !== 'boolean' && kind !== 'string')) return [];
    counts.set(String(value), (counts.get(String(value)) ?? 0) + 1);
    if (counts.size > MOST_VALUES) return [];
  }
  if (kind !== 'boolean' && counts.size < 2) return [];
  const sorted = [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  return [`${key}: ${sorted.map(([value, count]) => `${cut(value, LONGEST_VALUE)} ${count}`).join(', ')}`];
}

function recordFacts(record: Row): readonly string[] {
  const keys = Object.keys(record).sort();
  return [
    `fields: ${keys.slice(0, MOST_FACTS).join(', ')}`,
    ...keys.map(key => {
      const value = record[key];
      if (Array.isArray(value)) return `${key}: ${value.length} items`;
      if (isRecord(value)) return `${key}: fields ${Object.keys(value).slice(0, 5).join(', ')}`;
      return `${key}: ${shortOf(value, LONGEST_VALUE)}`;
    }),
  ];
}

const listFacts = (list: readonly unknown[], total: number): readonly string[] => [
  `items: ${total}`,
  ...list.map(item => shortOf(item, LONGEST_ITEM)),
];

function shortOf(value: unknown, most: number): string {
  if (typeof value === 'string') return cut(value, most);
  return cut(typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value), most);
}

/** The beginning of a text, never half of a character. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = Math.max(0, Math.floor(most));
  const code = text.charCodeAt(end - 1);
  return text.slice(0, code >= 0xd8_00 && code <= 0xdb_ff ? end - 1 : end);
}
