import { ANY_NAME, namesBy, optionsOf, text, textOf } from './value.ts';
import type { Value } from './value.ts';

/** Options of searches that take the next word. */
const TAKES_NEXT = /^(?:-[gteTmABCf]|--(?:glob|iglob|type|type-not|regexp|max-count|file|max-depth))$/;

/** The places after the words of a search; its pattern is none of them. */
function searched(words: readonly string[]): readonly string[] {
  const plain = words.filter((word, i) => !word.startsWith('-') && !TAKES_NEXT.test(words[i - 1] ?? ''));
  return words.some(word => /^(?:-e|--regexp|--files)$/.test(word)) ? plain : plain.slice(1);
}

/** The places below which a command lists names of files, one a line; nothing for one that prints anything else. */
function placesOf([program, ...words]: readonly string[]): readonly string[] | undefined {
  if (program === 'git') {
    const [verb, ...rest] = words;
    const end = rest.indexOf('--');
    if (verb === 'diff' && rest.includes('--name-only')) return end < 0 ? [] : rest.slice(end + 1);
    if (verb === 'grep' && rest.some(word => /^(?:-[a-zA-Z]*l[a-zA-Z]*|--files-with-matches|--name-only)$/.test(word)))
      return end < 0 ? searched(rest) : rest.slice(end + 1);
    const says = /^(?:-[stvuxX]|--(?:stage|debug|eol|unmerged|resolve-undo|format.*|exclude|exclude-from))$/;
    return verb === 'ls-files' && !rest.some(word => says.test(word))
      ? rest.filter((word, i) => i > end && !word.startsWith('-'))
      : undefined;
  }
  if (program === 'rg')
    return words.some(word => /^(?:-l|--files(?:-with(?:out)?-match(?:es)?)?)$/.test(word)) ? searched(words) : undefined;
  return program === 'grep' && words.some(word => /^-[a-zA-Z]*l[a-zA-Z]*$/.test(word)) ? searched(words) : undefined;
}

/** A file, or every file below a folder or of a pattern; for git a star also matches folders. */
function namesBelow(place: string): string {
  const path = place.replace(/^\.\/|\/+$/g, '');
  // Some files of the project, as `**` in the shell: not the folder as a whole, in which what is not listed changes too.
  if (path === '' || path === '.') return `${ANY_NAME}/${ANY_NAME}${ANY_NAME}`;
  if (/[*?[]/.test(path)) return namesBy(path.replace(/\*+\/?/, '**/*').replace('**/**', '**/*'));
  return /[^/.]\.[a-z]\w*$/i.test(path) ? path : `${path}/${ANY_NAME}/${ANY_NAME}`;
}

/**
 * What a program prints that only lists files, as a list of names: `git ls-files src`, `git diff --name-only`, `rg -l x src`. Given as its
 * words, or as one plain line.
 */
export function listedNames(command: Value | undefined, words?: Value): Value | undefined {
  const [first, ...others] = command === undefined ? [] : optionsOf(command);
  if (first === undefined || others.length > 0 || (first.type === 'list' && first.some === true)) return undefined;
  const line = textOf(first);
  const given = first.type === 'list' ? first.items : words?.type === 'list' && words.some !== true ? words.items : undefined;
  const own =
    line === undefined ? [] : given === undefined ? (/[;&|<>$`\\()#\n]/.test(line) ? [] : line.trim().split(/\s+/)) : [line];
  const rest = given?.map(word => textOf(word) ?? '') ?? [];
  const places = placesOf([...own, ...rest].map(word => (given === undefined ? word.replace(/^(['"])(.*)\1$/, '$2') : word)));
  if (places === undefined) return undefined;
  // Of git's magic only what leaves out is read: all else may be anywhere.
  const named = places.filter(place => !/^:(?:[!^]|\(exclude\))/.test(place));
  const names = named.length === 0 || named.some(place => place === '' || place.startsWith(':')) ? ['.'] : named;
  return { type: 'list', items: names.map(name => text(namesBelow(name))), some: true };
}

/** Methods after which a list of printed names is still one. */
export const KEEPS_NAMES = /^\.?(?:split|splitlines|strip|rstrip|trim|trimEnd|toString|decode|read|readlines)$/;
