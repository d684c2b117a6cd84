import type {
  ApprovalClaim,
  ApprovalQuery,
  ApprovalRequest,
  ApprovalRow,
  ApprovalStatus,
  ClaimRefusal,
  ClaimResult,
  GivenAnswer,
  OpenResult,
  Question,
  StoredApproval,
} from '../ports/approval.ts';
import { canonicalJson } from '../text/canonical.ts';
import { unseen } from '../text/escapeText.ts';
import { judgeScoped, scopeOf, scopeStatus } from './scopeRules.ts';

/** How far the clocks of two machines may lie apart, in milliseconds. */
const SKEW_MS = 60_000;

/** Tells whether a request still takes answers and claims. If the clock is well before the request, it cannot be trusted. */
export function isOpen({ createdAt, expiresAt }: ApprovalRequest, now: number): boolean {
  return now < expiresAt && now > createdAt - SKEW_MS;
}

/**
 * Returns the status of a request: the one rule that every store uses. It depends on which answers were taken, and not on
 * their order. `denied` when one question is; `granted` when all are; an approval that was not used in time is `expired`.
 *
 * | a question | denied | granted |
 * |---|---|---|
 * | without a quorum | one no | one yes, and no no |
 * | with a quorum | the no of somebody in `veto`; so many noes that those in `of` no longer suffice | enough different people said yes |
 */
export function approvalStatus(row: ApprovalRow, now: number): ApprovalStatus {
  const { request, answers, holders } = row;
  const scope = scopeOf(row);
  if (scope !== undefined) return scopeStatus(row, scope, now);
  const standings = request.questions.map((question, index) => standingOf(question, index, answers));
  if (standings.includes('denied')) return 'denied';
  if (holders.length > 0) return 'consumed';
  if (!isOpen(request, now)) return 'expired';
  return standings.length > 0 && standings.every(standing => standing === 'granted') ? 'granted' : 'pending';
}

/** Tells whether one yes of anybody answers everything: what a prompt can put that does not say who has answered. */
export function isForAnybody(questions: readonly Question[]): boolean {
  return questions.every(({ quorum }) => quorum === undefined);
}

/** Returns the status of one question of a request, whatever the time is. */
export function standingOf(
  { quorum }: Question,
  index: number,
  answers: readonly GivenAnswer[],
): 'pending' | 'granted' | 'denied' {
  const yes = namesOf(answers, index, true);
  const no = namesOf(answers, index, false);
  if (quorum === undefined) return no.size > 0 ? 'denied' : yes.size > 0 ? 'granted' : 'pending';
  const { approvals } = quorum;
  const of = quorum.of === undefined ? undefined : new Set(quorum.of.map(foldPersonName));
  const veto = new Set(quorum.veto?.map(foldPersonName));
  const counts = (name: string): boolean => name !== '' && (of === undefined || of.has(name));
  const left = of === undefined ? Number.POSITIVE_INFINITY : Array.from(of).filter(name => !no.has(name)).length;
  if (!Number.isInteger(approvals) || approvals < 1 || left < approvals) return 'denied';
  if (Array.from(no).some(name => veto.has(name))) return 'denied';
  return Array.from(yes).filter(counts).length >= approvals ? 'granted' : 'pending';
}

function namesOf(answers: readonly GivenAnswer[], index: number, said: boolean): ReadonlySet<string> {
  return new Set(answers.filter(({ granted }) => granted[index] === said).map(({ by = '' }) => foldPersonName(by)));
}

/** Returns what a store keeps together with its status. */
export function storedApproval(row: ApprovalRow & Pick<StoredApproval, 'unproven'>, now: number): StoredApproval {
  return { ...row, status: approvalStatus(row, now) };
}

/** Checks a claim against what is stored. */
export function judgeClaim(row: ApprovalRow | undefined, claim: ApprovalClaim): ClaimResult {
  if (row === undefined) return refused('unknown_request', 'there is no such request');
  const { request, answers, holders } = row;
  const scope = scopeOf(row);
  if (scope !== undefined) return judgeScoped(row, scope, claim);
  const status = approvalStatus(row, claim.now);
  if (status === 'denied') return refused('denied', 'the request was denied');
  if (!isOpen(request, claim.now)) return refused('expired', 'the approval has expired');
  if (status === 'pending') return refused('not_granted', 'the request has not been answered, or not by enough people');
  if (request.sessionId !== claim.sessionId) return refused('other_session', 'the approval belongs to another session');
  if (request.actionDigest !== claim.actionDigest) return refused('other_action', 'the approval is for another action');
  if (request.policyDigest !== claim.policyDigest) return refused('other_policy', 'the policy has changed since the approval');
  const unasked = claim.questions.find(question => !isAsked(request, question));
  if (unasked !== undefined)
    return refused('other_question', `\`${unasked.guard}\` asks something that the approval does not cover`);
  if (isTaken(holders, claim.holder)) return refused('used_up', 'the approval has been used already');
  return { valid: true, answers };
}

