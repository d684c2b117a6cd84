import { describe, expect, it, test } from 'vitest';

import { globMatcher, hasGlobCharacter } from '../../../../../packages/effects/src/shell/words/glob.ts';

describe('a pattern of the shell', () => {
  test.each([
    ['*', '', true],
    ['*', 'a/b', true],
    ['a?c', 'abc', true],
    ['a?c', 'ac', false],
    ['[a-c]x', 'bx', true],
    ['[!a-c]x', 'bx', false],
    ['[^a-c]x', 'dx', true],
    ['[]]', ']', true],
    ['[a', '[a', true],
    [String.raw`\*`, '*', true],
    [String.raw`\*`, 'a', false],
    ['a*b*c', 'a-b-b-c', true],
    ['a*b*c', 'a-c-b', false],
    ['.env', '.envx', false],
    ['a+', 'a+', true],
  ])('%s against %j', (pattern, text, matches) => {
    expect(globMatcher(pattern)(text)).toBe(matches);
  });

  test.each(['@(a|b)', '+(a|(b))', '!(a)', '*(a', '[[:alpha:]]'])('%s may match anything: it is not read further', pattern => {
    expect(globMatcher(pattern)('z')).toBe(true);
  });

  it('needs few steps for a pattern that makes others try every combination', () => {
    expect(globMatcher(`${'a*'.repeat(200)}b`)('a'.repeat(2_000))).toBe(false);
  });
});

test.each([
  ['*.ts', true],
  ['a?', true],
  ['[ab]', true],
  ['@(a|b)', true],
  ['[ab', false],
  [']a[', false],
  ['a@b', false],
  ['', false],
])('%j has a live character of a pattern: %s', (text, live) => {
  expect(hasGlobCharacter(text)).toBe(live);
});
