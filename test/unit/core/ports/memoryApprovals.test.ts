import type { ApprovalRequest } from '@licet/core';
import { memoryApprovals } from '@licet/core';
import { describe, expect, it } from 'vitest';

const question = { guard: 'g', code: 'c', reason: 'r' };
const binding = { actionDigest: 'a', policyDigest: 'p', sessionId: 's' };
const request: ApprovalRequest = {
  ...binding,
  id: 'i',
  questions: [question],
  createdAt: 0,
  expiresAt: 100,
  action: { kind: 'tool', payload: {}, sessionId: 's' },
};
const claim = { ...binding, id: 'i', questions: [question], now: 50 };

describe('memoryApprovals', () => {
  it('is used up by one holder, who may use it again', () => {
    const store = memoryApprovals();
    void store.open(request);
    void store.answer('i', { granted: [true] }, 10);

    expect(store.verify({ ...claim, holder: 'h' })).toMatchObject({ valid: true });
    expect(store.consume({ ...claim, holder: 'h' })).toMatchObject({ valid: true });
    expect(store.consume({ ...claim, holder: 'h' })).toMatchObject({ valid: true });
    expect(store.consume({ ...claim, holder: 'other' })).toMatchObject({ valid: false });
    expect(store.find('i', 50)).toMatchObject({ status: 'consumed' });
  });

  it('tells what waits, what has expired and what was denied', () => {
    const store = memoryApprovals();
    for (const id of ['a', 'b', 'c']) void store.open({ ...request, id });
    void store.answer('b', { granted: [false] }, 10);

    expect((store.pending(50) as readonly { request: ApprovalRequest }[]).map(each => each.request.id)).toEqual(['a', 'c']);
    expect(store.pending(100)).toEqual([]);
    expect([store.find('a', 100), store.find('b', 50), store.find('x', 50)]).toMatchObject([
      { status: 'expired' },
      { status: 'denied' },
      undefined,
    ]);
    expect([store.answer('a', { granted: [true] }, 100), store.answer('x', { granted: [true] }, 1)]).toEqual([false, false]);
  });
});
