import type { ApprovalClaim, ApprovalRequest } from '@licet/core';
import { grantsAll, verifyClaim } from '@licet/core';
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
const answer = { granted: [true] };
const claim: ApprovalClaim = { ...binding, id: 'i', holder: 'h', questions: [question], now: 50 };

describe('verifyClaim', () => {
  it('holds for what was granted', () => {
    expect(verifyClaim({ request, status: 'granted', answer }, claim)).toEqual({ valid: true, answer });
  });

  const wrong = [
    ['no request', undefined, claim],
    ['a denied one', { request, status: 'denied', answer }, claim],
    ['an unanswered one', { request, status: 'pending' }, claim],
    ['an expired one', { request, status: 'granted', answer }, { ...claim, now: 100 }],
    ['another session', { request, status: 'granted', answer }, { ...claim, sessionId: 'x' }],
    ['another action', { request, status: 'granted', answer }, { ...claim, actionDigest: 'x' }],
    ['another policy', { request, status: 'granted', answer }, { ...claim, policyDigest: 'x' }],
    [
      'another question',
      { request, status: 'granted', answer },
      { ...claim, questions: [question, { ...question, reason: 'x' }] },
    ],
  ] as const;
  for (const [what, stored, wanted] of wrong) {
    it(`does not hold for ${what}`, () => {
      expect(verifyClaim(stored, wanted)).toMatchObject({ valid: false });
    });
  }
});

describe('grantsAll', () => {
  it('wants one yes for each question', () => {
    expect(grantsAll({ granted: [true, true] }, [question, question])).toBe(true);
    for (const granted of [[true], [true, false], [true, 1], [true, true, true], 'yes', null]) {
      expect(grantsAll({ granted } as never, [question, question])).toBe(false);
    }
    expect(grantsAll(null as never, [])).toBe(false);
  });
});
