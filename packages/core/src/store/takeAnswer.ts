import { isRecord } from '../model/json.ts';
import type {
  AnswerRefusal,
  AnswerResult,
  AnswerScope,
  ApprovalAnswer,
  ApprovalRequest,
  ApprovalRow,
  GivenAnswer,
} from '../ports/approval.ts';
import { isSignature } from './answerChallenge.ts';
import { MAX_NAME, approvalStatus, foldPersonName, isName, storedApproval } from './approvalRules.ts';
import { scopeProblem } from './scopeRules.ts';

const MAX_REASON = 2_000;

/** Why somebody may not answer a question. */
export interface ApproverRefusal {
  readonly code: Extract<AnswerRefusal, 'unknown_approver' | 'self_approval'>;
  readonly why: string;
}

/**
 * Decides whether one person's answer is taken. The row that comes back is to be stored in its place. No one answers a
 * question twice, for the acting agent or as its principal, after the decision, or after the request has expired; what is
 * no list of one answer for each question is not taken either.
 */
export function takeAnswer(row: ApprovalRow | undefined, given: ApprovalAnswer, now: number): AnswerResult {
  if (row === undefined) return refused('unknown_request', 'there is no such request');
  const { request } = row;
  const answer = readAnswer(given, request.questions.length, now);
  if (typeof answer === 'string') return refused('malformed', answer);
  const status = approvalStatus(row, now);
  if (status === 'expired') return refused('expired', 'the request has expired');
  if (status === 'consumed') return refused('decided', 'the request was granted, and the approval has been used');
  if (status !== 'pending') return refused('decided', `the request was ${status} already`);
  const problem = scopeProblem(answer, request, now);
  if (problem !== undefined) return refused('malformed', problem);
  for (const [index, said] of answer.granted.entries()) {
    if (said === null) continue;
    const refusal = refusalOf(request, index, answer.by);
    if (refusal !== undefined) return { taken: false, ...refusal };
  }
  if (row.answers.some(earlier => answersAgain(earlier, answer)))
    return refused('second_answer', `\`${answer.by ?? 'somebody'}\` has answered already`);
  return { taken: true, approval: storedApproval({ ...row, answers: Object.freeze([...row.answers, answer]) }, now) };
}

/** Returns why somebody may not answer one question of a request, or nothing when they may. */
export function refusalOf({ action, questions }: ApprovalRequest, index: number, by?: string): ApproverRefusal | undefined {
  const quorum = questions[index]?.quorum;
  const name = foldPersonName(by ?? '');
  const acting = [action.agentId, action.principal?.id].filter(each => typeof each === 'string').map(foldPersonName);
  if (name !== '' && acting.includes(name))
    return { code: 'self_approval', why: `\`${by}\` makes this call, and no one may approve their own action` };
  if (quorum === undefined) return undefined;
  if (name === '') return { code: 'unknown_approver', why: 'this question counts people, so the answer needs a name' };
  if (quorum.of === undefined) return undefined;
  const known = [...quorum.of, ...(quorum.veto ?? [])].map(foldPersonName);
  return known.includes(name)
    ? undefined
    : { code: 'unknown_approver', why: `\`${by}\` is not among those whom the policy asks: ${quorum.of.join(', ')}` };
}

function refused(code: AnswerRefusal, why: string): AnswerResult {
  return { taken: false, code, why };
}

function answersAgain(earlier: GivenAnswer, answer: GivenAnswer): boolean {
  return (
    foldPersonName(earlier.by ?? '') === foldPersonName(answer.by ?? '') &&
    answer.granted.some((said, index) => said !== null && earlier.granted[index] !== null)
  );
}

/** Returns a clean copy of an answer, or what is wrong with it. */
function readAnswer(given: unknown, questions: number, at: number): GivenAnswer | string {
  if (typeof given !== 'object' || given === null) return 'the answer is no answer';
  const { granted, by, reason, channel, signature, scope } = given as Readonly<Record<string, unknown>>;
  if (!Array.isArray(granted) || granted.length !== questions)
    return `expected an answer to each of ${questions} questions, found ${Array.isArray(granted) ? granted.length : 'none'}`;
  const said = Array.from(granted, (each): unknown => each);
  if (!said.every(each => each === true || each === false || each === null)) return 'an answer must be yes, no or nothing';
  if (said.every(each => each === null)) return 'the answer leaves every question to others';
  if (by !== undefined && !isName(by))
    return `a name must be a text of at most ${MAX_NAME} characters, with nothing in it that is not seen`;
  if (signature !== undefined && !isSignature(signature)) return 'the signature of the answer is malformed';
  if (scope !== undefined && !isRecord(scope)) return 'the scope is malformed';
  return Object.freeze({
    granted: Object.freeze(said as (boolean | null)[]),
    at,
    ...(by !== undefined && { by: by.trim() }),
    ...(typeof reason === 'string' && reason !== '' && { reason: reason.slice(0, MAX_REASON).toWellFormed() }),
    ...(typeof channel === 'string' && { channel: channel.slice(0, 64).toWellFormed() }),
    ...(scope !== undefined && { scope: Object.freeze({ ...scope }) as unknown as AnswerScope }),
    ...(signature !== undefined && { signature }),
  });
}
