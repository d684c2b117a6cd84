/** What of an output is copied, and how much. */
export interface CopyLimits {
  /** The fields that may be shown, at whatever depth; all of them where it is absent. */
  readonly fields?: readonly string[] | undefined;
  readonly maxRows?: number | undefined;
  readonly maxFields?: number | undefined;
  readonly maxDepth?: number | undefined;
  /** The most characters of one text. */
  readonly maxText?: number | undefined;
}

/** How much of an output was left out, and why. */
export interface Omitted {
  /** Items of lists beyond the limit. */
  rows: number;
  /** Fields that may not be shown, or are too many. */
  fields: number;
  /** Lists and records that lie too deep. */
  deeper: number;
  /** Characters of texts beyond the limit. */
  characters: number;
  /** Values that are no data, or could not be read: functions, class instances, bytes, getters. */
  unreadable: number;
}

/** Replaces a list or a record that lies too deep. */
const DEEPER = '[deeper]';

/** Replaces a value that is not shown, because it is no data or there is too much of it. */
export const WITHHELD = '[withheld]';

const MAX_DEPTH = 64;
const MAX_VALUES = 100_000;

interface Copying extends CopyLimits {
  readonly omitted: Omitted;
  readonly allowed: ReadonlySet<string> | undefined;
  left: number;
}

/**
 * Copies an output as plain data, within limits: only the fields that may be shown, so many rows, fields and levels. It runs
 * nothing of the output's own code but that of proxies, and whatever cannot be read as data is withheld. A list or record that
 * holds itself ends at the depth limit. A value that belongs to no field is shown only where `fields` is not given.
 */
export function plainCopy(output: unknown, limits: CopyLimits): { readonly value: unknown; readonly omitted: Omitted } {
  const omitted: Omitted = { rows: 0, fields: 0, deeper: 0, characters: 0, unreadable: 0 };
  const allowed = limits.fields === undefined ? undefined : new Set(limits.fields);
  const copying: Copying = { ...limits, omitted, allowed, left: MAX_VALUES };
  return { value: copyOf(output, 0, allowed === undefined, copying), omitted };
}

function copyOf(value: unknown, depth: number, isNamed: boolean, copying: Copying): unknown {
  if ((copying.left -= 1) < 0) return withheld(copying);
  try {
    if (typeof value === 'object' && value !== null) return copyObject(value, depth, isNamed, copying);
  } catch {
    return withheld(copying);
  }
  if (value === null || value === undefined) return value;
  if (typeof value === 'function' || typeof value === 'symbol') return withheld(copying);
  if (!isNamed) {
    copying.omitted.fields += 1;
    return WITHHELD;
  }
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'string') return value;
  const { maxText = Number.POSITIVE_INFINITY } = copying;
  if (value.length <= maxText) return value;
  copying.omitted.characters += value.length - maxText;
  return value.slice(0, maxText);
}

function withheld({ omitted }: Copying): string {
  omitted.unreadable += 1;
  return WITHHELD;
}

function copyObject(value: object, depth: number, isNamed: boolean, copying: Copying): unknown {
  const { maxDepth = MAX_DEPTH, omitted } = copying;
  const isList = Array.isArray(value);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (!isList && prototype !== Object.prototype && prototype !== null) return foreign(value, depth, isNamed, copying);
  if (depth >= Math.min(maxDepth, MAX_DEPTH)) {
    omitted.deeper += 1;
    return DEEPER;
  }
  return isList ? copyList(value, depth, isNamed, copying) : copyRecord(value, depth, copying);
}

/** A date is a text; an object of any other class is no data. */
const foreign = (value: object, depth: number, isNamed: boolean, copying: Copying): unknown =>
  value instanceof Date ? copyOf(Date.prototype.toISOString.call(value), depth, isNamed, copying) : withheld(copying);

function copyList(list: readonly unknown[], depth: number, isNamed: boolean, copying: Copying): unknown[] {
  const { maxRows = list.length, omitted } = copying;
  const count = Math.min(list.length, maxRows);
  omitted.rows += list.length - count;
  const copy: unknown[] = [];
  for (let index = 0; index < count && copying.left > 0; index++)
    copy.push(copyOf(dataOf(list, index), depth + 1, isNamed, copying));
  omitted.rows += count - copy.length;
  return copy;
}

function copyRecord(record: object, depth: number, copying: Copying): Record<string, unknown> {
  const { allowed, maxFields = Number.POSITIVE_INFINITY, omitted } = copying;
  const copy: Record<string, unknown> = {};
  let count = 0;
  for (const key of Object.keys(record)) {
    // A field of this name would change what the copy is made of.
    const isShown = key !== '__proto__' && allowed?.has(key) !== false && count < maxFields && copying.left > 0;
    if (isShown) {
      copy[key] = copyOf(dataOf(record, key), depth + 1, true, copying);
      count += 1;
    } else omitted.fields += 1;
  }
  return copy;
}

const NO_DATA = Symbol('no data');

/** What a member holds; what a getter would make up is no data. */
function dataOf(owner: object, key: string | number): unknown {
  const member = Object.getOwnPropertyDescriptor(owner, key);
  if (member === undefined) return undefined;
  return 'value' in member ? (member.value as unknown) : NO_DATA;
}
