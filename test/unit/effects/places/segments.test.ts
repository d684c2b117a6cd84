import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';

import {
  escapeGlob,
  isMagic,
  patternCovers,
  patternsMeet,
  toSegments,
  unescapeGlob,
} from '../../../../packages/effects/src/places/segments.ts';

const meet = (one: string, other: string): boolean => patternsMeet(toSegments(one), toSegments(other));
const covers = (wide: string, narrow: string): boolean => patternCovers(toSegments(wide), toSegments(narrow));

it('is a name again, whatever is in it, once it is escaped', () => {
  fc.assert(
    fc.property(fc.string(), text => {
      expect(unescapeGlob(escapeGlob(text))).toBe(text);
      expect(isMagic(escapeGlob(text))).toBe(false);
    }),
  );
});

test.each([
  ['a*', true],
  ['a?', true],
  ['[ab]', true],
  ['{a,b}', true],
  ['@(a)', true],
  [String.raw`a\*`, false],
  ['a(b)', false],
  ['', false],
])('%s has a wildcard: %s', (part, magic) => {
  expect(isMagic(part)).toBe(magic);
});

describe('two patterns meet', () => {
  test.each([
    ['/a/*', '/a/b', true],
    ['/a/*', '/a/b/c', false],
    ['/**/x', '/a/b/x', true],
    ['/a/**', '/**/b', true],
    ['/a/*.ts', '/a/b.*', true],
    ['/a/*.ts', '/a/b.js', false],
    ['/a/[bc]', '/a/b', true],
    ['/a/+(b)', '/a/anything', true],
    // The leading wildcard of a shell matches no leading dot.
    ['/a/*', '/a/.env', false],
    ['/a/.*', '/a/.env', true],
  ])('%s and %s: %s', (shell, policy, yes) => {
    expect(meet(shell, policy)).toBe(yes);
  });
});

describe('one pattern covers another', () => {
  test.each([
    ['/a/**', '/a/b/*.ts', true],
    ['/a/*', '/a/b', true],
    ['/a/*', '/a/**', false],
    ['/a/b', '/a/*', false],
    ['/a/*.ts', '/a/x*.ts', true],
    ['/a/x*.ts', '/a/*.ts', false],
    ['/a/[bc]', '/a/b', true],
    // Not certain: no.
    ['/a/[bc]', '/a/?', false],
  ])('%s covers %s: %s', (wide, narrow, yes) => {
    expect(covers(wide, narrow)).toBe(yes);
  });

  it('only where they meet', () => {
    const part = fc.stringMatching(/^[ab*?]{1,3}$/);
    const pattern = fc
      .array(fc.oneof(part, fc.constant('**')), { minLength: 1, maxLength: 3 })
      .map(parts => `/${parts.join('/')}`);
    fc.assert(fc.property(pattern, pattern, (wide, narrow) => fc.pre(covers(wide, narrow)) === undefined && meet(narrow, wide)));
  });
});
