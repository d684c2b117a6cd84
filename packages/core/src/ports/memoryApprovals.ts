import { grantsAll, verifyClaim } from './approval.ts';
import type { ApprovalAnswer, ApprovalClaim, ApprovalRequest, ApprovalStore, ClaimResult, StoredApproval } from './approval.ts';

interface Entry {
  readonly request: ApprovalRequest;
  answer?: ApprovalAnswer;
  holder?: string;
}

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
  const entries = new Map<string, Entry>();
  const verify = (claim: ApprovalClaim): ClaimResult => {
    const entry = entries.get(claim.id);
    const result = verifyClaim(entry && stored(entry, claim.now), claim);
    if (result.valid && entry?.holder !== undefined && entry.holder !== claim.holder)
      return { valid: false, why: 'the approval has been used already' };
    return result;
  };
  return Object.freeze({
    open: (request: ApprovalRequest): void => void entries.set(request.id, { request }),
    answer(id: string, answer: ApprovalAnswer, now: number): boolean {
      const entry = entries.get(id);
      if (entry === undefined || entry.answer !== undefined || entry.request.expiresAt <= now) return false;
      entry.answer = Object.freeze({ ...answer });
      return true;
    },
    verify,
    consume(claim: ApprovalClaim): ClaimResult {
      const result = verify(claim);
      const entry = entries.get(claim.id);
      if (result.valid && entry !== undefined) entry.holder = claim.holder;
      return result;
    },
    find(id: string, now: number): StoredApproval | undefined {
      const entry = entries.get(id);
      return entry && stored(entry, now);
    },
    pending: (now: number): readonly StoredApproval[] =>
      Array.from(entries.values(), entry => stored(entry, now)).filter(({ status }) => status === 'pending'),
  });
}

function stored({ request, answer, holder }: Entry, now: number): StoredApproval {
  if (answer === undefined) return { request, status: request.expiresAt <= now ? 'expired' : 'pending' };
  if (!grantsAll(answer, request.questions)) return { request, answer, status: 'denied' };
  return { request, answer, status: holder === undefined ? 'granted' : 'consumed' };
}
