import { describe, expect, it, test } from 'vitest';

import { literal, patternField, unknownField } from '../../../../../packages/effects/src/shell/words/field.ts';
import {
  matchingCost,
  modifyCase,
  removeAffix,
  replaceText,
} from '../../../../../packages/effects/src/shell/words/textOperations.ts';

describe('a value without its beginning or end', () => {
  test.each([
    ['a/b/c', '#', '*/', 'b/c'],
    ['a/b/c', '##', '*/', 'c'],
    ['a/b/c', '%', '/*', 'a/b'],
    ['a/b/c', '%%', '/*', 'a'],
    ['abc', '#', 'x', 'abc'],
    ['', '##', '*', ''],
  ] as const)('${%s%s%s}', (text, operator, pattern, left) => {
    expect(removeAffix(text, operator, patternField(pattern))).toBe(left);
  });

  it('takes a quoted pattern as it is written', () => {
    expect(removeAffix('*a', '#', literal('*'))).toBe('a');
    expect(removeAffix('ba', '#', literal('*'))).toBe('ba');
  });
});

describe('a value with something else in it', () => {
  test.each([
    ['a.b.c', '/', '.', 'x', 'axb.c'],
    ['a.b.c', '//', '.', '', 'abc'],
    ['a.a', '/#', 'a', 'x', 'x.a'],
    ['b.a', '/#', 'a', 'x', 'b.a'],
    ['a.a', '/%', 'a', 'x', 'a.x'],
    ['abc', '//', '', 'x', 'abc'],
  ] as const)('${%s%s%s/%s}', (text, operator, pattern, by, result) => {
    expect(replaceText(text, operator, literal(pattern), literal(by))).toBe(result);
  });

  it('is unknown where the replacement or the pattern is, or the replacement names the match', () => {
    expect(replaceText('a', '/', literal('a'), unknownField('$X'))).toBeUndefined();
    expect(replaceText('a', '/', unknownField('$X'), literal('b'))).toBeUndefined();
    expect(replaceText('a', '/', literal('a'), literal('&b'))).toBeUndefined();
  });
});

test.each([
  ['^', 'Ab c'],
  ['^^', 'AB C'],
  [',', 'ab c'],
  ['@U', 'AB C'],
  ['@u', 'Ab c'],
  ['@L', 'ab c'],
  ['@Q', undefined],
])('${x%s}', (operator, result) => {
  expect(modifyCase('ab c', operator)).toBe(result);
});

test('trying a pattern costs more the longer the text is, and a very long one is never tried', () => {
  const cost = (length: number): number => matchingCost('Replace', 'a'.repeat(length), patternField('*a'));

  expect(cost(10)).toBeLessThan(cost(100));
  expect(cost(100_000)).toBe(Number.POSITIVE_INFINITY);
});
