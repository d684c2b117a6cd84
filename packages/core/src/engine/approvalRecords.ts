import type { ApprovalAnswer, ApprovalRequest } from '../ports/approval.ts';
import type { AnswerRecord, AskRecord, AuditRecord } from '../ports/audit.ts';
import type { ResolvedOptions } from './engineOptions.ts';
import { GovernanceError } from '../model/errors.ts';
import type { MaybePromise } from '../model/json.ts';
import { attempt, chain } from '../model/maybe.ts';
import { subjectOf } from './records.ts';

/** The audit record of a request that was put to humans. */
export function askRecord(request: ApprovalRequest): AskRecord {
  const { questions, actionDigest, policyDigest, expiresAt } = request;
  return {
    type: 'ask',
    at: request.createdAt,
    ...subjectOf(request),
    approvalId: request.id,
    questions: questions.map(({ guard, code, reason }) => ({ guard, code, reason })),
    actionDigest,
    policyDigest,
    expiresAt,
  };
}

const NO_ANSWER: ApprovalAnswer = Object.freeze({ granted: [] });

/**
 * The audit record of one person's answer to a request. Whoever takes answers writes it before the answer takes effect: an
 * approval that cannot be written down is none.
 */
export function answerRecord(request: ApprovalRequest, answer: ApprovalAnswer, at: number): AnswerRecord {
  const { granted, by, reason, channel } = (answer as ApprovalAnswer | null | undefined) ?? NO_ANSWER;
  return {
    type: 'answer',
    at,
    ...subjectOf(request),
    approvalId: request.id,
    granted: Array.isArray(granted) ? granted.map(each => (each === null ? null : each === true)) : [],
    ...(typeof by === 'string' && { by: by.slice(0, 200).toWellFormed() }),
    ...(typeof reason === 'string' && { reason: reason.slice(0, 2_000).toWellFormed() }),
    ...(typeof channel === 'string' && { channel: channel.slice(0, 64).toWellFormed() }),
  };
}

/** @internal Writes down that a request was put to humans; throws where that cannot be done. */
export function recordAsk(request: ApprovalRequest, options: ResolvedOptions): MaybePromise<void> {
  return written(options, () => askRecord(request));
}

/** @internal Writes down what a human said; throws where that cannot be done. */
export function recordAnswer(request: ApprovalRequest, answer: ApprovalAnswer, options: ResolvedOptions): MaybePromise<void> {
  return written(options, () => answerRecord(request, answer, options.clock.now()));
}

function written({ audit }: ResolvedOptions, record: () => AuditRecord): MaybePromise<void> {
  if (audit === undefined) return undefined;
  return attempt<void>(
    () => chain(audit.append(record()), () => undefined),
    cause => {
      throw new GovernanceError('audit_unavailable', 'the approval could not be written down', { cause });
    },
  );
}
