import { GovernanceError } from '../model/errors.ts';
import type { AnswerResult, ApprovalAnswer, ApprovalRequest, ApprovalStore, StoredApproval } from '../ports/approval.ts';
import type { MaybePromise } from '../model/json.ts';
import { attempt, chain } from '../model/maybe.ts';
import type { AnswerRecord, AuditSink } from '../ports/audit.ts';
import { refusalOf, takeAnswer } from './takeAnswer.ts';
import { answerRecord } from './answerRecord.ts';

/**
 * Says yes or no to every question of a request that the person may answer, and leaves the others to others. Who may answer
 * none answers all of them, so that they hear why it was not taken.
 */
export function answerToAll(request: ApprovalRequest, yes: boolean, by: string): ApprovalAnswer['granted'] {
  const granted = request.questions.map((_question, index) => (refusalOf(request, index, by) === undefined ? yes : null));
  return granted.every(each => each === null) ? granted.map(() => yes) : granted;
}

/**
 * Hands an answer in: looks whether it would be taken, writes it down, and lets it take effect, in one transaction where `audit` and `approvals`
 * are in one place. What cannot be written down is not handed in: that rejects with a {@link GovernanceError} of code `audit_unavailable`.
 *
 * @example
 * ```ts
 * import { memoryApprovals, memoryAudit } from '@licet/core';
 * import { giveAnswer } from '@licet/core/store';
 *
 * const approvals = memoryApprovals();
 * const waiting = approvals.pending(Date.now());
 * for (const stored of waiting) await giveAnswer({ approvals, audit: memoryAudit() }, stored, { granted: [true], by: 'ann' }, Date.now());
 * waiting.length; // => 0
 * ```
 */
export async function giveAnswer(
  { approvals, audit }: { readonly approvals: ApprovalStore; readonly audit?: AuditSink | undefined },
  { request, answers, holders }: StoredApproval,
  answer: ApprovalAnswer,
  now: number,
): Promise<AnswerResult> {
  const foreseen = takeAnswer({ request, answers, holders }, answer, now);
  if (!foreseen.taken) return foreseen;
  const record = answerRecord(request, answer, now);
  return inOneStep<AnswerResult>(audit, foreseen, () =>
    chain(written(audit, record), () => approvals.answer(request.id, answer, now)),
  );
}

/** Ends a scoped approval and records it. Returns false where none is in force. Rejects as {@link giveAnswer} does. */
export async function endApproval(
  { approvals, audit }: { readonly approvals: ApprovalStore; readonly audit?: AuditSink | undefined },
  { request }: StoredApproval,
  said: Pick<ApprovalAnswer, 'by' | 'reason'>,
  now: number,
): Promise<boolean> {
  const answer: ApprovalAnswer = { ...said, granted: request.questions.map(() => false), channel: 'end' };
  const record = answerRecord(request, answer, now);
  return inOneStep(audit, false, () => chain(written(audit, record), () => approvals.end(request.id, answer, now)));
}

/** Does work that writes into the trail and into the approvals, in one transaction where both are in one place. */
async function inOneStep<T>(audit: AuditSink | undefined, otherwise: T, work: () => MaybePromise<T>): Promise<T> {
  const { joint } = audit ?? {};
  if (joint?.together !== undefined) return joint.together(work);
  if (joint?.atOnce === undefined) return work();
  let result = otherwise;
  await joint.atOnce(() => chain(work(), found => void (result = found)));
  return result;
}

function written(audit: AuditSink | undefined, record: AnswerRecord): MaybePromise<void> {
  return attempt<void>(
    () => audit?.append(record),
    cause => {
      throw new GovernanceError('audit_unavailable', 'the answer could not be written down, so it was not given', { cause });
    },
  );
}
