import type { ApprovalRequest } from '@licet/core';
import { answerRecord, askRecord } from '@licet/core/store';
import { describe, expect, it } from 'vitest';

const request: ApprovalRequest = {
  id: 'i',
  code: '1234-567Y',
  actionDigest: 'a',
  policyDigest: 'p',
  sessionId: 's',
  questions: [{ guard: 'g', code: 'c', reason: 'r', fix: { summary: 'f' }, quorum: { approvals: 2 } }],
  createdAt: 5,
  expiresAt: 100,
  action: { kind: 'tool', payload: { secret: 1 }, sessionId: 's', callId: 'call' },
};
const subject = { evaluationId: 'i', sessionId: 's', callId: 'call', approvalId: 'i' };

describe('askRecord', () => {
  it('tells what was asked, without the arguments', () => {
    expect(askRecord(request)).toEqual({
      type: 'ask',
      at: 5,
      ...subject,
      questions: [{ guard: 'g', code: 'c', reason: 'r' }],
      actionDigest: 'a',
      policyDigest: 'p',
      expiresAt: 100,
    });
  });
});

describe('answerRecord', () => {
  it('tells who said what, and how', () => {
    expect(answerRecord(request, { granted: [true], by: 'ann', reason: 'ok', channel: 'cli' }, 7)).toEqual({
      type: 'answer',
      at: 7,
      ...subject,
      granted: [true],
      by: 'ann',
      reason: 'ok',
      channel: 'cli',
    });
  });

  it('writes down what is no answer as no', () => {
    expect(answerRecord(request, { granted: ['yes', null] as never, by: 7 as never }, 7).granted).toEqual([false, null]);
    for (const answer of [{ granted: undefined }, null, undefined, 'yes'])
      expect(answerRecord(request, answer as never, 7).granted).toEqual([]);
  });
});
