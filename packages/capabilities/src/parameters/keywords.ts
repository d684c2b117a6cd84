import type { Json } from '@licet/core';
import { InvariantError } from '@licet/core';
import { isRecord } from '@licet/core/nodes';
import { canonicalJson } from '@licet/core/text';

import { textPattern } from '@licet/guards/authoring';
import type { Check } from './schemaFaults.ts';
import { demand, kindText } from './schemaFaults.ts';

/** The place of a part of a schema, for a message. */
export type SchemaPath = readonly (string | number)[];

type Make = (operand: Json, path: SchemaPath) => Check;

/** Refuses a schema, at a place in it. */
export function refuseSchema(message: string, path: SchemaPath): InvariantError {
  return new InvariantError('invalid_param', message, { path });
}

const TYPES: Readonly<Record<string, readonly [words: string, is: (value: unknown) => boolean]>> = {
  string: ['a text', value => typeof value === 'string'],
  number: ['a number', value => typeof value === 'number' && Number.isFinite(value)],
  integer: ['a whole number', Number.isInteger],
  boolean: ['`true` or `false`', value => typeof value === 'boolean'],
  array: ['a list', Array.isArray],
  object: ['a mapping', isRecord],
  null: ['`null`', value => value === null],
};

const typeCheck: Make = (operand, path) => {
  const names = Array.isArray(operand) ? operand : [operand];
  const types = names.map(name => (typeof name === 'string' && Object.hasOwn(TYPES, name) ? TYPES[name] : undefined));
  if (names.length === 0 || types.includes(undefined))
    throw refuseSchema(`\`type\` must be one of ${Object.keys(TYPES).map(quoted).join(', ')}, or a list of them`, path);
  const known = types.filter(type => type !== undefined);
  return demand(known.map(([words]) => words).join(' or '), value => known.some(([, is]) => is(value)));
};

const quoted = (text: string): string => `\`${text}\``;

const anyOther = (value: unknown): string => (value === undefined ? 'none' : `another ${kindText(value).replace(/^an? /, '')}`);

/** Values of a list that the policy shows when it refuses a call: short ones, and not too many. */
function shownValues(values: readonly Json[]): string {
  const texts = values.map(value => (typeof value === 'string' ? quoted(value) : quoted(JSON.stringify(value))));
  const isShort = texts.length <= 10 && texts.every(text => text.length <= 60);
  return isShort ? texts.join(', ') : `${texts.length} values`;
}

const isSame = (value: unknown, wanted: string): boolean => {
  if (value === undefined) return false;
  try {
    return canonicalJson(value) === wanted;
  } catch {
    return false;
  }
};

const enumCheck: Make = (operand, path) => {
  if (!Array.isArray(operand) || operand.length === 0) throw refuseSchema('`enum` must be a list of values, at least one', path);
  const wanted = operand.map(value => canonicalJson(value));
  return demand(`one of ${shownValues(operand)}`, value => wanted.some(each => isSame(value, each)), anyOther);
};

const constCheck: Make = operand => {
  const wanted = canonicalJson(operand);
  return demand(shownValues([operand]), value => isSame(value, wanted), anyOther);
};

function countIn(operand: Json, path: SchemaPath): number {
  if (typeof operand === 'number' && Number.isSafeInteger(operand) && operand >= 0) return operand;
  throw refuseSchema(`\`${String(path.at(-1))}\` must be a whole number of at least 0`, path);
}

function numberIn(operand: Json, path: SchemaPath): number {
  if (typeof operand === 'number' && Number.isFinite(operand)) return operand;
  throw refuseSchema(`\`${String(path.at(-1))}\` must be a number`, path);
}

/** A limit on texts, lists, mappings or numbers; what is something else it says nothing about. */
const limit =
  <V>(
    read: (operand: Json, path: SchemaPath) => number,
    is: (value: unknown) => value is V,
    words: (most: number) => string,
    holds: (value: V, most: number) => boolean,
    found: (value: V) => string = kindText,
  ): Make =>
  (operand, path) => {
    const most = read(operand, path);
    return demand(
      words(most),
      value => !is(value) || holds(value, most),
      value => (is(value) ? found(value) : kindText(value)),
    );
  };

const isText = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number => typeof value === 'number';
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
const isMapping = (value: unknown): value is Readonly<Record<string, unknown>> => isRecord(value);

/** Characters as people count them, without counting all of a text that is much too long. */
function lengthOf(text: string): number {
  return text.length > LONGEST_TEXT ? text.length : Array.from(text).length;
}

const many = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
const ofText = (text: string): string => `one of ${many(lengthOf(text), 'character')}`;
const ofList = (list: readonly unknown[]): string => `a list of ${list.length}`;
const ofMapping = (map: object): string => `a mapping of ${Object.keys(map).length}`;
const otherNumber = (): string => 'another number';

/** The longest text that a pattern is tried on; a longer one does not fit. */
const LONGEST_TEXT = 1 << 16;

