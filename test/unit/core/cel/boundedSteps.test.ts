import type { Action, GovernanceContext } from '@licet/core';
import { celCondition } from '@licet/core/cel';
import { describe, expect, it } from 'vitest';

import { MOST_STEPS } from '../../../../packages/core/src/cel/boundedSteps.ts';

const ctx = {
  session: { id: 's', state: { rulings: {}, facts: {} } },
  effects: [],
  risk: 0,
  annotations: [],
} as unknown as GovernanceContext;
const test = (condition: string, payload: object = {}): boolean =>
  celCondition(condition).test({ kind: 'bash', sessionId: 's', payload } as Action, ctx) as boolean;

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);
const NINE = '[1,2,3,4,5,6,7,8,9]';

describe('loops of a condition', () => {
  it.each([
    ['[1, 2, 3].all(a, a > 0)', true],
    ['[1, 2, 3].all(a, a > 1)', false],
    ['[1, 2, 3].exists(a, a == 3)', true],
    ['[1, 2, 3].exists(a, a == 4)', false],
    ['[1, 2, 3].exists_one(a, a == 2)', true],
    ['[1, 2, 3].filter(a, a > 1).size() == 2', true],
    ['[1, 2, 3].map(a, a * 2) == [2, 4, 6]', true],
    ['[1, 2].map(a, a > 1, a * 2) == [4]', true],
    ['[[1], [2]].all(l, l.exists(a, (a > 0)))', true],
    ['{"a": 1}.all(k, k == "a")', true],
    ['[1].all(all, all > 0 || false)', true],
    ['["ab"].all(t, t.matches("^a") && ["ab"].exists(u, u == t))', true],
  ])('mean what they mean without a bound: %s', (condition, wanted) => {
    expect(test(condition)).toBe(wanted);
  });

  it('throw, and give no answer, where they look at too many elements', () => {
    const nested = Array.from('abcdefg').reduceRight((inner, name) => `${NINE}.all(${name}, ${inner})`, 'a + g > 0');

    expect(() => test(nested)).toThrow(RangeError);
  });

  it.each(['exists_one(a, true)', 'filter(a, true).size() > 0', 'map(a, a).size() > 0'])(
    'throw for a list that is too long: %s',
    loop => {
      const list = Array.from({ length: MOST_STEPS + 1 }, () => true);

      expect(() => test(`action.payload.list.${loop}`, { list })).toThrow(RangeError);
      expect(test(`action.payload.list.${loop}`, { list: list.slice(2) })).toBe(!loop.startsWith('exists_one'));
    },
  );

  it.each([
    ['two loops over a long list', 'action.payload.list.all(a, action.payload.list.all(b, true))', { list: numbers(400) }],
    [
      'a loop over what another loop makes',
      'action.payload.list.map(a, action.payload.list.map(b, b)).all(c, c.all(d, d >= 0.0))',
      { list: numbers(400) },
    ],
    [
      'loops that filter',
      'action.payload.list.filter(a, action.payload.list.filter(b, b == a) == [a]) == []',
      { list: numbers(400) },
    ],
    [
      'loops over the keys of a map',
      'action.payload.map.all(a, action.payload.map.all(b, true))',
      { map: Object.fromEntries(numbers(400).map(n => [`k${n}`, n])) },
    ],
    [
      'patterns in a loop',
      'action.payload.list.exists(a, action.payload.text.matches("(a+)+b"))',
      { list: numbers(100), text: 'a'.repeat(200_000) },
    ],
    [
      'patterns beside each other',
      Array.from({ length: 20 }, (_, i) => `action.payload.text.matches("(a+)+${i}")`).join(' || '),
      { text: 'a'.repeat(200_000) },
    ],
    [
      'long texts in a loop',
      'action.payload.list.exists(a, action.payload.text.contains("b"))',
      { list: numbers(20_000), text: 'a'.repeat(8e6) },
    ],
  ])('throw for %s', (_what, condition, payload) => {
    expect(() => test(condition, payload)).toThrow(RangeError);
  });

  it.each([
    ['a pattern in a long text', 'action.payload.text.matches("b$")', { text: `${'a'.repeat(250_000)}b` }],
    [
      'a short list beside a long text',
      'action.payload.list.exists(a, action.payload.text.contains("b"))',
      { list: numbers(20), text: `${'a'.repeat(8e6)}b` },
    ],
    ['many loops, each of few elements', Array.from({ length: 60 }, () => '[1].all(a, true)').join(' && '), {}],
  ])('leave room for %s', (_what, condition, payload) => {
    expect(test(condition, payload)).toBe(true);
  });

  it('count again for every evaluation', () => {
    const condition = celCondition('action.payload.list.all(a, a)');
    const action = {
      kind: 'bash',
      sessionId: 's',
      payload: { list: Array.from({ length: MOST_STEPS - 1 }, () => true) },
    } as Action;

    expect([1, 2, 3].map(() => condition.test(action, ctx))).toEqual([true, true, true]);
  });
});
