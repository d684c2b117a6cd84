import { REGIONS, coversActs, fileNames } from '../model/generalization.ts';
import type { Region } from '../model/generalization.ts';
import { SCOPE_ENDS } from '../ports/approval.ts';
import type {
  AnswerScope,
  ApprovalAnswer,
  ApprovalClaim,
  ApprovalRequest,
  ApprovalRow,
  ApprovalStatus,
  ClaimRefusal,
  ClaimResult,
  GivenAnswer,
  Question,
  StoredApproval,
} from '../ports/approval.ts';
import { canonicalJson } from '../text/canonical.ts';

/** The kind of the action of a request for a whole task. It never runs itself. */
export const TASK_KIND = 'licet_task';

/** The most calls that one yes may cover. */
export const MOST_SCOPED_USES = 1_000;

/** How long one yes may cover calls, in milliseconds: a day. */
export const LONGEST_SCOPE_MS = 86_400_000;

/** How long a yes for a task lasts where the runtime does not say which prompt a call belongs to, in milliseconds. */
export const UNNAMED_TASK_MS = 30 * 60_000;

/** The most acts that one yes covers: more are not read. */
const MOST_ACTS = 50;

const SKEW_MS = 60_000;

type Answered = Pick<ApprovalRow, 'request' | 'answers'>;

/** Returns what a yes to a request covers in addition to the one call; undefined for a yes to one call, and where there is none. */
export function scopeOf({ request, answers }: Answered): AnswerScope | undefined {
  const { length } = request.questions;
  const isWhole = ({ granted }: GivenAnswer): boolean => granted.length === length && granted.every(said => said === true);
  return answers.find(answer => answer.scope !== undefined && isWhole(answer))?.scope;
}

/** Tells whether a request has a yes for several calls that is in force. */
export const isInForce = (stored: StoredApproval): boolean => stored.status === 'granted' && scopeOf(stored) !== undefined;

/** Returns from when on nothing rests on a request any more, in milliseconds since the epoch. */
export function lapsesAt(row: Answered): number {
  return Math.max(row.request.expiresAt, scopeOf(row)?.until ?? 0);
}

const isEnded = ({ answers }: Pick<ApprovalRow, 'answers'>): boolean => answers.some(({ granted }) => granted.includes(false));

/** Returns the status of a request with a yes for several calls. */
export function scopeStatus(row: ApprovalRow, { until, uses }: AnswerScope, now: number): ApprovalStatus {
  if (isEnded(row)) return 'ended';
  if (row.holders.length >= uses) return 'consumed';
  return now < until ? 'granted' : 'expired';
}

/** Checks a claim against a yes for several calls. */
export function judgeScoped(row: ApprovalRow, scope: AnswerScope, claim: ApprovalClaim): ClaimResult {
  const { request, holders, answers } = row;
  const { until, uses, region, turnId } = scope;
  if (isEnded(row)) return refused('ended', 'the approval was ended');
  if (claim.now >= until || claim.now <= request.createdAt - SKEW_MS) return refused('expired', 'the approval has expired');
  if (request.sessionId !== claim.sessionId) return refused('other_session', 'the approval belongs to another session');
  if (request.policyDigest !== claim.policyDigest) return refused('other_policy', 'the policy has changed since the approval');
  if (turnId !== undefined && turnId !== claim.turnId) return refused('ended', 'the task that the approval was for is over');
  const { generalization: shown } = request;
  const { generalization: wanted } = claim;
  if (shown === undefined || wanted === undefined || !coversActs(shown, wanted, region))
    return refused('other_action', 'the approval does not cover the action');
  const unasked = claim.questions.find(question => !isAskedFor(request, question, claim, region));
  if (unasked !== undefined)
    return refused('other_question', `\`${unasked.guard}\` asks something that the approval does not cover`);
  if (!holders.includes(claim.holder) && holders.length >= uses) return refused('used_up', 'the approval has been used up');
  return { valid: true, answers };
}

/**
 * The same guard asks in the same words, which say what it is about: a guard that goes by data names other data in them. For another file of the
 * same folder only the names of the files may differ. No yes of one person answers for several.
 */
function isAskedFor(
  { questions, generalization }: ApprovalRequest,
  wanted: Question,
  claim: ApprovalClaim,
  region: Region,
): boolean {
  const names = region === 'folder' ? [generalization, claim.generalization].flatMap(each => each && fileNames(each)) : [];
  const wordsOf = ({ guard, code, reason }: Question): string => canonicalJson([guard, code, without(reason, names)]);
  const isFree = ({ quorum }: Question): boolean => quorum === undefined;
  return isFree(wanted) && questions.some(each => isFree(each) && wordsOf(each) === wordsOf(wanted));
}

/** A text with one sign for each of some names. */
const without = (text: string, names: readonly (string | undefined)[]): string =>
  names.reduce<string>((left, name = '') => (name === '' ? left : left.replaceAll(name, '*')), text);

function refused(code: ClaimRefusal, why: string): ClaimResult {
  return { valid: false, code, why };
}

/** Says why a request takes no yes for several calls; undefined where it takes one. */
export function scopeRefusal({ generalization, questions }: ApprovalRequest): string | undefined {
  if (generalization === undefined) return 'a yes to this request is for one call only';
  if (generalization.acts.length > MOST_ACTS) return `${MOST_ACTS} acts are the most that a person reads`;
  return questions.every(({ quorum }) => quorum === undefined)
    ? undefined
    : 'this request counts people, so a yes to it is for one call only';
}

/** Says what is wrong with the scope of an answer; undefined for one that is right, and for none. */
export function scopeProblem(answer: ApprovalAnswer, request: ApprovalRequest, now: number): string | undefined {
  if (answer.scope === undefined)
    return request.action.kind === TASK_KIND && answer.granted.includes(true)
      ? 'a yes to a task says for how long it covers the calls of the task'
      : undefined;
  const { lasts, until, uses, region, turnId, ...rest } = answer.scope;
  if (Object.keys(rest).length > 0 || !SCOPE_ENDS.includes(lasts) || !REGIONS.includes(region)) return 'the scope is malformed';
  if (!Number.isInteger(uses) || uses < 1 || uses > MOST_SCOPED_USES)
    return `a yes covers 1 to ${MOST_SCOPED_USES} calls, not \`${uses}\``;
  if (!(until > now) || until > now + LONGEST_SCOPE_MS) return 'a yes covers calls for a day at most';
  if (!answer.granted.every(said => said === true)) return 'a yes for several calls answers every question';
  const { turnId: asked } = request.action;
  if (turnId !== (lasts === 'task' ? asked : undefined)) return 'the scope is for another task';
  if (lasts === 'task' && asked === undefined && until > now + UNNAMED_TASK_MS)
    return 'the runtime does not say when this task ends, so a yes for it lasts half an hour at most';
  return scopeRefusal(request);
}

/** Returns a row in which a yes for several calls has ended; undefined where there is none that is in force. */
export function endScope(row: ApprovalRow | undefined, answer: ApprovalAnswer, now: number): ApprovalRow | undefined {
  const scope = row && scopeOf(row);
  if (row === undefined || scope === undefined || isEnded(row)) return undefined;
  const given: GivenAnswer = { ...answer, granted: row.request.questions.map(() => false), at: now };
  return { ...row, answers: [...row.answers, given] };
}
