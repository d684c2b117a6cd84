import { EpistemicError } from '../model/errors.ts';
import { PROVENANCE_SOURCES } from '../model/provenance.ts';
import { RELATION_TYPES } from '../model/relation.ts';
import { isMap } from '../model/validate.ts';
import type { GraphDocument } from './document.ts';

type Check = (value: unknown, path: string, issues: string[]) => void;
type Fields = Readonly<Record<string, readonly [required: boolean, check: Check]>>;

/**
 * Checks parsed JSON or YAML against the shape of a {@link GraphDocument} and returns it. Throws `invalid_document`
 * with the first twenty issues, one a line, each with the path to it. Unknown keys are issues: a misspelt one would lose knowledge.
 * Whether names are unique and targets exist is checked by the graph that imports it.
 */
export function readGraphDocument(value: unknown): GraphDocument {
  if (!isMap(value)) throw new EpistemicError('invalid_document', `graph: expected a map, found ${kindOf(value)}`);
  const issues: string[] = [];
  checkDocument(value, 'graph', issues);
  if (issues.length > 0) throw new EpistemicError('invalid_document', textOf(issues));
  return value as unknown as GraphDocument;
}

/** So many issues are named: a file with the wrong key has the same one in every concept. */
const MOST_ISSUES = 20;

function textOf(issues: readonly string[]): string {
  const more = issues.length - MOST_ISSUES;
  return [...issues.slice(0, MOST_ISSUES), ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
}

/** A check of one value, with what is expected in the words of an issue. */
const must =
  (wanted: string, is: (value: unknown) => boolean): Check =>
  (value, path, issues) => {
    if (!is(value)) issues.push(`${path}: expected ${wanted}, found ${describe(value)}`);
  };

const text = must('a text', value => typeof value === 'string' && value !== '');
const flag = must('true or false', value => typeof value === 'boolean');
const map = must('a map', isMap);
const instant = must('a time', value => typeof value === 'string' && !Number.isNaN(Date.parse(value)));

const oneOf = (...allowed: readonly unknown[]): Check =>
  must(`one of ${allowed.map(String).join(', ')}`, value => allowed.includes(value));

function listOf(check: Check): Check {
  return (value, path, issues) => {
    if (!Array.isArray(value)) issues.push(`${path}: expected a list, found ${describe(value)}`);
    else value.forEach((item, at) => check(item, `${path}[${at}]`, issues));
  };
}

function shape(fields: Fields): Check {
  return (value, path, issues) => {
    if (!isMap(value)) return map(value, path, issues);
    for (const key of Object.keys(value)) {
      if (Object.hasOwn(fields, key)) continue;
      const [at, found] = NAME.test(key) ? [`${path}.${key}`, `\`${key}\``] : [path, 'something that is no name'];
      issues.push(`${at}: expected one of ${Object.keys(fields).join(', ')}, found ${found}`);
    }
    for (const [key, [required, check]] of Object.entries(fields)) {
      if (Object.hasOwn(value, key) && value[key] !== undefined) check(value[key], `${path}.${key}`, issues);
      else if (required) issues.push(`${path}.${key}: expected a value, found none`);
    }
  };
}

const depthText = oneOf('D0', 'D1', 'D2', 'D3', 'D4');
const origin = shape({
  source: [true, oneOf(...PROVENANCE_SOURCES.filter(source => source !== 'synthetic'))],
  created_at: [true, instant],
  updated_at: [true, instant],
  detail: [false, text],
});
const policy = shape({
  name: [true, text],
  requires_confirmation: [false, flag],
  confirm: [false, oneOf('always', 'on_fail')],
  trigger_cardinality: [false, oneOf('single', 'multiple', null)],
  callback: [false, (value, path, issues) => (value === null ? undefined : text(value, path, issues))],
  confirmation_message: [false, text],
  metadata: [false, map],
});
const relatum = shape({
  relation: [true, oneOf(...RELATION_TYPES)],
  target: [true, text],
  target_depth: [true, depthText],
  metadata: [false, map],
  policies: [false, listOf(policy)],
  provenance: [false, origin],
});
const depth = shape({
  level: [true, depthText],
  properties: [false, map],
  relata: [false, listOf(relatum)],
  provenance: [false, origin],
});
const primitive = shape({ name: [true, text], id: [false, text], provenance: [false, origin], depths: [false, listOf(depth)] });
const aliases: Check = (value, path, issues) => {
  if (!isMap(value)) return map(value, path, issues);
  for (const [key, target] of Object.entries(value)) text(target, `${path}.${key}`, issues);
};
const checkDocument = shape({ version: [true, oneOf(1)], primitives: [true, listOf(primitive)], aliases: [false, aliases] });

/** A key that may be shown. A line of a file that is no graph can read as a key, and may hold a secret. */
const NAME = /^[\w.-]{1,40}$/u;

/** Values that are longer are cut. */
const MOST_SHOWN = 60;

function describe(value: unknown): string {
  if (typeof value === 'object' || value === undefined) return kindOf(value);
  const shown = typeof value === 'string' ? value : JSON.stringify(value);
  return `\`${shown.length > MOST_SHOWN ? `${shown.slice(0, MOST_SHOWN)}…` : shown}\``;
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'a map' : typeof value === 'string' ? 'a text' : `a ${typeof value}`;
}
