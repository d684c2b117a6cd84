import { digestAction } from '../engine/digest.ts';
import { answerRecord } from '../engine/records.ts';
import type { MaybePromise } from '../model/json.ts';
import { chain } from '../model/maybe.ts';
import { proofOf } from '../model/proofLevels.ts';
import type { ApprovalProof, PolicySettings } from '../model/settings.ts';
import type {
  ApprovalAnswer,
  ApprovalClaim,
  ApprovalRequest,
  ApprovalRow,
  ApprovalStore,
  ClaimResult,
  StoredApproval,
} from '../ports/approval.ts';
import type { AnswerRecord } from '../ports/audit.ts';
import { judgeClaim, standingOf, storedApproval } from './approvalRules.ts';

/** Says why the signature of an answer is none; undefined for one that holds. An answer without a signature has none that holds. */
export type CheckSignature = (record: AnswerRecord) => string | undefined;

const NO_CHECK: CheckSignature = () => 'this process cannot check signatures';

/** Tells whether a policy counts a yes only with a proof. Who sits at a terminal, or clicks in the agent's runtime, cannot give one. */
export const needsProof = (settings: PolicySettings): boolean => proofOf(settings) !== 'terminal';

/** Tells whether an answer says yes to anything. A no only stops the agent, and needs no proof. */
export function isYes(answer: ApprovalAnswer): boolean {
  const granted: unknown = (answer as ApprovalAnswer | null | undefined)?.granted;
  return Array.isArray(granted) && granted.includes(true);
}

/**
 * Returns approvals in which a yes without its proof is no answer, whatever the rows of the store say: it is not taken, not shown and not
 * counted, and a claim that rests on it does not hold. With proof `terminal` they are the approvals themselves. Without `check` no yes counts.
 *
 * @example
 * ```ts
 * import { memoryApprovals } from '@licet/core';
 * import { provenApprovals } from '@licet/core/store';
 *
 * const approvals = memoryApprovals();
 * provenApprovals(approvals, 'terminal') === approvals; // => true
 * provenApprovals(approvals, 'passkey') === approvals; // => false
 * ```
 */
export function provenApprovals(
  approvals: ApprovalStore,
  proof: ApprovalProof = 'terminal',
  check: CheckSignature = NO_CHECK,
): ApprovalStore {
  if (proof === 'terminal') return approvals;
  const shown = (stored: StoredApproval | undefined, now: number): StoredApproval | undefined =>
    stored && storedApproval(provenRow(stored, check), now);
  const judged = (claim: ApprovalClaim): MaybePromise<ClaimResult> =>
    chain(approvals.find(claim.id, claim.now), stored => judgeClaim(stored && provenRow(stored, check), claim));
  return Object.freeze<ApprovalStore>({
    open: request =>
      chain(approvals.open(request), result =>
        result.opened ? { ...result, approval: storedApproval(provenRow(result.approval, check), request.createdAt) } : result,
      ),
    answer: (id, answer, now) =>
      chain(approvals.find(id, now), stored => {
        const why = stored && isYes(answer) ? refusalOf(stored.request, answer, check) : undefined;
        if (why !== undefined) return { taken: false, code: 'unproven', why };
        return chain(approvals.answer(id, answer, now), result =>
          result.taken ? { ...result, approval: storedApproval(provenRow(result.approval, check), now) } : result,
        );
      }),
    verify: judged,
    // The row that was judged is what proves the yes; the store only sees to it that it is used once.
    consume: claim => chain(judged(claim), result => (result.valid ? approvals.consume(claim) : result)),
    current: query => chain(approvals.current(query), stored => shown(stored, query.now)),
    find: (id, now) => chain(approvals.find(id, now), stored => shown(stored, now)),
    findByCode: (code, now) => chain(approvals.findByCode(code, now), stored => shown(stored, now)),
    pending: now => chain(approvals.pending(now), waiting => waiting.map(row => storedApproval(provenRow(row, check), now))),
  });
}

/** A row without the answers that have no proof, and without the use that only they would have allowed. */
function provenRow({ request, answers: all, holder }: ApprovalRow, check: CheckSignature): ApprovalRow {
  const answers = all.filter(answer => !isYes(answer) || refusalOf(request, answer, check) === undefined);
  const isGranted = request.questions.every((question, index) => standingOf(question, index, answers) === 'granted');
  return { request, answers, ...(holder !== undefined && isGranted && { holder }) };
}

/** Why a yes is none: its signature does not hold, or the request shows another action than the one that it lets run. */
function refusalOf(request: ApprovalRequest, answer: ApprovalAnswer, check: CheckSignature): string | undefined {
  if (digestAction(request.action) !== request.actionDigest) return 'the request shows another action than it is for';
  const record = answerRecord(request, answer, request.createdAt);
  return record.signature === undefined ? 'a yes needs a signature here' : check(record);
}
