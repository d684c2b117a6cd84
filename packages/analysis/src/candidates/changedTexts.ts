import type { Json } from '@licet/core';
import type { CompiledPolicy, NodeData } from '@licet/core/policy';
import type { Candidate } from '../witnesses.ts';

import { samplesOf } from './samples.ts';

/** Returns the texts that only one of two policies has: patterns, hosts, names of tools. */
export function changedTexts(
  older: Pick<CompiledPolicy, 'policy'> | undefined,
  newer: Pick<CompiledPolicy, 'policy'>,
): readonly string[] {
  if (older === undefined) return [];
  const [was, is] = [textsOf(older.policy), textsOf(newer.policy)];
  return [...[...was].filter(text => !is.has(text)), ...[...is].filter(text => !was.has(text))];
}

function textsOf(node: NodeData, found: Set<string> = new Set()): ReadonlySet<string> {
  for (const value of Object.values(node.params ?? {})) collect(value, found);
  for (const child of node.children ?? []) textsOf(child, found);
  return found;
}

function collect(value: Json, found: Set<string>): void {
  if (typeof value === 'string') found.add(value);
  else if (Array.isArray(value)) for (const each of value as readonly Json[]) collect(each, found);
  else if (typeof value === 'object' && value !== null)
    for (const [name, each] of Object.entries(value)) {
      found.add(name);
      collect(each, found);
    }
}

/** Says of each candidate which changed text it is about: the longest that its words have an example of. */
export function aboutChanges(candidates: readonly Candidate[], texts: readonly string[]): readonly Candidate[] {
  const samples = texts
    .flatMap(text => samplesOf(text).map(sample => ({ text, sample })))
    .filter(({ sample }) => sample.length > 1)
    .toSorted((a, b) => b.sample.length - a.sample.length);
  return candidates.map(candidate => {
    const found = samples.find(({ sample }) => isNamed(candidate.words, sample));
    return found === undefined ? candidate : { ...candidate, about: found.text };
  });
}

/** Whether a name is in some words as a whole, not as a part of a longer one. */
function isNamed(words: string, name: string): boolean {
  const at = words.indexOf(name);
  if (at < 0) return false;
  const [before = ' ', after = ' '] = [words[at - 1], words[at + name.length]];
  return !/[\w.-]/u.test(before) && !/[\w.-]/u.test(after);
}
