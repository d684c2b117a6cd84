import { foldName } from '../model/name.ts';
import { formKey } from './formIndex.ts';
import { irregularBases } from './irregular.ts';

/** Ranges of first characters that `formKey` passes over: names that begin with one may begin with any word. */
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
export type TextRange = readonly [from: string, to: string];

/**
 * Where the folded names and aliases lie that a word or a phrase may come from, as a name, as a form, or in part: what
 * `resolve` finds among these is what it finds among all. Every form keeps the first letter of its base or is irregular.
 */
export function wordStarts(concept: string): readonly TextRange[] {
  const words = formKey(foldName(concept)).split(' ');
  const starts = new Set(words.flatMap(word => [word, ...irregularBases(word)]).map(word => word.codePointAt(0)));
  const letters = [...starts].filter(start => start !== undefined).map(start => [start, start] as const);
  return [...letters, ...PASSED_OVER].map(([from, to]) => [String.fromCodePoint(from), after(to)]);
}

/** The text that no text with this first character reaches; the surrogates are no characters. */
function after(code: number): string {
  if (code === 0x10ffff) return String.fromCodePoint(code).repeat(64);
  return String.fromCodePoint(code === 0xd7ff ? 0xe000 : code + 1);
}
