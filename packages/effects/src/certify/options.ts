import { isOneOf } from '../programs/callPatterns.ts';

/** Calls by their leading words, with the options that keep them what they are. A short flag may be in a bundle; a value may follow after `=`. */
export type Calls = Readonly<Record<string, string>>;

/** Means a word that is not known, but can only be the name of a file. No script of a program has such a sign. */
export const SOME_FILE = './\0';

/** The words of a call behind the longest entry that they begin with. */
export interface FoundCall {
  readonly call: string;
  readonly rest: readonly string[];
}

/** Finds the longest entry of a table that some words begin with. */
export function findCall(words: readonly string[], calls: Calls): FoundCall | undefined {
  for (const count of [3, 2, 1]) {
    const call = words.slice(0, count).join(' ');
    if (words.length >= count && Object.hasOwn(calls, call)) return { call, rest: words.slice(count) };
  }
  return undefined;
}

/** `-abc` is `-a -b -c`; the number of `-5` and `-A3` is a value. */
function isAllowedOption(word: string, options: string): boolean {
  const [name = ''] = word.split('=', 1);
  if (isOneOf(options, name) || isOneOf(options, word)) return true;
  if (word.startsWith('--')) return false;
  if (/^-\d+$/.test(word)) return isOneOf(options, '-n') || isOneOf(options, '-1');
  return Array.from(word.slice(1).replace(/\d+$/, '')).every(letter => isOneOf(options, `-${letter}`));
}

/** Whether every option of a call is on its list. What follows `--` is no option. `exactly` takes each option as one word, as `find` does. */
export function hasOnly(rest: readonly string[], options: string, exactly: boolean = false): boolean {
  const end = rest.indexOf('--');
  return (end < 0 ? rest : rest.slice(0, end)).every(
    word =>
      !word.startsWith('-') ||
      word === '-' ||
      (exactly ? isOneOf(options, word) || /^-\d/.test(word) : isAllowedOption(word, options)),
  );
}
