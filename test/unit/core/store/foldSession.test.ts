import type { SessionEvent } from '@licet/core/store';
import { emptySession, foldSession } from '@licet/core/store';
import { describe, expect, it } from 'vitest';

const evaluated = (callId: string | undefined, passed: boolean, at = 0): SessionEvent => ({
  type: 'evaluated',
  at,
  evaluationId: `${at}`,
  kind: 'bash',
  ruling: passed ? 'pass' : 'block',
  passed,
  code: 'ok',
  risk: 0,
  ...(callId !== undefined && { callId }),
});
const fold = (...events: SessionEvent[]) => foldSession(emptySession('s'), ...events);

describe('foldSession', () => {
  it('keeps when the first event happened', () => {
    expect(emptySession('s').startedAt).toBeUndefined();
    expect(fold(evaluated('a', true, 5), evaluated('b', true, 7)).startedAt).toBe(5);
    expect(foldSession({ ...emptySession('s'), version: 3 }, evaluated('a', true, 5)).startedAt).toBeUndefined();
  });

  it('counts blocks in a row and forgets them at a pass', () => {
    expect(fold(evaluated(undefined, false), evaluated(undefined, false)).consecutiveBlocks).toBe(2);
    expect(fold(evaluated(undefined, false), evaluated(undefined, true)).consecutiveBlocks).toBe(0);
  });

  it('counts a call that was evaluated again once, by its last ruling', () => {
    expect(fold(evaluated('a', false), evaluated('a', true))).toMatchObject({
      evaluated: 1,
      passed: 1,
      rulings: { pass: 1, block: 0 },
    });
    expect(fold(evaluated('a', true), evaluated('a', false))).toMatchObject({ evaluated: 1, passed: 0, consecutiveBlocks: 1 });
  });

  it('keeps the last fifty events and every count', () => {
    const state = fold(...Array.from({ length: 120 }, (_each, at) => evaluated(undefined, true, at)));

    expect(state).toMatchObject({ version: 120, evaluated: 120 });
    expect([state.recent.length, state.recent[0]?.at, state.recent.at(-1)?.at]).toEqual([50, 70, 119]);
  });

  it('keeps a fact of any name and forgets it with null', () => {
    const fact = (name: string, value: null | number): SessionEvent => ({ type: 'fact', at: 0, name, value });

    expect(Object.keys(fold(fact('__proto__', 1), fact('a', 2), fact('a', null)).facts)).toEqual(['__proto__']);
    expect(Object.isFrozen(fold(fact('a', 1)).facts)).toBe(true);
  });
});
