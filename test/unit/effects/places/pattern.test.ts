import { describe, expect, it, test } from 'vitest';

import {
  PathPatternError,
  compilePattern,
  foldPathName,
  isMoreSpecific,
  mostSpecific,
} from '../../../../packages/effects/src/places/pattern.ts';

const anchors = { root: '/p', home: '/h', mode: 'grant' } as const;
const compiled = (source: string) => compilePattern(source, anchors);
const matches = (source: string, path: string): boolean => compiled(source).alternatives.some(one => one.matches(path));

describe('a pattern of a policy', () => {
  test.each([
    ['src/**', '/p/src/a/b.ts', true],
    ['src/**', '/q/src/a.ts', false],
    ['/etc/', '/etc/passwd', true],
    ['~/.ssh/', '/h/.ssh/id_rsa', true],
    ['src/{a,b}.ts', '/p/src/b.ts', true],
    ['src/{a,b}.ts', '/p/src/c.ts', false],
    ['src/a', '/p/src/ab', false],
  ])('%s matches %s: %s', (source, path, yes) => {
    expect(matches(source, path)).toBe(yes);
  });

  test.each([
    ['', 'expected a path pattern'],
    ['[a', 'expected `]`'],
    ['{a,b', 'expected `}`'],
    ['+(a', 'expected `)`'],
    ['[z-a]', 'expected a range that goes up'],
    ['!a', 'expected a pattern, found `!`'],
    ['~other/x', 'home of another user'],
    ['a/*/../b', 'expected no `..` behind a wildcard'],
    ['a\u0007b', 'control character'],
    ['!(a|+(b))', 'expected no group inside or around'],
    ['a'.repeat(9_000), 'expected at most 8192 characters'],
    ['{1..9999}', 'at most'],
  ])('%j is refused when the policy is loaded', (source, message) => {
    expect(() => compiled(source).alternatives.length).toThrow(PathPatternError);
    expect(() => compiled(source).alternatives.length).toThrow(message);
  });

  it('that names a home needs one', () => {
    expect(() => compilePattern('~/x', { root: '/p', mode: 'grant' })).toThrow('expected a known home folder');
  });
});

describe('the more specific of two patterns', () => {
  const more = (left: string, right: string): boolean => isMoreSpecific(compiled(left), compiled(right));

  it('is the one that matches nothing else', () => {
    expect(more('src/gen/**', 'src/**')).toBe(true);
    expect(more('src/**', 'src/gen/**')).toBe(false);
  });

  it('is neither where both match what the other does not, nor where they are the same', () => {
    expect([more('secrets/**', '**/*.md'), more('**/*.md', 'secrets/**'), more('src/**', 'src/**')]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('leaves ties to the caller', () => {
    const rules = ['src/**', 'src/gen/**', '**/*.md'].map(source => ({ pattern: compiled(source) }));

    expect(mostSpecific(rules).map(({ pattern }) => pattern.source)).toEqual(['src/gen/**', '**/*.md']);
  });
});

test.each([
  ['e\u0301', 'grant', false, '\u00e9'],
  ['A', 'grant', true, 'a'],
  ['A', 'grant', false, 'A'],
  ['x /y', 'restrict', false, 'x/y'],
  ['x /y', 'grant', false, 'x /y'],
  ['a\u200db', 'grant', true, 'ab'],
] as const)('%j is taken for the same name (%s, fold %s) as %j', (text, mode, caseFold, name) => {
  expect(foldPathName(text, { mode, caseFold })).toBe(name);
});
