import type { ApprovalRequest } from '@licet/core';
import type { Question, StoredApproval } from '@licet/core/store';
import { memoryApprovals } from '@licet/core';
import { describe, expect, it } from 'vitest';

import { answerOf } from '../../../../packages/cli/src/approvals/answerOf.ts';

const plain: Question = { guard: 'g', code: 'c', reason: 'r' };
const counted: Question = { ...plain, guard: 'h', quorum: { approvals: 1, of: ['ben'] } };

const request = (questions: readonly Question[], more: Partial<ApprovalRequest> = {}): ApprovalRequest => ({
  id: 'i',
  code: '1234-567Y',
  actionDigest: 'a',
  policyDigest: 'p',
  sessionId: 's',
  questions,
  createdAt: Date.now(),
  expiresAt: Date.now() + 3_600_000,
  action: { kind: 'tool', payload: {}, sessionId: 's' },
  ...more,
});

function opened(questions: readonly Question[]) {
  const approvals = memoryApprovals();
  const result = approvals.open(request(questions));
  const stored = 'opened' in result && result.opened ? result.approval : undefined;
  return { approvals, stored: stored as StoredApproval };
}

const said = { yes: true, by: 'ann', channel: 'cli' };

describe('answerOf', () => {
  const grantedOf = (questions: readonly Question[], more: object): readonly (boolean | null)[] =>
    answerOf(opened(questions).stored, { ...said, ...more }).granted;

  it.each([
    [[plain], {}, [true]],
    [[plain], { yes: false }, [false]],
    [[plain, counted], {}, [true, null]],
    [[plain, counted], { by: 'Ben' }, [true, true]],
    [[plain, plain], { only: [2] }, [null, true]],
    [[plain, plain], { only: [1], yes: false }, [false, null]],
    [[counted], {}, [true]],
  ])('for %j and %j is %j', (questions, more, granted) => {
    expect(grantedOf(questions as readonly Question[], more)).toEqual(granted);
  });

  it.each([0, 3, 1.5, Number.NaN])('knows no question %d', only => {
    expect(() => grantedOf([plain, plain], { only: [only] })).toThrow(`there is no question ${only}: the request has 2`);
  });
});
