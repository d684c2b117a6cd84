import type { ZodType } from 'zod';

import type { Json } from '../model/json.ts';
import type { Place, PolicyIssue, SourcePlace } from './issue.ts';
import { issueAt } from './issue.ts';
import { isName, listed, quoteKey } from './names.ts';
import { toSnake } from '../text/toSnake.ts';
import type { SourceEntry, SourceNode } from './source.ts';
import { suggest } from '../text/suggest.ts';
import { schemaIssues } from './zodIssues.ts';
import { alternatives, itemSchemas, mapShape } from './zodShape.ts';
import type { Places } from './zodIssues.ts';

/** A value in the names of the code. */
export interface Checked<T> {
  /** Undefined when the schema refused it. */
  readonly value: T | undefined;
  /** False when unknown keys were left out, so that something may seem to be missing. */
  readonly complete: boolean;
  readonly places: Places;
}

interface Run {
  readonly values: Map<string, SourcePlace>;
  readonly keys: Map<string, Place>;
  readonly issues: PolicyIssue[];
  readonly also: readonly string[];
  /** False once a key had to be left out. */
  complete: boolean;
}

/** How a value is checked. */
export interface CheckOptions {
  /** Where a missing member is reported. */
  readonly at: Place;
  readonly issues: PolicyIssue[];
  /** Keys that may stand there too and that somebody else reads: only for what is suggested. */
  readonly also?: readonly string[];
}

type Path = readonly (string | number)[];

const keyOf = (path: readonly (string | number | symbol)[]): string => JSON.stringify(path.map(String));

/** Checks a value against a schema, in the names of the code. Unknown keys and faults are reported at their place. */
export function checkValue<T>(node: SourceNode, schema: ZodType<T>, { at, issues, also = [] }: CheckOptions): Checked<T> {
  const run: Run = { values: new Map(), keys: new Map(), issues, also, complete: true };
  const written = convert(node, alternatives(schema), [], run);
  run.values.set(keyOf([]), at);
  const places = placesOf(run, at);
  const result = schema.safeParse(written);
  if (!result.success) {
    const found = result.error.issues.filter(({ code, path }) => run.complete || code !== 'custom' || path.length > 0);
    issues.push(...schemaIssues(found, written, places));
  }
  return { value: result.success ? result.data : undefined, complete: run.complete, places };
}

function placesOf({ values, keys }: Run, root: Place): Places {
  const find = (path: readonly (string | number | symbol)[]): SourcePlace => {
    for (let length = path.length; length > 0; length--) {
      const place = values.get(keyOf(path.slice(0, length)));
      if (place !== undefined) return place;
    }
    return root;
  };
  return { of: find, has: path => values.has(keyOf(path)), ofKey: path => keys.get(keyOf(path)) ?? find(path) };
}

function convert(node: SourceNode, schemas: readonly ZodType[], path: Path, run: Run): Json {
  run.values.set(keyOf(path), node.at);
  if (node.type === 'scalar') return node.value;
  if (node.type === 'list')
    return node.items.map((item, index) => convert(item, itemSchemas(schemas, index), [...path, index], run));
  const shape = mapShape(schemas);
  const code = new Map([...(shape?.named.keys() ?? [])].map(name => [toSnake(name), name]));
  const members = node.entries.flatMap((entry): [string, Json][] => {
    const name = code.get(entry.key);
    const wanted = name === undefined ? (shape === undefined ? [] : shape.other) : shape?.named.get(name);
    if (wanted === undefined) {
      run.complete = false;
      run.issues.push(unknownKey(entry, path.length === 0 ? [...run.also, ...code.keys()] : [...code.keys()]));
      return [];
    }
    const member = [...path, name ?? entry.key];
    run.keys.set(keyOf(member), entry.at);
    return [[name ?? entry.key, convert(entry.value, wanted, member, run)]];
  });
  return Object.fromEntries(members);
}

/** The issue for a key that nothing knows. */
export function unknownKey(entry: SourceEntry, known: readonly string[]): PolicyIssue {
  const many = `one of ${known.length} keys, which docs/reference.md lists`;
  const expected = known.length === 0 ? 'no key' : known.length > MOST_LISTED ? many : listed([...known].sort());
  const hint = NODE_LABELS.includes(entry.key)
    ? `: put it next to the node, as in \`{ budget: { max: 9 }, ${entry.key}: … }\``
    : '';
  const at = isName(entry.key) ? entry.at : { ...entry.at, path: entry.at.path.slice(0, -1) };
  return issueAt(at, 'unknown_key', `expected ${expected}, found ${quoteKey(entry.key)}${hint}`, suggest(entry.key, known));
}

const MOST_LISTED = 12;

/** The keys that stand beside a node's own. */
export const NODE_LABELS: readonly string[] = Object.freeze(['id', 'layer', 'on_error']);
