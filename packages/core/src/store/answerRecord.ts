import type { ApprovalAnswer, ApprovalRequest } from '../ports/approval.ts';
import type { AnswerRecord } from '../ports/audit.ts';
import { isRecord } from '../model/json.ts';
import { isSignature, requestDigest } from './answerChallenge.ts';
import { subjectOf } from '../model/subject.ts';
import { cut } from '../text/cut.ts';

const NO_ANSWER: ApprovalAnswer = Object.freeze({ granted: [] });

/** The audit record of one person's answer. It is written before the answer takes effect, or there is no approval. */
export function answerRecord(request: ApprovalRequest, answer: ApprovalAnswer, at: number): AnswerRecord {
  const { granted, by, reason, channel, signature, scope } = (answer as ApprovalAnswer | null | undefined) ?? NO_ANSWER;
  return {
    type: 'answer',
    at,
    ...subjectOf(request),
    approvalId: request.id,
    requestDigest: requestDigest(request),
    granted: Array.isArray(granted) ? granted.map(each => (each === null ? null : each === true)) : [],
    ...(typeof by === 'string' && { by: cut(by, 200) }),
    ...(typeof reason === 'string' && { reason: cut(reason) }),
    ...(typeof channel === 'string' && { channel: cut(channel, 64) }),
    ...(isRecord(scope) && { scope }),
    ...(isSignature(signature) && { signature }),
  };
}
