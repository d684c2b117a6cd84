import { createRequire } from 'node:module';

import { array, assert, constantFrom, property, tuple, boolean } from 'fast-check';
import { describe, expect, it, test } from 'vitest';

import { compileGlob, expandBraces } from '../../../../packages/effects/src/places/glob.ts';
import { cases } from '../../../support/longRuns.ts';

const require = createRequire(new URL('../../../../packages/effects/package.json', import.meta.url));
const { Minimatch, braceExpand } = require('minimatch') as {
  readonly braceExpand: (pattern: string) => readonly string[];
  readonly Minimatch: new (pattern: string, options: object) => { match(path: string): boolean };
};
const options = { dot: true, nocomment: true, nonegate: true, nobrace: true, platform: 'linux' } as const;

const byLibrary = (pattern: string, below: boolean, path: string): boolean =>
  new Minimatch(pattern, options).match(path) || (below && new Minimatch(`${pattern}/**`, options).match(path));

const piece = constantFrom(
  'a',
  'b',
  'ab',
  '*',
  '*',
  '*.a',
  'a*',
  'a*b',
  '*a*',
  '*a*b*',
  '.a',
  '.*',
  '.',
  '..',
  '',
  '**',
  '**',
  'a**',
  '?',
  '[ab]',
  '#a',
  '!a',
  '\\*',
);
const name = constantFrom('a', 'b', 'ab', 'aab', 'abab', 'x.a', '.a', '.', '..', '', '*', 'ä\n', '#a', '!a');

describe('compileGlob', () => {
  it('matches what the library matches, with and without it', () => {
    assert(
      property(
        array(piece, { minLength: 1, maxLength: 5 }),
        array(name, { minLength: 1, maxLength: 5 }),
        boolean(),
        (parts, names, below) => {
          const [pattern, path] = [parts.join('/'), names.join('/')];
          expect([pattern, path, below, compileGlob(pattern, below)(path)]).toEqual([
            pattern,
            path,
            below,
            byLibrary(pattern, below, path),
          ]);
        },
      ),
      { numRuns: cases(4_000) },
    );
  });

  it('matches names of stars and letters as the library does', () => {
    const letters = array(constantFrom('a', 'b', '*'), { minLength: 1, maxLength: 8 }).map(all =>
      all.join('').replace(/\*+/g, '*'),
    );
    assert(
      property(tuple(letters, array(constantFrom('a', 'b'), { minLength: 1, maxLength: 10 })), ([pattern, all]) => {
        expect([pattern, all, compileGlob(pattern, false)(all.join(''))]).toEqual([
          pattern,
          all,
          byLibrary(pattern, false, all.join('')),
        ]);
      }),
      { numRuns: cases(2_000) },
    );
  });

  test.each([
    ['src/**', 'src', false],
    ['src/**', 'src/a/b', true],
    ['**/a', 'a', true],
    ['*/a', 'a', false],
    ['a/*', 'a/', false],
  ])('%s and %s', (pattern, path, expected) => {
    expect(compileGlob(pattern, false)(path)).toBe(expected);
    expect(byLibrary(pattern, false, path)).toBe(expected);
  });
});

test('braces expand as the library expands them, whether it is loaded or not', () => {
  const part = constantFrom('a', 'b.c', '{', '{', '}', '}', ',', ',', '.', '/', '*', '1');
  const pattern = array(part, { minLength: 1, maxLength: 10 }).map(parts => parts.join(''));

  assert(
    property(pattern, text => {
      expect(expandBraces(text)).toEqual(text.includes('{') ? braceExpand(text) : [text]);
    }),
    { numRuns: cases(4_000) },
  );
});
