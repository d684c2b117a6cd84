import { isAlias, isMap, isScalar, isSeq } from 'yaml';
import type { Document, Pair, YAMLMap } from 'yaml';

import type { Place, PolicyIssue, SourcePlace } from './issue.ts';
import { issueAt } from './issue.ts';
import type { SourceEntry, SourceNode } from './source.ts';

/** How many parts a file may come to once its aliases are written out. */
const MAX_PARTS = 50_000;
const MAX_ALIAS_DEPTH = 8;

type PlaceAt = (offset: number, path: Place['path']) => Place;

interface Run {
  readonly document: Document.Parsed;
  readonly placeAt: PlaceAt;
  readonly text: string;
  readonly issues: PolicyIssue[];
  parts: number;
  /** What the aliases stand for that are being written out. */
  readonly following: Set<unknown>;
}

/** Turns a YAML document into a source tree. Aliases are copied; too many, or one inside itself, is an issue. */
export function toSource(
  document: Document.Parsed,
  text: string,
  placeAt: PlaceAt,
  issues: PolicyIssue[],
): SourceNode | undefined {
  const run: Run = { document, placeAt, text, issues, parts: 0, following: new Set() };
  const { yaml } = document.directives;
  if (yaml.explicit === true && yaml.version !== '1.2') {
    issues.push(issueAt(placeAt(0, []), 'yaml_syntax', `expected YAML 1.2, found a directive for ${yaml.version}`));
  }
  return document.contents === null ? undefined : convert(document.contents, [], run);
}

function convert(node: unknown, path: Place['path'], run: Run, fallback = 0): SourceNode {
  const start = rangeOf(node) ?? fallback;
  const at = run.placeAt(start, path);
  const nothing: SourceNode = { type: 'scalar', at, value: null };
  if (++run.parts > MAX_PARTS) {
    if (run.parts === MAX_PARTS + 1)
      run.issues.push(issueAt(at, 'alias_limit', `expected at most ${MAX_PARTS} parts, found more`));
    return nothing;
  }
  if (isAlias(node)) return follow(node, path, run, at);
  if (isTagged(node)) run.issues.push(issueAt(at, 'unsupported_tag', 'tags are not supported in a policy'));
  if (isSeq(node))
    return { type: 'list', at, items: node.items.map((item, index) => convert(item, [...path, index], run, start)) };
  if (isMap(node)) return { type: 'map', at, entries: entriesOf(node, path, run, start) };
  if (!isScalar(node)) return nothing;
  const value = scalarOf(node.value, at, run);
  return { type: 'scalar', at: typeof value === 'string' ? insideOf(at, start, value, run) : at, value };
}

/** The place of a text, which can say where each of its characters was written. */
function insideOf(at: Place, start: number, value: string, { text, placeAt }: Run): SourcePlace {
  return { ...at, inside: index => placeAt(writtenAt(text, start, value, index), at.path) };
}

/**
 * Finds a character of a scalar in the file. What YAML takes away (quotes, indentation, line breaks, escapes) is between the
 * characters that it keeps, so those are looked for one after the other; spaces count as part of what follows them.
 */
function writtenAt(text: string, start: number, value: string, index: number): number {
  const header = /^[|>][^\n]*\n/u.exec(text.slice(start, start + 200))?.[0].length ?? 0;
  let offset = start + header;
  for (let at = 0; at <= index && at < value.length; at++) {
    const char = value.charAt(at);
    if (char.trim() === '') continue;
    const found = text.indexOf(char, offset);
    if (found < 0) return start;
    if (at === index) return found;
    offset = found + 1;
  }
  return offset;
}

function follow(
  alias: { readonly source: string; resolve(document: Document): unknown },
  path: Place['path'],
  run: Run,
  at: Place,
): SourceNode {
  const nothing: SourceNode = { type: 'scalar', at, value: null };
  const target = alias.resolve(run.document);
  if (target === undefined) {
    run.issues.push(issueAt(at, 'unknown_reference', 'expected an alias of an anchor above it, found no such anchor'));
    return nothing;
  }
  const message = run.following.has(target)
    ? `the alias \`${alias.source}\` is inside its own target: a policy cannot contain itself`
    : `expected at most ${MAX_ALIAS_DEPTH} aliases inside one another, found more`;
  if (run.following.has(target) || run.following.size >= MAX_ALIAS_DEPTH) {
    run.issues.push(issueAt(at, 'alias_limit', message));
    run.parts = Math.max(run.parts, MAX_PARTS + 1);
    return nothing;
  }
  run.following.add(target);
  const copy = convert(target, path, run);
  run.following.delete(target);
  return copy;
}

function entriesOf(map: YAMLMap, path: Place['path'], run: Run, start: number): readonly SourceEntry[] {
  const seen = new Set<string>();
  return map.items.flatMap((pair: Pair): SourceEntry[] => {
    const offset = rangeOf(pair.key) ?? start;
    const key = isScalar(pair.key) && typeof pair.key.value === 'string' ? pair.key.value : undefined;
    const at = run.placeAt(offset, key === undefined ? path : [...path, key]);
    if (key === undefined) {
      if (isAlias(pair.key)) run.issues.push(issueAt(at, 'wrong_type', 'expected a text as key, found an alias'));
      return [];
    }
    if (key === '__proto__' || key === '<<') {
      const why = key === '<<' ? 'merge keys are not supported in a policy' : 'expected a usable name as key, found `__proto__`';
      run.issues.push(issueAt(at, 'unknown_key', why));
      return [];
    }
    if (seen.has(key)) return [];
    seen.add(key);
    return [{ key, at, value: convert(pair.value, at.path, run, offset) }];
  });
}

function scalarOf(value: unknown, at: Place, run: Run): string | number | boolean | null {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
  if (typeof value === 'number' && Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value)))
    return value;
  run.issues.push(
    issueAt(
      at,
      'wrong_type',
      `expected a number that can be kept exactly, found ${typeof value === 'number' ? `\`${value}\`` : 'another value'}`,
    ),
  );
  return null;
}

function rangeOf(node: unknown): number | undefined {
  return typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range)
    ? Number(node.range[0])
    : undefined;
}

function isTagged(node: unknown): boolean {
  return typeof node === 'object' && node !== null && 'tag' in node && node.tag !== undefined;
}
