import type { Argument, Call } from './call.ts';
import type { Condition } from './use.ts';

/**
 * What a program prints, as far as later parts of a command make use of it (`rm $(…)`, `… | xargs cat`, `… | sh`). Left out, it is not known
 * what it says, only where it comes from: its input, the files that it reads, the network.
 *
 * | kind | what is printed | like |
 * |---|---|---|
 * | `word` | in each line one word that says little: a number, a date, a hash, a plain name | `date` |
 * | `name` | the same, whatever its input says | `git branch` |
 * | `revision` | the name of a commit or a branch, which is no file | `git merge-base` |
 * | `setup` | commands for `eval` that only set the shell up | `brew shellenv` |
 * | `variables` | variables of the environment | `printenv` |
 * | `listing` | the names in the folders among its operands | `ls` |
 * | `input` | its input, or what its files hold, unchanged | `cat` |
 * | `lines` | lines of that, whole: some of them, or all in another order | `head` |
 * | `matches` | the lines that an expression picks, or with `-l` the names of their files | `grep` |
 * | `layout` | every word of it, in other lines or columns | `column` |
 * | `fields` | fields of data that the first operand picks | `jq` |
 * | `columns` | a part of every line | `cut` |
 * | `sed`, `awk` | what a script of this language makes of the lines | `sed` |
 * | `{ text }` | just this | `mktemp` |
 * | `{ names }` | names of files that fit these patterns | `git ls-files` |
 * | `{ ignored }` | names of files that git is told to ignore, below these folders | `git clean -nX` |
 * | `{ path }` | the whole path of a file | `realpath` |
 * | `{ inProject }` | a path below the root of the project | `git rev-parse` |
 */
export type Printed =
  | 'word'
  | 'name'
  | 'revision'
  | 'setup'
  | 'variables'
  | 'listing'
  | 'input'
  | 'lines'
  | 'matches'
  | 'layout'
  | 'fields'
  | 'columns'
  | 'sed'
  | 'awk'
  | { readonly text: string }
  | { readonly names: readonly string[] }
  | { readonly ignored: readonly Argument[] }
  | { readonly path: string }
  | { readonly inProject: string };

/** What a program prints, always or in some of its calls: the first row that holds counts. */
export type Printing = Printed | readonly PrintCase[] | ((call: Call) => Printed | undefined);

/** What a program prints when a condition holds. */
export interface PrintCase {
  readonly when: Condition;
  /** `ignored` and `below` are `{ ignored }` and `{ names }` for the folders among the operands. */
  readonly prints: Printed | 'ignored' | 'below';
}

/** With an input that never ends: it prints as long as it is fed, or keeps all of it until the end; or it never ends by itself. */
export type Endless = 'passes' | 'keeps' | 'starts';

/** What a program does with such an input, always or in some of its calls: the first row that holds counts. */
export type Ending = Endless | readonly { readonly when: Condition; readonly endless: Endless }[];

/** It sets the shell up when the words after the program begin so, options left out. */
export const setsUp = (words: string): readonly PrintCase[] => [{ when: { line: `^(?:${words})` }, prints: 'setup' }];

/** Patterns for the names of the files below folders; of the current one when none is named. */
export function namesBelow(folders: readonly Argument[]): { readonly names: readonly string[] } {
  const texts = folders.map(({ text }) => text);
  if (texts.length === 0 || texts.includes(undefined)) return { names: ['**'] };
  return { names: texts.map(text => (text === '.' ? '**' : `${text?.replace(/\/+$/, '') ?? ''}/**`)) };
}
