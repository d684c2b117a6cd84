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

  it('count anew for every evaluation', () => {
    const condition = celCondition('action.payload.list.all(a, a)');
    const action = {
      kind: 'bash',
      sessionId: 's',
      payload: { list: Array.from({ length: MOST_STEPS - 1 }, () => true) },
    } as Action;

    expect([1, 2, 3].map(() => condition.test(action, ctx))).toEqual([true, true, true]);
  });
});
