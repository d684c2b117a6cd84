import type { ApprovalRequest } from '@licet/core';
import type { ApprovalQuorum } from '@licet/core/nodes';
import type { ApprovalClaim, ApprovalRow, GivenAnswer, Question } from '@licet/core/store';
import {
  approvalStatus,
  currentAmong,
  isForAnybody,
  isOpen,
  judgeClaim,
  newestOf,
  openAmong,
  standingOf,
  storedApproval,
} from '@licet/core/store';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const question: Question = { guard: 'g', code: 'c', reason: 'r' };
const binding = { actionDigest: 'a', policyDigest: 'p', sessionId: 's' };
const request: ApprovalRequest = {
  ...binding,
  id: 'i',
  code: '1234-567Y',
  questions: [question],
  createdAt: 0,
  expiresAt: 100,
  action: { kind: 'tool', payload: {}, sessionId: 's' },
};
const yes: GivenAnswer = { granted: [true], at: 1 };
const row: ApprovalRow = { request, answers: [yes], holders: [] };
const claim: ApprovalClaim = { ...binding, id: 'i', holder: 'h', questions: [question], now: 50 };
const said = (by: string, granted: boolean | null): GivenAnswer => ({ by, granted: [granted], at: 1 });

describe('isForAnybody', () => {
  it('holds where no question counts people', () => {
    expect(isForAnybody([question, question])).toBe(true);
    expect(isForAnybody([question, { ...question, quorum: { approvals: 1 } }])).toBe(false);
  });
});

describe('judgeClaim', () => {
  it('holds for what was granted', () => {
    expect(judgeClaim(row, claim)).toEqual({ valid: true, answers: [yes] });
    expect(judgeClaim({ ...row, holders: ['h'] }, claim)).toMatchObject({ valid: true });
  });

  const wrong = [
    ['no request', undefined, claim, 'unknown_request'],
    ['a denied one', { request, answers: [{ granted: [false], at: 1 }], holders: [] }, claim, 'denied'],
    ['an unanswered one', { request, answers: [], holders: [] }, claim, 'not_granted'],
    ['an expired one', row, { ...claim, now: 100 }, 'expired'],
    ['another session', row, { ...claim, sessionId: 'x' }, 'other_session'],
    ['another action', row, { ...claim, actionDigest: 'x' }, 'other_action'],
    ['another policy', row, { ...claim, policyDigest: 'x' }, 'other_policy'],
    ['another question', row, { ...claim, questions: [question, { ...question, reason: 'x' }] }, 'other_question'],
    ['one used by another call', { ...row, holders: ['other'] }, claim, 'used_up'],
  ] as const;
  for (const [what, stored, wanted, code] of wrong) {
    it(`does not hold for ${what}`, () => {
      expect(judgeClaim(stored, wanted)).toMatchObject({ valid: false, code });
    });
  }
});

describe('approvalStatus', () => {
  it('changes exactly at the expiry', () => {
    expect([99, 100].map(now => approvalStatus({ request, answers: [], holders: [] }, now))).toEqual(['pending', 'expired']);
    expect([99, 100].map(now => approvalStatus(row, now))).toEqual(['granted', 'expired']);
    expect(approvalStatus({ ...row, holders: ['h'] }, 1_000)).toBe('consumed');
  });

  it('is never granted to a request that asks nothing', () => {
    expect(approvalStatus({ request: { ...request, questions: [] }, answers: [{ granted: [], at: 1 }], holders: [] }, 1)).toBe(
      'pending',
    );
  });

  it('does not depend on the order of the answers', () => {
    const answers = fc.uniqueArray(fc.record({ by: fc.constantFrom('a', 'b', 'c', 'd'), granted: fc.option(fc.boolean()) }), {
      selector: ({ by }) => by,
    });
    fc.assert(
      fc.property(answers, fc.integer({ min: 1, max: 4 }), fc.boolean(), (given, approvals, known) => {
        const quorum = { approvals, veto: ['d'], ...(known && { of: ['a', 'b', 'c', 'd'] }) };
        const asked = { ...request, questions: [{ ...question, quorum }] };
        const list = given.map(({ by, granted }) => said(by, granted));
        const statuses = [list, list.toReversed(), list.toSorted((a, b) => (a.by ?? '').localeCompare(b.by ?? ''))];
        expect(new Set(statuses.map(each => approvalStatus({ request: asked, answers: each, holders: [] }, 1))).size).toBe(1);
      }),
    );
  });
});