/** Returns a row that a call uses. */
export function heldBy(row: ApprovalRow, holder: string): ApprovalRow {
  return row.holders.includes(holder) ? row : { ...row, holders: [...row.holders, holder] };
}

/** Whether another call has used what one call may use. */
const isTaken = (holders: readonly string[], holder: string): boolean => holders.length > 0 && !holders.includes(holder);

function refused(code: ClaimRefusal, why: string): ClaimResult {
  return { valid: false, code, why };
}

/** Tells whether an earlier request covers what is asked now: it is bound to the same and covers every question. */
function standsFor(row: ApprovalRow, query: ApprovalQuery): boolean {
  const { request, holders } = row;
  return (
    scopeOf(row) === undefined &&
    request.actionDigest === query.actionDigest &&
    request.policyDigest === query.policyDigest &&
    request.sessionId === query.sessionId &&
    isOpen(request, query.now) &&
    !isTaken(holders, query.holder) &&
    query.questions.every(question => isAsked(request, question))
  );
}

/** Tells whether a question is among those of a request, in the same words and on the same terms. */
const isAsked = ({ questions }: ApprovalRequest, wanted: Question): boolean => questions.some(each => sameQuestion(each, wanted));

function sameQuestion(a: Question, b: Question): boolean {
  return (
    a.guard === b.guard &&
    a.code === b.code &&
    a.reason === b.reason &&
    (a.quorum === b.quorum || canonicalJson(a.quorum ?? null) === canonicalJson(b.quorum ?? null))
  );
}

/** Returns the newest of some rows that covers what is asked. An answer to the very action counts before a yes that covers it. */
export function currentAmong(rows: Iterable<ApprovalRow>, query: ApprovalQuery): StoredApproval | undefined {
  const known = Array.from(rows);
  const exact = newestOf(known.filter(row => standsFor(row, query)));
  const isAnswered = exact !== undefined && !['pending', 'expired'].includes(approvalStatus(exact, query.now));
  const covering = isAnswered ? undefined : newestOf(known.filter(row => coversQuery(row, query)));
  const newest = covering ?? exact;
  return newest && storedApproval(newest, query.now);
}

/** Tells whether a yes for several calls covers what is asked. */
export function coversQuery(row: ApprovalRow, query: ApprovalQuery): boolean {
  const scope = scopeOf(row);
  return scope !== undefined && judgeScoped(row, scope, { ...query, id: row.request.id }).valid;
}

/** Returns the newest of some rows. */
export function newestOf(rows: readonly ApprovalRow[]): ApprovalRow | undefined {
  return rows.reduce<ApprovalRow | undefined>((a, b) => (a === undefined || isNewer(b.request, a.request) ? b : a), undefined);
}

function isNewer(a: ApprovalRequest, b: ApprovalRequest): boolean {
  return a.createdAt === b.createdAt ? a.id > b.id : a.createdAt > b.createdAt;
}

/** Decides the result of opening a request, given the rows with its digest or code. The caller stores a `fresh` one. */
export function openAmong(rows: Iterable<ApprovalRow>, request: ApprovalRequest): OpenResult {
  const now = request.createdAt;
  const known = Array.from(rows);
  const waiting = known.filter(
    row => standsFor(row, { ...request, holder: '', now }) && ['pending', 'granted'].includes(approvalStatus(row, now)),
  );
  const earlier = newestOf(waiting);
  if (earlier !== undefined) return { opened: true, fresh: false, approval: storedApproval(earlier, now) };
  if (known.some(row => row.request.code === request.code && isOpen(row.request, now)))
    return { opened: false, code: 'code_taken' };
  return { opened: true, fresh: true, approval: storedApproval({ request, answers: [], holders: [] }, now) };
}

/** The longest name of an approver, in UTF-16 units. */
export const MAX_NAME = 200;

/**
 * Returns a name in the form in which names are compared: without regard to case, to width and other compatibility forms,
 * and to spaces around and between.
 *
 * @example
 * ```ts
 * import { foldPersonName } from '@licet/core/store';
 *
 * foldPersonName(' Ａnn  Straße ') === foldPersonName('ann STRASSE'); // => true
 * ```
 */
export function foldPersonName(name: string): string {
  return name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC').replace(/\s+/gu, ' ').trim();
}

/** Tells whether a name can name an approver: something that is seen, of at most {@link MAX_NAME} units. */
export function isName(name: unknown): name is string {
  return typeof name === 'string' && name.length <= MAX_NAME && !unseen().test(name) && foldPersonName(name) !== '';
}
