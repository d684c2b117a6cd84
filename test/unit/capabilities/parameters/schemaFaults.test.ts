import { describe, expect, it, test } from 'vitest';

import { demand, fits, kindText, memberOf } from '../../../../packages/capabilities/src/parameters/schemaFaults.ts';
import type { Walk } from '../../../../packages/capabilities/src/parameters/schemaFaults.ts';

test.each([
  [undefined, 'none'],
  [null, '`null`'],
  [[], 'a list'],
  ['hunter2', 'a text'],
  [1, 'a whole number'],
  [1.5, 'a number'],
  [false, '`true` or `false`'],
  [{}, 'a mapping'],
  [() => 1, 'something that is no data'],
])('%j is %s, whatever it says', (value, words) => {
  expect(kindText(value)).toBe(words);
});

describe('a look at a value', () => {
  const text = demand('a text', value => typeof value === 'string');

  it('adds a fault with the place, and never the value', () => {
    const walk: Walk = { faults: [], budget: { left: 1 } };
    text(42, 'a.b', walk);
    text('x', 'a.c', walk);

    expect(walk.faults).toEqual([{ arg: 'a.b', required: 'a text', found: 'a whole number' }]);
  });

  it('is told apart from the others, on the same budget', () => {
    const walk: Walk = { faults: [], budget: { left: 5 } };

    expect(fits((_value, _at, { budget }) => void budget.left--, 1, '', walk)).toBe(true);
    expect(fits(text, 1, '', walk)).toBe(false);
    expect(walk).toEqual({ faults: [], budget: { left: 4 } });
  });
});

it('names a place, with names that are not too long', () => {
  expect([memberOf('', 'a'), memberOf('a', 'b')]).toEqual(['a', 'a.b']);
  expect(memberOf('a', 'x'.repeat(1_000))).toHaveLength(67);
});
