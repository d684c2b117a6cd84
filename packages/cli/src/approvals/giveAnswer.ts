import type { ApprovalAnswer } from '@licet/core';
import type { AnswerResult, StoredApproval } from '@licet/core/store';
import { GovernanceError } from '@licet/core';
import { answerRecord, refusalOf, takeAnswer } from '@licet/core/store';

import { UsageError } from '../exit.ts';
import type { OpenApprovals } from './openApprovals.ts';

/** What a human says. */
export interface Said {
  readonly yes: boolean;
  readonly by: string;
  readonly reason?: string;
  /** The numbers of the questions that are answered, from 1; all that the person may answer when it is absent. */
  readonly only?: readonly number[];
  readonly channel: string;
}

/** Makes the answer to a request of what a human says: questions that are for others are left to them. */
export function answerOf({ request }: StoredApproval, { yes, by, reason, only, channel }: Said): ApprovalAnswer {
  const { questions } = request;
  const wrong = only?.find(number => !Number.isInteger(number) || number < 1 || number > questions.length);
  if (wrong !== undefined) throw new UsageError(`there is no question ${wrong}: the request has ${questions.length}`);
  const granted = questions.map((_question, index) =>
    only === undefined ? (refusalOf(request, index, by) === undefined ? yes : null) : only.includes(index + 1) ? yes : null,
  );
  // Somebody who may answer nothing shall hear why, and not that they said nothing.
  const answers = granted.every(each => each === null) ? granted.map(() => yes) : granted;
  return { granted: answers, by, channel, ...(reason !== undefined && { reason }) };
}

/**
 * Hands an answer in: looks whether it would be taken, writes it down, and only then lets it take effect. What cannot be
 * written down is not handed in.
 */
export async function giveAnswer(
  { approvals, audit }: OpenApprovals,
  stored: StoredApproval,
  answer: ApprovalAnswer,
): Promise<AnswerResult> {
  const { request, status: _status, ...row } = stored;
  const now = Date.now();
  const foreseen = takeAnswer({ request, ...row }, answer, now);
  if (!foreseen.taken) return foreseen;
  try {
    await audit?.append(answerRecord(request, answer, now));
  } catch (cause) {
    throw new GovernanceError('audit_unavailable', 'the answer could not be written down, so it was not given', { cause });
  }
  return approvals.answer(request.id, answer, Date.now());
}
