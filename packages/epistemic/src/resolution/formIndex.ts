import type { GraphSnapshot } from '../graph/snapshot.ts';
import { inflect } from './inflect.ts';
import { irregularBases } from './irregular.ts';

/** Finds the concepts that a word or a short phrase may be an inflected form of, as ascending indices. */
export type FormIndex = (key: string) => readonly number[];

/** The key under which forms are compared: underscores, hyphens and runs of white space between words are one space. */
export function formKey(folded: string): string {
  return folded.replace(/[_\-\s]+/g, ' ').trim();
}

const indexes = new WeakMap<GraphSnapshot, FormIndex>();

/** The form index of a snapshot, made when it is first needed and kept as long as the snapshot. */
export function formIndex(snapshot: GraphSnapshot): FormIndex {
  const known = indexes.get(snapshot);
  if (known !== undefined) return known;
  const made = makeFormIndex(snapshot);
  indexes.set(snapshot, made);
  return made;
}

/**
 * Forms are made forward, from the names and aliases of the graph, for the few names that share their first two
 * letters with the word in question: every regular form keeps them. Irregular forms lead back to their base first.
 */
function makeFormIndex(snapshot: GraphSnapshot): FormIndex {
  const buckets = new Map<string, [key: string, index: number][]>();
  const add = (name: string, index: number): void => {
    const key = formKey(name);
    const bucket = buckets.get(key.slice(0, 2));
    if (bucket === undefined) buckets.set(key.slice(0, 2), [[key, index]]);
    else bucket.push([key, index]);
  };
  for (const [name, index] of snapshot.byName) add(name, index);
  for (const [alias, index] of snapshot.byAlias) add(alias, index);
  const forms = new Map<string, ReadonlyMap<string, readonly number[]>>();
  const formsOf = (prefix: string): ReadonlyMap<string, readonly number[]> => {
    const table = forms.get(prefix) ?? tabulate(buckets.get(prefix) ?? []);
    forms.set(prefix, table);
    return table;
  };
  return key => {
    const starts = [key, ...irregularBases(key.split(' ')[0]!)].map(word => word.slice(0, 2));
    const found = new Set([...new Set(starts)].flatMap(start => formsOf(start).get(key) ?? []));
    return [...found].sort((a, b) => a - b);
  };
}

function tabulate(bucket: readonly (readonly [key: string, index: number])[]): Map<string, number[]> {
  const table = new Map<string, number[]>();
  for (const [key, index] of bucket) {
    for (const form of phraseForms(key)) {
      const holders = table.get(form);
      if (holders === undefined) table.set(form, [index]);
      else if (!holders.includes(index)) holders.push(index);
    }
  }
  return table;
}

/** A name of several words is inflected at its last word (`list directories`) and at its first (`listing directory`). */
function phraseForms(key: string): ReadonlySet<string> {
  const words = key.split(' ');
  if (words.length === 1) return inflect(key);
  const head = words.slice(0, -1).join(' ');
  const tail = words.slice(1).join(' ');
  const forms = new Set<string>();
  for (const last of inflect(words.at(-1)!)) forms.add(`${head} ${last}`);
  for (const first of inflect(words[0]!)) forms.add(`${first} ${tail}`);
  return forms;
}