const patternCheck: Make = (operand, path) => {
  if (typeof operand !== 'string') throw refuseSchema('`pattern` must be a text', path);
  const pattern = textPattern(operand, false, path);
  const holds = (value: unknown): boolean =>
    typeof value !== 'string' || (value.length <= LONGEST_TEXT && pattern.isFoundIn(value));
  return demand('a text of the form that the policy asks for', holds, anyOther);
};

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/i;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

const isIPv4 = (text: string): boolean => /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/.test(text);
const isIPv6 = (text: string): boolean => /^[\da-f:.]{2,45}$/i.test(text) && URL.canParse(`http://[${text}]`);

const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  'date-time': text => MOMENT.test(text) && isDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text)),
  date: isDay,
  email: text => text.length <= 254 && /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text),
  hostname: text => text.length <= 253 && text.split('.').every(part => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i.test(part)),
  ip: text => isIPv4(text) || isIPv6(text),
  ipv4: isIPv4,
  ipv6: isIPv6,
  uri: text => /^[a-z][a-z0-9+.-]*:/i.test(text) && URL.canParse(text),
  uuid: text => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text),
};

/** A day that there is: no 30th of February. */
function isDay(text: string): boolean {
  if (!DAY.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

const formatCheck: Make = (operand, path) => {
  const holds = typeof operand === 'string' && Object.hasOwn(FORMATS, operand) ? FORMATS[operand] : undefined;
  if (holds === undefined)
    throw refuseSchema(
      `\`format\` must be one of ${Object.keys(FORMATS).map(quoted).join(', ')}: write a \`pattern\` for others`,
      path,
    );
  const isOf = (value: unknown): boolean => typeof value !== 'string' || (value.length <= LONGEST_TEXT && holds(value));
  return demand(`a text of the format \`${operand as string}\``, isOf, anyOther);
};

const uniqueCheck: Make = (operand, path) => {
  if (typeof operand !== 'boolean') throw refuseSchema('`uniqueItems` must be `true` or `false`', path);
  const isUnique = (value: unknown): boolean => {
    if (!operand || !isList(value)) return true;
    try {
      return new Set(value.map(item => canonicalJson(item))).size === value.length;
    } catch {
      return false;
    }
  };
  return demand('a list without repetitions', isUnique, () => 'a list that repeats something');
};

/** A multiple of a decimal fraction, which binary numbers do not hold exactly. */
function isMultiple(value: number, of: number): boolean {
  const ratio = value / of;
  return Math.abs(ratio - Math.round(ratio)) <= 1e-9 * Math.max(1, Math.abs(ratio));
}

/** The keywords that say something of a value alone, and how each is checked. */
export const KEYWORDS: Readonly<Record<string, Make>> = {
  type: typeCheck,
  enum: enumCheck,
  const: constCheck,
  minLength: limit(
    countIn,
    isText,
    least => `a text of at least ${many(least, 'character')}`,
    (text, least) => lengthOf(text) >= least,
    ofText,
  ),
  maxLength: limit(
    countIn,
    isText,
    most => `a text of at most ${many(most, 'character')}`,
    (text, most) => lengthOf(text) <= most,
    ofText,
  ),
  pattern: patternCheck,
  format: formatCheck,
  minimum: limit(
    numberIn,
    isNumber,
    least => `a number of at least ${least}`,
    (value, least) => value >= least,
    otherNumber,
  ),
  maximum: limit(
    numberIn,
    isNumber,
    most => `a number of at most ${most}`,
    (value, most) => value <= most,
    otherNumber,
  ),
  exclusiveMinimum: limit(
    numberIn,
    isNumber,
    least => `a number above ${least}`,
    (value, least) => value > least,
    otherNumber,
  ),
  exclusiveMaximum: limit(
    numberIn,
    isNumber,
    most => `a number below ${most}`,
    (value, most) => value < most,
    otherNumber,
  ),
  multipleOf: (operand, path) => {
    if (numberIn(operand, path) <= 0) throw refuseSchema('`multipleOf` must be a number above 0', path);
    return limit(numberIn, isNumber, of => `a multiple of ${of}`, isMultiple, otherNumber)(operand, path);
  },
  minItems: limit(
    countIn,
    isList,
    least => `a list of at least ${least}`,
    (list, least) => list.length >= least,
    ofList,
  ),
  maxItems: limit(
    countIn,
    isList,
    most => `a list of at most ${most}`,
    (list, most) => list.length <= most,
    ofList,
  ),
  uniqueItems: uniqueCheck,
  minProperties: limit(
    countIn,
    isMapping,
    least => `a mapping of at least ${least}`,
    (map, least) => Object.keys(map).length >= least,
    ofMapping,
  ),
  maxProperties: limit(
    countIn,
    isMapping,
    most => `a mapping of at most ${most}`,
    (map, most) => Object.keys(map).length <= most,
    ofMapping,
  ),
};
