import type { Guard, Verdict } from '@licet/core';
import { All, block, guard, pass } from '@licet/core';
import { actions, checkGuard } from '@licet/core/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const one = [{ kind: 'bash', payload: { command: 'ls' } }];
const rules = async (candidate: unknown) => (await checkGuard(candidate as Guard, one)).map(({ rule }) => rule);

describe('checkGuard', () => {
  it('finds nothing wrong with a guard that is right', async () => {
    const right = guard('right', action => (action.kind === 'bash' ? block('no shell', { fix: 'use a tool' }) : pass()));

    expect(await checkGuard(All(right, right), fc.sample(actions(), 50))).toEqual([]);
  });

  let calls = 0;
  const flawed: readonly (readonly [string, unknown])[] = [
    ['is_a_guard', {}],
    [
      'never_throws',
      guard('a', () => {
        throw new Error('no');
      }),
    ],
    ['never_throws', guard('a', () => undefined as unknown as Verdict)],
    [
      'never_throws',
      guard('a', (_action, ctx) => {
        void ctx.session.reserve('k');
        return pass();
      }),
    ],
    [
      'never_throws',
      guard('a', action => {
        (action.payload as { x?: number }).x = 1;
        return pass();
      }),
    ],
    ['deterministic', guard('a', () => (calls++ % 2 === 0 ? pass() : block('odd', { fix: 'try again' })))],
    ['says_why', guard('a', () => ({ ruling: 'block', fix: { summary: 'f' } }) as Verdict)],
    ['says_what_to_do', guard('a', () => ({ ruling: 'ask', reason: 'r' }) as Verdict)],
  ];
  for (const [rule, candidate] of flawed) {
    it(`finds a guard that breaks the rule ${rule}`, async () => {
      expect(await rules(candidate)).toEqual([rule]);
    });
  }
});
