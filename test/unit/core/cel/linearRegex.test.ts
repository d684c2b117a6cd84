import { createRequire } from 'node:module';

import { describe, expect, it } from 'vitest';

import { linearRegex, withLinearRegex } from '../../../../packages/core/src/cel/linearRegex.ts';

type Tree = Parameters<typeof withLinearRegex>[1];

const ofCore = createRequire(new URL('../../../../packages/core/package.json', import.meta.url));
const { parse } = ofCore('@marcbachmann/cel-js') as { parse: (text: string) => { ast: Tree } };
const changed = (text: string): string => withLinearRegex(text, parse(text).ast, linearRegex());

describe('`matches` of a condition', () => {
  it('is the linear matcher, at the same place', () => {
    const text = 'a.matches("x") && b.c . matches("y")';

    expect(changed(text)).toBe('a.re2test("x") && b.c . re2test("y")');
    expect(changed(text)).toHaveLength(text.length);
  });

  it('is left alone where it is a text or a name', () => {
    expect(changed('"a.matches(b)" == matches')).toBe('"a.matches(b)" == matches');
  });

  it('is refused with a pattern that takes more than linear time, or that is none', () => {
    expect(() => changed(String.raw`a.matches("(a)\\1")`)).toThrow('is not a pattern in RE2 syntax');
    expect(() => changed('a.matches("(")')).toThrow('is not a pattern in RE2 syntax');
  });
});

describe('the matcher', () => {
  const regex = linearRegex();
  const test = (text: string, pattern: string): boolean => regex.test(text, pattern);

  it('finds a pattern anywhere, compiled before or not', () => {
    regex.compile('b+');

    expect([test('abc', 'b+'), test('abc', '^b'), test('', '')]).toEqual([true, false, true]);
  });

  it('needs linear time', () => {
    expect(test('a'.repeat(5_000), '^(a+)+$')).toBe(true);
    expect(test(`${'a'.repeat(5_000)}!`, '^(a+)+$')).toBe(false);
  });

  it('refuses a text that is too long: an error is no answer', () => {
    expect(() => test('a'.repeat(300_000), 'a')).toThrow(RangeError);
  });
});
