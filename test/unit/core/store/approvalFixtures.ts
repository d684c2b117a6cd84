import type { ApprovalRequest } from '@licet/core';
import type { Question, StoredApproval } from '@licet/core/store';
import { memoryApprovals } from '@licet/core';

export const plain: Question = { guard: 'g', code: 'c', reason: 'r' };
export const counted: Question = { ...plain, guard: 'h', quorum: { approvals: 1, of: ['ben'] } };

/** A request with these questions. */
export const request = (questions: readonly Question[], more: Partial<ApprovalRequest> = {}): ApprovalRequest => ({
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

/** A request that waits in a store of approvals. */
export function opened(questions: readonly Question[]) {
  const approvals = memoryApprovals();
  const result = approvals.open(request(questions));
  const stored = 'opened' in result && result.opened ? result.approval : undefined;
  return { approvals, stored: stored as StoredApproval };
}
