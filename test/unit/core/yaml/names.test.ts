import { expect, it, test } from 'vitest';

import { foundValue, listed, quote, visible } from '../../../../packages/core/src/yaml/names.ts';

it('writes what would not be seen', () => {
  expect(visible('a\u202e\u0007b')).toBe(String.raw`a\u202e\u0007b`);
});

it('quotes what somebody wrote, not too much of it', () => {
  expect([quote('a'), quote(1), quote(['a'])]).toEqual(['`a`', '`1`', '`["a"]`']);
  expect(quote('x'.repeat(100))).toBe(`\`${'x'.repeat(60)}…\``);
  expect(quote('a\nb')).not.toContain('\n');
});

test.each([
  [[], ''],
  [['a'], '`a`'],
  [['a', 'b'], '`a` or `b`'],
  [['a', 'b', 'c'], '`a`, `b` or `c`'],
])('%j', (names, text) => {
  expect(listed(names)).toBe(text);
});

test.each([
  [null, 'nothing'],
  [[], 'a list'],
  [{}, 'a mapping'],
  ['a', 'the text `a`'],
  [1, '`1`'],
  [false, '`false`'],
])('%j is %s', (value, words) => {
  expect(foundValue(value)).toBe(words);
});
