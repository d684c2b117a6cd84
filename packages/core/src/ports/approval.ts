import type { MaybePromise } from '../model/json.ts';
import type { Action } from '../model/action.ts';
import type { Fix } from '../model/verdict.ts';

/** What an approval is good for: this very action, under this very policy, in this session. */
export interface ApprovalBinding {
  readonly actionDigest: string;
  readonly policyDigest: string;
  readonly sessionId: string;
}

/** One thing that a human must say yes to. */
export interface Question {
  /** The guard that asks. */
  readonly guard: string;
  readonly code: string;
  readonly reason: string;
  readonly fix?: Fix;
}

/** Everything that one action needs a human's yes for, in one request. */
export interface ApprovalRequest extends ApprovalBinding {
  readonly id: string;
  readonly action: Action;
  readonly questions: readonly Question[];
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** A human's answers, one for each question and in their order. Anything but a list of that length is a no. */
export interface ApprovalAnswer {
  readonly granted: readonly boolean[];
  /** Who answered. */
  readonly by?: string;
  /** Why, in the human's words. */
  readonly reason?: string;
}

/** Puts requests before a human and waits for the answer. A throw or silence is a no. */
export interface Approver {
  approve(request: ApprovalRequest, signal: AbortSignal): MaybePromise<ApprovalAnswer>;
}

/** Where a request stands. */
export type ApprovalStatus = 'pending' | 'granted' | 'denied' | 'expired' | 'consumed';

/** A stored request with what has become of it. */
export interface StoredApproval {
  readonly request: ApprovalRequest;
  readonly status: ApprovalStatus;
  readonly answer?: ApprovalAnswer;
}

/** What an evaluation claims when it brings an approval along. */
export interface ApprovalClaim extends ApprovalBinding {
  readonly id: string;
  /** The call that uses the approval up. The same call may use it again; no other may. */
  readonly holder: string;
  readonly questions: readonly Question[];
  readonly now: number;
}

/** The answer to a claim. */
export type ClaimResult =
  | { readonly valid: true; readonly answer: ApprovalAnswer }
  | { readonly valid: false; readonly why: string };

/**
 * Where requests wait for a human who answers later and elsewhere. Every method is atomic, also between processes. A
 * late, a second, a mismatched or a missing answer is a no.
 */
export interface ApprovalStore {
  open(request: ApprovalRequest): MaybePromise<void>;
  /** Records a human's answer. Returns false when the request is unknown, expired or already answered. */
  answer(id: string, answer: ApprovalAnswer, now: number): MaybePromise<boolean>;
  /** Looks whether the claim holds; changes nothing. */
  verify(claim: ApprovalClaim): MaybePromise<ClaimResult>;
  /** Uses the approval up for the claim's holder, if it holds. */
  consume(claim: ApprovalClaim): MaybePromise<ClaimResult>;
  /** Returns what is stored under an id. */
  find(id: string, now: number): MaybePromise<StoredApproval | undefined>;
  /** Returns the requests that wait for an answer, oldest first. */
  pending(now: number): MaybePromise<readonly StoredApproval[]>;
}

/** How an evaluation came by its approval, or where it waits for one. */
export interface ApprovalState {
  readonly id: string;
  readonly status: 'pending' | 'granted' | 'denied';
  readonly questions: readonly Question[];
  readonly by?: string;
  readonly reason?: string;
  readonly expiresAt?: number;
}

/** Tells whether an answer says yes to every question. */
export function grantsAll(answer: ApprovalAnswer, questions: readonly Question[]): boolean {
  return (
    Array.isArray(answer?.granted) && answer.granted.length === questions.length && answer.granted.every(each => each === true)
  );
}

/** Checks a claim against what is stored, without regard to who holds it. */
export function verifyClaim(stored: StoredApproval | undefined, claim: ApprovalClaim): ClaimResult {
  if (stored === undefined) return { valid: false, why: 'there is no such request' };
  const { request, status, answer } = stored;
  if (status === 'denied') return { valid: false, why: 'the request was denied' };
  if (answer === undefined) return { valid: false, why: 'the request has not been answered' };
  if (request.expiresAt <= claim.now) return { valid: false, why: 'the approval has expired' };
  if (request.sessionId !== claim.sessionId) return { valid: false, why: 'the approval belongs to another session' };
  if (request.actionDigest !== claim.actionDigest) return { valid: false, why: 'the approval is for another action' };
  if (request.policyDigest !== claim.policyDigest) return { valid: false, why: 'the policy has changed since the approval' };
  const unasked = claim.questions.find(
    ({ guard, code, reason }) =>
      !request.questions.some(each => each.guard === guard && each.code === code && each.reason === reason),
  );
  if (unasked !== undefined) return { valid: false, why: `\`${unasked.guard}\` asks something that the approval does not cover` };
  return { valid: true, answer };
}
