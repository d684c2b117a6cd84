import type { ApprovalRequest } from '@licet/core';
import type { ApprovalRow } from '@licet/core/store';
import { refusalOf, takeAnswer } from '@licet/core/store';
import { describe, expect, it } from 'vitest';

const request: ApprovalRequest = {
  id: 'i',
  code: '1234-567Y',
  actionDigest: 'a',
  policyDigest: 'p',
  sessionId: 's',
  questions: [
    { guard: 'g', code: 'c', reason: 'r' },
    { guard: 'h', code: 'c', reason: 'r', quorum: { approvals: 1, of: ['ann'], veto: ['sec'] } },
  ],
  createdAt: 0,
  expiresAt: 100,
  action: { kind: 'tool', payload: {}, sessionId: 's', agentId: 'bot', principal: { id: 'boss' } },
};
const row: ApprovalRow = { request, answers: [], holders: [] };

describe('takeAnswer', () => {
  it('returns the row to store, and changes none', () => {
    const result = takeAnswer(row, { granted: [true, true], by: ' ann ', reason: 'ok\ud800' }, 7);

    expect(result).toEqual({
      taken: true,
      approval: {
        holders: [],
        request,
        status: 'granted',
        answers: [{ granted: [true, true], by: 'ann', reason: 'ok\ufffd', at: 7 }],
      },
    });
    expect(row.answers).toEqual([]);
  });

  it('keeps nothing of an answer but what it knows, and cuts what is long', () => {
    const given = { granted: [true, null], evil: 1, reason: 'x'.repeat(5_000), channel: 'y'.repeat(100), by: undefined };
    const result = takeAnswer(row, given as never, 1);

    expect(result.taken && result.approval.answers[0]).toEqual({
      granted: [true, null],
      at: 1,
      reason: 'x'.repeat(2_000),
      channel: 'y'.repeat(64),
    });
  });

  it('lets a person answer what they have not answered yet', () => {
    const first = takeAnswer(row, { granted: [true, null], by: 'ann' }, 1);
    const stored = first.taken ? first.approval : row;

    expect(takeAnswer(stored, { granted: [true, true], by: 'Ann' }, 2)).toMatchObject({ taken: false, code: 'second_answer' });
    expect(takeAnswer(stored, { granted: [null, true], by: 'Ann' }, 2)).toMatchObject({ taken: true });
  });

  it('says what became of a request that is decided', () => {
    const granted = { ...row, answers: [{ granted: [true, true], by: 'ann', at: 1 }] };
    const late = { granted: [false, null], by: 'eve' };

    expect(takeAnswer(granted, late, 2)).toMatchObject({ code: 'decided', why: 'the request was granted already' });
    expect(takeAnswer({ ...granted, holders: ['h'] }, late, 2)).toMatchObject({ code: 'decided' });
    expect(takeAnswer(granted, late, 100)).toMatchObject({ code: 'expired' });
  });
});

describe('refusalOf', () => {
  it.each([
    [0, undefined, undefined],
    [0, 'anybody', undefined],
    [0, 'BOT', 'self_approval'],
    [0, ' boss', 'self_approval'],
    [1, undefined, 'unknown_approver'],
    [1, 'anybody', 'unknown_approver'],
    [1, 'Ann', undefined],
    [1, 'sec', undefined],
  ] as const)('question %i, `%s`: %s', (index, by, code) => {
    expect(refusalOf(request, index, by)?.code).toBe(code);
  });
});
