import type {
  AnswerResult,
  ApprovalAnswer,
  ApprovalClaim,
  ApprovalQuery,
  ApprovalRequest,
  ApprovalRow,
  ApprovalStore,
  ClaimResult,
  OpenResult,
  StoredApproval,
} from '../ports/approval.ts';
import { currentAmong, heldBy, judgeClaim, newestOf, openAmong, storedApproval } from './approvalRules.ts';
import { endScope, isInForce, lapsesAt } from './scopeRules.ts';
import { takeAnswer } from './takeAnswer.ts';

const SWEEP_EVERY = 1_024;

/**
 * Keeps approval requests in this process.
 *
 * @example
 * ```ts
 * import { memoryApprovals } from '@licet/core';
 *
 * (await memoryApprovals().pending(0)).length; // => 0
 * ```
 */
export function memoryApprovals(): ApprovalStore {
  const rows = new Map<string, ApprovalRow>();
  return Object.freeze<ApprovalStore>({
    ...looking(rows),
    open(request: ApprovalRequest): OpenResult {
      const result = openAmong(rows.values(), request);
      if (result.opened && result.fresh) {
        rows.set(request.id, Object.freeze({ request, answers: Object.freeze([]), holders: Object.freeze([]) }));
        if (rows.size % SWEEP_EVERY === 0) sweep(rows, request.createdAt);
      }
      return result;
    },
    answer(id: string, answer: ApprovalAnswer, now: number): AnswerResult {
      const result = takeAnswer(rows.get(id), answer, now);
      if (result.taken) {
        const { status: _status, ...row } = result.approval;
        rows.set(id, Object.freeze(row));
      }
      return result;
    },
    consume(claim: ApprovalClaim): ClaimResult {
      const row = rows.get(claim.id);
      const result = judgeClaim(row, claim);
      if (result.valid && row !== undefined) rows.set(claim.id, Object.freeze(heldBy(row, claim.holder)));
      return result;
    },
    end(id: string, answer: ApprovalAnswer, now: number): boolean {
      const ended = endScope(rows.get(id), answer, now);
      if (ended !== undefined) rows.set(id, Object.freeze(ended));
      return ended !== undefined;
    },
  });
}

type Looking = 'verify' | 'current' | 'find' | 'findByCode' | 'pending' | 'scoped';

function looking(rows: ReadonlyMap<string, ApprovalRow>): Pick<ApprovalStore, Looking> {
  const stored = (row: ApprovalRow | undefined, now: number): StoredApproval | undefined => row && storedApproval(row, now);
  return {
    verify: (claim: ApprovalClaim): ClaimResult => judgeClaim(rows.get(claim.id), claim),
    current: (query: ApprovalQuery) => currentAmong(rows.values(), query),
    find: (id: string, now: number) => stored(rows.get(id), now),
    findByCode: (code: string, now: number) =>
      stored(newestOf(Array.from(rows.values()).filter(({ request }) => request.code === code)), now),
    pending: (now: number): readonly StoredApproval[] =>
      Array.from(rows.values(), row => storedApproval(row, now)).filter(({ status }) => status === 'pending'),
    scoped: (now: number): readonly StoredApproval[] =>
      Array.from(rows.values(), row => storedApproval(row, now)).filter(isInForce),
  };
}

/** Forgets what can no longer matter, so that a process that lives long does not grow. */
function sweep(rows: Map<string, ApprovalRow>, now: number): void {
  for (const [id, row] of rows) if (now >= lapsesAt(row)) rows.delete(id);
}
