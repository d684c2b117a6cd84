import { describe, expect, it } from 'vitest';

import { PACKAGES, files, read } from './source.ts';

/** Words that make a sentence hard to read, as regular expressions, and what to write instead. */
const WORDS: readonly (readonly [word: string, instead: string])[] = [
  ['nobody', 'name the subject: `no user`, `no human`, `no caller`, or `no answer came`'],
  ['whoever', 'name the subject: `anyone who`, `the caller`, `whichever process`'],
  ['besides', '`also`, `in addition to`, `other than`'],
  ['anew', '`again`, or a verb: `rewrite`, `restart`'],
  ['stands', '`is`; for a shorthand `means`; for a state `the status of`'],
  ['of (?:its|their) own', '`its own`, `a separate`, `a new`'],
  ['comes to', '`reaches`, `the result is`'],
  ['passes over', '`skips`, `ignores`'],
  ['is not to be had', '`is missing`'],
  ['says so', 'name what is printed, returned or set'],
  ['for nothing', '`ignored`, `for no reason`'],
];

/** Where one of them is data. */
const ALLOWED: readonly (readonly [path: string, text: string, why: string])[] = [
  ['packages/guards/src/flow/coding/acts.ts', '(?:nothing|nobody|no one)', 'words of prompts'],
  ['packages/effects/src/programs/permissions.ts', 'u:nobody', 'a user of Unix'],
];

/** The one file that has to write them. */
const LIST = 'test/repo/words.test.ts';

const FILES = [
  ...PACKAGES.flatMap(name => files(`packages/${name}/src`, '')),
  ...PACKAGES.map(name => `packages/${name}/README.md`),
  ...['.md', '.py', '.svg'].flatMap(ending => files('docs', ending)).filter(path => !path.includes('/.vitepress/')),
  ...files('.changeset', '.md'),
  ...files('schema', '.json'),
  ...['contract', 'examples', 'laws', 'model', 'process', 'repo', 'support', 'unit'].flatMap(room =>
    files(`test/${room}`, '.ts'),
  ),
  'README.md',
  'SECURITY.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
];

const withoutData = (path: string, text: string): string =>
  ALLOWED.filter(([place]) => place === path).reduce((rest, [, data]) => rest.replace(data, ''), text);

const ANY = new RegExp(String.raw`\b(?:${WORDS.map(([word]) => word).join('|')})\b`, 'giu');

const insteadOf = (found: string): string => WORDS.find(([word]) => new RegExp(`^${word}$`, 'iu').test(found))?.[1] ?? '';

/** The banned words of a text, with their lines. An escape such as `\n` may be directly before a word. */
const wordsIn = (path: string, text: string): readonly string[] =>
  text
    .split('\n')
    .flatMap((line, index) =>
      Array.from(
        line.replaceAll(/\\[nt]/gu, '  ').matchAll(ANY),
        ([found]) => `${path}:${index + 1}: replace "${found}" by ${insteadOf(found)}`,
      ),
    );

describe('plain English', () => {
  it('is what sources, tests, pages, changesets and the schema are written in', () => {
    const found = FILES.filter(path => path !== LIST).flatMap(path => wordsIn(path, withoutData(path, read(path))));

    expect(found).toEqual([]);
  });

  it.each(ALLOWED)('has in %s only what is there: %s', (path, text) => {
    expect(read(path)).toContain(text);
  });
});