describe('standingOf', () => {
  const standing = (quorum: ApprovalQuorum | undefined, ...answers: readonly GivenAnswer[]): string =>
    standingOf(quorum === undefined ? question : { ...question, quorum }, 0, answers);

  it.each([
    [undefined, [], 'pending'],
    [undefined, [said('a', null)], 'pending'],
    [undefined, [said('a', true), said('b', false)], 'denied'],
    [{ approvals: 2 }, [said('a', true), said('A ', true)], 'pending'],
    [{ approvals: 2 }, [said('a', true), said('b', true)], 'granted'],
    [{ approvals: 1 }, [{ granted: [true], at: 1 }], 'pending'],
    [{ approvals: 1 }, [said('a', false), said('b', false), said('c', false)], 'pending'],
    [{ approvals: 1, of: ['a'] }, [said('b', true)], 'pending'],
    [{ approvals: 1, of: ['a', 'b'] }, [said('a', false)], 'pending'],
    [{ approvals: 2, of: ['a', 'b'] }, [said('a', false)], 'denied'],
    [{ approvals: 2, of: ['a', 'A'] }, [], 'denied'],
    [{ approvals: 1, veto: ['b'] }, [said('a', true), said('B', false)], 'denied'],
    [{ approvals: 1, of: ['a'], veto: ['b'] }, [said('b', true)], 'pending'],
    [{ approvals: 0 }, [said('a', true)], 'denied'],
    [{ approvals: 1.5 }, [said('a', true), said('b', true)], 'denied'],
    [{ approvals: Number.NaN }, [said('a', true)], 'denied'],
    [{ approvals: '1' as never }, [said('a', true)], 'denied'],
  ] as const)('for %j and %j is %s', (quorum, answers, expected) => {
    expect(standing(quorum, ...answers)).toBe(expected);
  });
});

describe('isOpen', () => {
  it('trusts no clock that is long before the request, but one of another machine', () => {
    expect([-60_000, -59_999, 0, 99, 100].map(now => isOpen(request, now))).toEqual([false, true, true, true, false]);
    expect(isOpen({ ...request, expiresAt: Number.NaN }, 1)).toBe(false);
  });
});

describe('currentAmong, openAmong and newestOf', () => {
  const older = { ...row, request: { ...request, id: 'h' } };

  it('choose the newest that covers what is asked', () => {
    const newer = { ...row, request: { ...request, id: 'j', createdAt: 2 } };
    expect(newestOf([newer, older, row])).toBe(newer);
    expect(newestOf([])).toBeUndefined();
    expect(currentAmong([older, newer, row], claim)).toEqual(storedApproval(newer, 50));
    expect(currentAmong([older, row], { ...claim, holder: 'x' })?.request.id).toBe('i');
    expect(currentAmong([row], { ...claim, questions: [{ ...question, guard: 'x' }] })).toBeUndefined();
  });

  it('open a second request only where none waits or may be used', () => {
    const again = { ...request, id: 'k', createdAt: 5 };
    expect(openAmong([row], again)).toMatchObject({ fresh: false, approval: { request: { id: 'i' } } });
    expect(openAmong([{ request, answers: [{ granted: [false], at: 1 }], holders: [] }], again)).toEqual({
      opened: false,
      code: 'code_taken',
    });
    expect(openAmong([{ ...row, holders: ['h'] }], { ...again, code: 'other' })).toMatchObject({ fresh: true });
  });
});
