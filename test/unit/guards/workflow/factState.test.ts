import { describe, expect, it } from 'vitest';

import {
  causeOf,
  causedStamp,
  earningKey,
  earningOf,
  factKey,
  filesOf,
  lapsedEarnings,
  reasonKey,
  reasonOf,
} from '../../../../packages/guards/src/workflow/factState.ts';

describe('the key of a fact', () => {
  it('is a separate name for each agent, whatever the agent is called', () => {
    const key = (agentId: string | undefined, name: string): string =>
      factKey(name, 'agent', agentId === undefined ? {} : { agentId });

    expect(key(undefined, 'x')).toBe('@agent/main/x');
    expect(key('a/b', 'x')).not.toBe(key('a', 'b/x'));
    expect(factKey('x', 'session', { agentId: 'a' })).toBe('x');
  });

  it('has its reason and its files beside it', () => {
    const files = { versions: 'v', content: 'c' };
    const facts = { tested: { files }, [reasonKey('tested')]: 'it failed', [reasonKey('other')]: 1 };

    expect([reasonOf(facts, 'tested'), reasonOf(facts, 'other'), reasonOf(facts, 'none')]).toEqual([
      'it failed',
      undefined,
      undefined,
    ]);
    expect([filesOf(facts, 'tested'), filesOf({ tested: true }, 'tested'), filesOf({}, 'toString')]).toEqual([
      files,
      undefined,
      undefined,
    ]);
  });
});

describe('the stamp of a reset', () => {
  it('says what made void what held', () => {
    expect([causeOf(causedStamp('1', 'a\tb')), causeOf(causedStamp('1', undefined))]).toEqual(['a\tb', undefined]);
    expect(causeOf(causedStamp('1', 'x'.repeat(1_000)))).toHaveLength(200);
  });
});

describe('what a call may earn', () => {
  const earning = { at: 5, digest: 'd', facts: {}, reasons: {}, resets: [] };

  it('is what its commit has noted', () => {
    const facts = { [earningKey('c')]: earning, [earningKey('d')]: [1], [earningKey('e')]: null };

    expect(['c', 'd', 'e', 'f'].map(call => earningOf(facts, call)?.at)).toEqual([5, undefined, undefined, undefined]);
  });

  it('lapses when its outcome never came', () => {
    const facts = { [earningKey('c')]: earning, [earningKey('new')]: { ...earning, at: 9 }, other: earning };

    expect(lapsedEarnings(facts, 6)).toEqual([earningKey('c')]);
    expect(lapsedEarnings(facts, 5)).toEqual([]);
  });
});
