import { digestAction } from '../engine/digest.ts';
import type { MaybePromise } from '../model/json.ts';
import { chain, inTurn } from '../model/maybe.ts';
import { proofOf } from '../model/proofLevels.ts';
import type { PolicyLimits } from '../model/limits.ts';
import type { ApprovalProof, PolicySettings } from '../model/settings.ts';
import type {
  ApprovalAnswer,
  ApprovalClaim,
  ApprovalRequest,
  ApprovalRow,
  ApprovalStore,
  ClaimResult,
  GivenAnswer,
  StoredApproval,
} from '../ports/approval.ts';
import type { AnswerRecord, DeedReader, EvaluationRecord } from '../ports/audit.ts';
import { canonicalJson } from '../text/canonical.ts';
import { coversQuery, judgeClaim, standingOf, storedApproval } from './approvalRules.ts';
import { isInForce, scopeOf } from './scopeRules.ts';
import { answerWithin } from './answerWithin.ts';
import { holderOf } from '../model/subject.ts';
import { answerRecord } from './answerRecord.ts';

/** Says why the signature of an answer is none; undefined for one that holds. An answer without a signature has none that holds. */
export type CheckSignature = (record: AnswerRecord) => string | undefined;

const NO_CHECK: CheckSignature = () => 'signatures cannot be checked here';

/** Tells whether a policy counts a yes only with a proof. Who sits at a terminal, or clicks in the agent's runtime, cannot give one. */
export const needsProof = (settings: PolicySettings): boolean => proofOf(settings) !== 'terminal';

/** Tells whether an answer says yes to anything. A no only stops the agent, and needs no proof. */
export function isYes(answer: Pick<ApprovalAnswer, 'granted'>): boolean {
  const granted: unknown = (answer as ApprovalAnswer | null | undefined)?.granted;
  return Array.isArray(granted) && granted.includes(true);
}

/** What makes a yes count. */
export interface ProofOptions {
  /** @defaultValue 'terminal' */
  readonly proof?: ApprovalProof | undefined;
  /** Checks signatures, for the proofs above `terminal`. Without it no yes counts there. */
  readonly check?: CheckSignature | undefined;
  /** Finds the records of answers. Without it none is asked for. */
  readonly deeds?: DeedReader | undefined;
  /** How far a yes may cover later calls. @defaultValue as far as it says */
  readonly scopes?: PolicyLimits['scopedApprovals'];
}

/**
 * Returns approvals in which a yes without its proof is no answer, whatever the rows of the store say: it is not taken, not shown and not
 * counted, and a claim that rests on it does not hold. With `deeds` each yes needs its record in the audit trail; above `terminal` it needs a
 * signature, too. A yes covers no more than `scopes` lets it cover. With proof `terminal`, and without `deeds` and `scopes`, they are the approvals themselves.
 *
 * @example
 * ```ts
 * import { memoryApprovals } from '@licet/core';
 * import { provenApprovals } from '@licet/core/store';
 *
 * const approvals = memoryApprovals();
 * provenApprovals(approvals, {}) === approvals; // => true
 * provenApprovals(approvals, { proof: 'passkey' }) === approvals; // => false
 * ```
 */
export function provenApprovals(approvals: ApprovalStore, options: ProofOptions): ApprovalStore {
  const { proof = 'terminal', check = NO_CHECK, deeds, scopes } = options;
  if (proof === 'terminal' && deeds === undefined && scopes === undefined) return approvals;
  const signed = proof === 'terminal' ? undefined : check;
  const proven = (row: ApprovalRow): MaybePromise<ProvenRow> => {
    const records = deeds === undefined || !row.answers.some(isYes) ? undefined : deeds.request(row.request.id);
    return chain(records, found => provenRow(row, { check: signed, records: found, scopes }));
  };
  const judged = (claim: ApprovalClaim): MaybePromise<ClaimResult> =>
    chain(approvals.find(claim.id, claim.now), stored =>
      stored === undefined ? judgeClaim(undefined, claim) : chain(proven(stored), row => judgeProven(row, claim)),
    );
  return Object.freeze<ApprovalStore>({
    ...provenLooks(approvals, proven),
    open: request =>
      chain(approvals.open(request), result =>
        result.opened
          ? chain(proven(result.approval), row => ({ ...result, approval: storedApproval(row, request.createdAt) }))
          : result,
      ),
    answer: (id, answer, now) =>
      chain(approvals.find(id, now), stored => {
        const why = stored && signed && isYes(answer) ? refusalOf(stored.request, answer, signed) : undefined;
        if (why !== undefined) return { taken: false, code: 'unproven', why };
        if (answer.scope !== undefined && scopes === 'never')
          return { taken: false, code: 'malformed', why: 'the policy lets a yes cover one call only' };
        return chain(approvals.answer(id, answer, now), result =>
          result.taken ? chain(proven(result.approval), row => ({ ...result, approval: storedApproval(row, now) })) : result,
        );
      }),
    verify: judged,
    // The row that was judged is what proves the yes; the store only sees to it that it is used once.
    consume: claim => chain(judged(claim), result => (result.valid ? approvals.consume(claim) : result)),
    end: (id, answer, now) => approvals.end(id, answer, now),
  });
}

