import type { GraphSnapshot } from './snapshot.ts';
import { inflect } from './inflect.ts';
import { irregularBases } from './irregular.ts';
import { foldConceptName } from '../model/name.ts';

/** The words of a graph: folded names and aliases, each with the number of its concept. */
export type Lexicon = Pick<GraphSnapshot, 'byName' | 'byAlias'>;

/** Finds the concepts that a word or a short phrase may be an inflected form of, as ascending indices. */
type FormIndex = (key: string) => readonly number[];

/** The key under which forms are compared: underscores, hyphens and runs of white space between words are one space. */
export function formKey(folded: string): string {
  return folded.replace(/[_\-\s]+/g, ' ').trim();
}

const indexes = new WeakMap<Lexicon, FormIndex>();

/** How many answers an index remembers. */
const MOST = 1_024;

/** The form index of a lexicon, made when it is first needed and kept as long as the lexicon. */
export function formIndex(lexicon: Lexicon): FormIndex {
  const index = indexes.get(lexicon) ?? makeFormIndex(lexicon);
  indexes.set(lexicon, index);
  return index;
}

/**
 * Forms are made forward, from the names and aliases of the graph, for the few names that begin like the word in
 * question: every regular form keeps the first letter of its base, and all but the last two of the others (`lie`,
 * `lying`). Irregular forms lead back to their base first.
 */
function makeFormIndex({ byName, byAlias }: Lexicon): FormIndex {
  const buckets = new Map<string, [key: string, index: number][]>();
  const add = (name: string, index: number): void => {
    const key = formKey(name);
    const bucket = buckets.get(key.slice(0, 1)) ?? [];
    bucket.push([key, index]);
    buckets.set(key.slice(0, 1), bucket);
  };
  for (const [name, index] of byName) add(name, index);
  for (const [alias, index] of byAlias) add(alias, index);
  const answers = new Map<string, readonly number[]>();
  return key => {
    const known = answers.get(key);
    if (known !== undefined) return known;
    const starts = new Set([key, ...irregularBases(key.split(' ')[0]!)].map(word => word.slice(0, 1)));
    const found = new Set<number>();
    for (const start of starts) for (const [name, index] of buckets.get(start) ?? []) if (isForm(key, name)) found.add(index);
    const answer = [...found].sort((a, b) => a - b);
    if (answers.size >= MOST) answers.clear();
    answers.set(key, answer);
    return answer;
  };
}

/** Whether a word or phrase is a form of a name. Looks at the letters first: making forms is dear. */
function isForm(key: string, name: string): boolean {
  if (key === name) return true;
  const [words, named] = [key.split(' '), name.split(' ')];
  if (words.length !== named.length) return false;
  const differing = words.filter((word, at) => word !== named[at]).length;
  const isLikely = words.every((word, at) => word === named[at] || mayInflectTo(named[at]!, word));
  return differing === 1 && isLikely && phraseForms(name).has(key);
}

const mayInflectTo = (base: string, form: string): boolean =>
  form.startsWith(base.slice(0, Math.max(0, base.length - 2))) || irregularBases(form).includes(base);

/** A name of several words is inflected at its last word (`list directories`) and at its first (`listing directory`). */
function phraseForms(key: string): ReadonlySet<string> {
  const words = key.split(' ');
  if (words.length === 1) return inflect(key);
  const [head, tail] = [words.slice(0, -1).join(' '), words.slice(1).join(' ')];
  const forms = new Set<string>();
  for (const last of inflect(words.at(-1)!)) forms.add(`${head} ${last}`);
  for (const first of inflect(words[0]!)) forms.add(`${first} ${tail}`);
  return forms;
}

/** Ranges of first characters that `formKey` ignores: names that begin with one may begin with any word. */
const PASSED_OVER: readonly (readonly [from: number, to: number])[] = [
  [0x09, 0x0d],
  [0x20, 0x20],
  [0x2d, 0x2d],
  [0x5f, 0x5f],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];

/** A range of texts by their code points: from the first, inclusive, to the second, exclusive. */
type TextRange = readonly [from: string, to: string];

/**
 * Where the folded names and aliases lie that a word or a phrase may come from, as a name, as a form, or in part: what
 * `resolve` finds among these is what it finds among all. Every form keeps the first letter of its base or is irregular.
 */
export function wordStarts(concept: string): readonly TextRange[] {
  const words = formKey(foldConceptName(concept)).split(' ');
  const starts = new Set(words.flatMap(word => [word, ...irregularBases(word)]).map(word => word.codePointAt(0)));
  const letters = [...starts].filter(start => start !== undefined).map(start => [start, start] as const);
  return [...letters, ...PASSED_OVER].map(([from, to]) => [String.fromCodePoint(from), after(to)]);
}

/** The text that no text with this first character reaches; the surrogates are no characters. */
function after(code: number): string {
  if (code === 0x10ffff) return String.fromCodePoint(code).repeat(64);
  return String.fromCodePoint(code === 0xd7ff ? 0xe000 : code + 1);
}
