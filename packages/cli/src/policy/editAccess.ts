import { isMap, isScalar, parseDocument } from 'yaml';
import type { Node, Pair, YAMLMap } from 'yaml';

import { UsageError, sameAround } from '@licet/core/command';

/** An entry of the access map: a path or pattern, and what may be done there. */
export type AccessEntry = readonly [path: string, level: 'read-write' | 'read-only' | 'no-access'];

/**
 * Returns the text of a policy with entries put into its `access` map; an entry that is there gets the new level. Everything else
 * keeps its bytes, comments included. A map that is made to close something opens the rest, which other rules go on judging: what it
 * does not name would be read-only. Throws a {@link UsageError} for a text that is no mapping.
 */
export function editAccess(text: string, entries: readonly AccessEntry[]): string {
  const isNew = accessOf(text) === undefined;
  const closes = entries.every(([, level]) => level !== 'read-write');
  const rest: readonly AccessEntry[] = isNew && closes ? [['/', 'read-write']] : [];
  return [...rest, ...entries].reduce((result, entry) => withEntry(result, entry), text);
}

function accessOf(text: string): YAMLMap<Node, Node> | undefined {
  const { contents, errors } = parseDocument(text);
  if (errors.length > 0 || !isMap(contents)) throw new UsageError('the policy is not a YAML mapping: run `licet validate`');
  const value = (contents as YAMLMap<Node, Node>).items.find(({ key }) => isScalar(key) && key.value === 'access')?.value;
  if (value === undefined) return undefined;
  if (!isMap(value)) throw new UsageError('`access` of the policy is not a mapping: run `licet validate`');
  return value as YAMLMap<Node, Node>;
}

function withEntry(text: string, [path, level]: AccessEntry): string {
  const map = accessOf(text);
  const line = `${quoted(path)}: ${level}`;
  if (map === undefined)
    return `${text.trimEnd()}\n\n# The access to each path; the most specific pattern wins.\naccess:\n  ${line}\n`;
  const old = map.items.find(({ key }) => isScalar(key) && key.value === path)?.value?.range;
  if (old) return text.slice(0, old[0]) + level + text.slice(old[1]);
  const [, end] = map.range ?? [0, text.length];
  if (map.flow === true) {
    const head = text.slice(0, text.lastIndexOf('}', end)).trimEnd();
    return `${head}${map.items.length === 0 || head.endsWith(',') ? '' : ','} ${line} }${text.slice(end)}`;
  }
  return afterLast(text, map.items.at(-1), line);
}

/** Puts a line below the last one of a block, at its indentation, behind a comment that it may end with. */
function afterLast(text: string, last: Pair<Node, Node> | undefined, line: string): string {
  const start = last?.key.range?.[0] ?? 0;
  const indent = ' '.repeat(start - (text.lastIndexOf('\n', start - 1) + 1));
  const end = text.indexOf('\n', last?.value?.range?.[1] ?? text.length);
  return end < 0 ? `${text}\n${indent}${line}\n` : `${text.slice(0, end)}\n${indent}${line}${text.slice(end)}`;
}

function quoted(path: string): string {
  return /^[\w./][\w./-]*$/.test(path) && !/^(?:true|false|null|~|[\d.]+)$/i.test(path)
    ? path
    : `'${path.replaceAll("'", "''")}'`;
}

/** The lines that a change takes out and puts in, each with its sign, and one line around them. */
export function lineDiff(before: string, after: string): readonly string[] {
  const [old, fresh] = [before.split('\n'), after.split('\n')];
  const [head, tail] = sameAround(old, fresh);
  return [
    ...old.slice(Math.max(0, head - 1), head).map(line => `  ${line}`),
    ...old.slice(head, old.length - tail).map(line => `- ${line}`),
    ...fresh.slice(head, fresh.length - tail).map(line => `+ ${line}`),
    ...old.slice(old.length - tail, old.length - tail + 1).map(line => `  ${line}`),
  ];
}