/** What of approvals only looks, with the answers that count. */
function provenLooks(
  approvals: ApprovalStore,
  proven: (row: ApprovalRow) => MaybePromise<ProvenRow>,
): Pick<ApprovalStore, 'current' | 'find' | 'findByCode' | 'pending' | 'scoped'> {
  const shown = (stored: StoredApproval | undefined, now: number): MaybePromise<StoredApproval | undefined> =>
    stored && chain(proven(stored), row => storedApproval(row, now));
  const all = (found: readonly StoredApproval[], now: number): MaybePromise<readonly StoredApproval[]> =>
    inTurn(found, stored => chain(proven(stored), row => storedApproval(row, now)));
  return {
    current: query =>
      chain(
        approvals.current(query),
        stored =>
          stored &&
          chain(proven(stored), row => {
            // By the trail it may have ended, or be used up; then it covers nothing.
            const isGone = scopeOf(stored) !== undefined && row.unproven === undefined && !coversQuery(row, query);
            return isGone ? undefined : storedApproval(row, query.now);
          }),
      ),
    find: (id, now) => chain(approvals.find(id, now), stored => shown(stored, now)),
    findByCode: (code, now) => chain(approvals.findByCode(code, now), stored => shown(stored, now)),
    pending: now => chain(approvals.pending(now), waiting => all(waiting, now)),
    scoped: now => chain(approvals.scoped(now), found => chain(all(found, now), each => each.filter(isInForce))),
  };
}

/** A row with the answers that count, and whether one was left out since the trail has no record of it. */
type ProvenRow = ApprovalRow & { readonly unproven?: true };

/** What the answers of a row are held against. */
interface RowProof {
  readonly check: CheckSignature | undefined;
  readonly records: Recorded | undefined;
  readonly scopes: PolicyLimits['scopedApprovals'];
}

/** What the trail says of a request. */
type Recorded = readonly (AnswerRecord | EvaluationRecord)[];

function judgeProven(row: ProvenRow, claim: ApprovalClaim): ClaimResult {
  const result = judgeClaim(row, claim);
  return result.valid || row.unproven === undefined ? result : { valid: false, code: 'unproven', why: UNPROVEN };
}

/** Why a request that was answered in the state alone stays unanswered. */
export const UNPROVEN: string =
  'the state has an answer to it, and the audit trail has no record of that answer: it was not written by `licet`';

/** A row without the answers that have no proof, and without the use that only they would have allowed. */
function provenRow({ request, answers: all, holders: kept }: ApprovalRow, { check, records, scopes }: RowProof): ProvenRow {
  const isRecorded = (answer: GivenAnswer): boolean =>
    records === undefined || records.some(each => each.type === 'answer' && isOf(each, request, answer));
  const isSigned = (answer: GivenAnswer): boolean => check === undefined || refusalOf(request, answer, check) === undefined;
  const said = all
    .filter(answer => !isYes(answer) || (isRecorded(answer) && isSigned(answer)))
    .flatMap(answer => answerWithin(answer, scopes));
  const isScoped = scopeOf({ request, answers: said }) !== undefined;
  // A row that lost the end of a yes for several calls does not bring that yes back.
  const answers = isScoped ? [...said, ...(records ?? []).flatMap(endsIn)] : said;
  const isGranted = isScoped || request.questions.every((question, index) => standingOf(question, index, answers) === 'granted');
  // A row that lost its holders, or got others, does not make a used approval new.
  const used = records?.flatMap(usedBy) ?? [];
  const holders = isScoped ? [...new Set([...used, ...kept])] : used.length > 0 ? used.slice(0, 1) : kept;
  const isForged = all.some(answer => isYes(answer) && !isRecorded(answer));
  return {
    request,
    answers,
    holders: isGranted ? holders : [],
    ...(isForged && { unproven: true }),
  };
}

/** The noes to a request in the trail. */
const endsIn = (record: AnswerRecord | EvaluationRecord): readonly GivenAnswer[] =>
  record.type === 'answer' && record.granted.includes(false) ? [{ granted: record.granted, at: record.at }] : [];

/** Who has used an approval, where a decision that let a call run rests on it. */
const usedBy = (record: AnswerRecord | EvaluationRecord): readonly string[] =>
  record.type === 'evaluation' && record.enforced !== 'block' && record.enforced !== 'ask' ? [holderOf(record)] : [];

/** Whether a record is of this answer to this request. */
function isOf(record: AnswerRecord, request: ApprovalRequest, answer: GivenAnswer): boolean {
  const said = answerRecord(request, answer, record.at);
  const told = (each: AnswerRecord): string =>
    canonicalJson([each.requestDigest, each.granted, each.by ?? null, each.channel ?? null, each.scope ?? null]);
  return told(record) === told(said);
}

/** Why a yes is none: its signature does not hold, or the request shows another action than the one that it lets run. */
function refusalOf(request: ApprovalRequest, answer: ApprovalAnswer, check: CheckSignature): string | undefined {
  if (digestAction(request.action) !== request.actionDigest) return 'the request shows another action than it is for';
  return check(answerRecord(request, answer, request.createdAt));
}
