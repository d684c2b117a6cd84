import { EpistemicError } from '../model/errors.ts';
import { PROVENANCE_SOURCES } from '../model/provenance.ts';
import { RELATION_TYPES } from '../model/relation.ts';
import type { GraphDocument } from './document.ts';

type Check = (value: unknown, path: string, issues: string[]) => void;
type Fields = Readonly<Record<string, readonly [required: boolean, check: Check]>>;

/**
 * Checks parsed JSON or YAML against the shape of a {@link GraphDocument} and returns it. Throws `invalid_document`
 * with every issue, one a line, each with the path to it. Unknown keys are issues: a misspelt one would lose knowledge.
 * Whether names are unique and targets exist is checked by the graph that imports it.
 */
export function readGraphDocument(value: unknown): GraphDocument {
  const issues: string[] = [];
  checkDocument(value, 'graph', issues);
  if (issues.length > 0) throw new EpistemicError('invalid_document', issues.join('\n'));
  return value as GraphDocument;
}

const text: Check = (value, path, issues) => {
  if (typeof value !== 'string' || value === '') issues.push(`${path}: expected a text, found ${describe(value)}`);
};
const flag: Check = (value, path, issues) => {
  if (typeof value !== 'boolean') issues.push(`${path}: expected true or false, found ${describe(value)}`);
};
const map: Check = (value, path, issues) => {
  if (!isMap(value)) issues.push(`${path}: expected a map, found ${describe(value)}`);
};
const instant: Check = (value, path, issues) => {
  if (typeof value !== 'string' || Number.isNaN(Date.parse(value)))
    issues.push(`${path}: expected a time, found ${describe(value)}`);
};

function oneOf(...allowed: readonly unknown[]): Check {
  return (value, path, issues) => {
    if (!allowed.includes(value))
      issues.push(`${path}: expected one of ${allowed.map(String).join(', ')}, found ${describe(value)}`);
  };
}

function listOf(check: Check): Check {
  return (value, path, issues) => {
    if (!Array.isArray(value)) issues.push(`${path}: expected a list, found ${describe(value)}`);
    else value.forEach((item, at) => check(item, `${path}[${at}]`, issues));
  };
}

function shape(fields: Fields): Check {
  return (value, path, issues) => {
    if (!isMap(value)) {
      issues.push(`${path}: expected a map, found ${describe(value)}`);
      return;
    }
    for (const key of Object.keys(value)) {
      if (!Object.hasOwn(fields, key))
        issues.push(`${path}.${key}: expected one of ${Object.keys(fields).join(', ')}, found \`${key}\``);
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
  if (isMap(value)) for (const [key, target] of Object.entries(value)) text(target, `${path}.${key}`, issues);
  else issues.push(`${path}: expected a map, found ${describe(value)}`);
};
const checkDocument = shape({ version: [true, oneOf(1)], primitives: [true, listOf(primitive)], aliases: [false, aliases] });

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function describe(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a map';
  return typeof value === 'string' ? `\`${value}\`` : `\`${JSON.stringify(value)}\``;
}
