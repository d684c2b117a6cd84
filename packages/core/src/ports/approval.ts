import type { Action } from '../model/action.ts';
import type { Effect } from '../model/effects.ts';
import type { MaybePromise } from '../model/json.ts';
import type { ApprovalTerms, Fix } from '../model/verdict.ts';
import type { AnswerSignature } from './audit.ts';

/** What an approval is good for: this very action, under this very policy, in this session. */
export interface ApprovalBinding {
  readonly actionDigest: string;
  readonly policyDigest: string;
  readonly sessionId: string;
}

/** One thing that humans must say yes to. Without a quorum one person is enough, whoever it is, and any no is final. */
export interface Question extends ApprovalTerms {
  /** The guard that asks. */
  readonly guard: string;
  readonly code: string;
  readonly reason: string;
  readonly fix?: Fix;
}

/** Everything that one action needs a human's yes for, in one request. */
export interface ApprovalRequest extends ApprovalBinding {
  readonly id: string;
  /** What a human types to name the request: see `approvalCode`. One code names at most one request that waits. */
  readonly code: string;
  readonly action: Action;
  /** What the action would do, where an analyser has found it out. */
  readonly effects?: readonly Effect[];
  readonly questions: readonly Question[];
  readonly createdAt: number;
  /** From this moment on neither an answer nor a claim is taken. */
  readonly expiresAt: number;
  /** The digest of the call as the runtime's own prompt shows it, where the runtime has put the question to a human. */
  readonly prompted?: string;
}

/** One person's answers, one for each question and in their order; null leaves a question to others. */
export interface ApprovalAnswer {
  readonly granted: readonly (boolean | null)[];
  /** Who answers. A question with a quorum takes no answer from nobody. */
  readonly by?: string;
  /** Why, in the human's words. */
  readonly reason?: string;
  /** How the answer came: `terminal`, `cli`, `code`, `runtime`, `passkey`. */
  readonly channel?: string;
  /** What shows that the person gave it. Without one it counts only where the policy asks for no proof. */
  readonly signature?: AnswerSignature;
}

/** An answer that was taken. */
export interface GivenAnswer extends ApprovalAnswer {
  readonly at: number;
}

/** Puts requests before a human and waits for the answer. A throw or silence is a no. */
export interface Approver {
  approve(request: ApprovalRequest, signal: AbortSignal): MaybePromise<ApprovalAnswer>;
}

/** Where a request stands. */
export type ApprovalStatus = 'pending' | 'granted' | 'denied' | 'expired' | 'consumed';

/** What a store keeps of a request. */
export interface ApprovalRow {
  readonly request: ApprovalRequest;
  readonly answers: readonly GivenAnswer[];
  /** The call that has used the approval up. */
  readonly holder?: string;
}

/** A stored request with what has become of it. */
export interface StoredApproval extends ApprovalRow {
  readonly status: ApprovalStatus;
  /** An answer was left out, since the audit trail has no record of it. */
  readonly unproven?: true;
}

/** What an evaluation looks for: an approval for this, whoever was asked for it. */
export interface ApprovalQuery extends ApprovalBinding {
  /** The call that would use the approval up. The same call may use it again; no other may. */
  readonly holder: string;
  readonly questions: readonly Question[];
  readonly now: number;
}

/** What an evaluation claims when it brings an approval along. */
export interface ApprovalClaim extends ApprovalQuery {
  readonly id: string;
}

/** Why a claim does not hold. */
export type ClaimRefusal =
  | 'unknown_request'
  | 'not_granted'
  | 'denied'
  | 'expired'
  | 'other_session'
  | 'other_action'
  | 'other_policy'
  | 'other_question'
  | 'used_up'
  | 'unproven';

/** The answer to a claim. */
export type ClaimResult =
  | { readonly valid: true; readonly answers: readonly GivenAnswer[] }
  | { readonly valid: false; readonly code: ClaimRefusal; readonly why: string };

/** Why an answer is not taken. */
export type AnswerRefusal =
  | 'unknown_request'
  | 'expired'
  | 'decided'
  | 'malformed'
  | 'second_answer'
  | 'unknown_approver'
  | 'self_approval'
  | 'unproven';

/** What became of an answer. */
export type AnswerResult =
  | { readonly taken: true; readonly approval: StoredApproval }
  | { readonly taken: false; readonly code: AnswerRefusal; readonly why: string };

/** What became of a request: it waits, or an earlier one for the same does (`fresh` false), or its code is in use. */
export type OpenResult =
  | { readonly opened: true; readonly fresh: boolean; readonly approval: StoredApproval }
  | { readonly opened: false; readonly code: 'code_taken' };

/**
 * Where requests wait for humans who answer later and elsewhere. Every method is atomic, also between processes. A late,
 * a second, a mismatched or a missing answer is a no. What the rows mean is decided in one place, which every store uses:
 * `approvalStatus`, `takeAnswer`, `judgeClaim`, `standsFor`.
 */
export interface ApprovalStore {
  /**
   * Stores a request, unless one that asks the same for the same binding is pending, or granted and not used up: then it
   * returns that one, so that a repeated call does not flood the human.
   */
  open(request: ApprovalRequest): MaybePromise<OpenResult>;
  /** Takes one person's answer, or says why not. */
  answer(id: string, answer: ApprovalAnswer, now: number): MaybePromise<AnswerResult>;
  /** Looks whether the claim holds; changes nothing. */
  verify(claim: ApprovalClaim): MaybePromise<ClaimResult>;
  /** Uses the approval up for the claim's holder, if it holds. */
  consume(claim: ApprovalClaim): MaybePromise<ClaimResult>;
  /** Returns the newest request that stands for what is looked for: pending, granted, denied, or used up by the same holder. */
  current(query: ApprovalQuery): MaybePromise<StoredApproval | undefined>;
  /** Returns what is stored under an id. */
  find(id: string, now: number): MaybePromise<StoredApproval | undefined>;
  /** Returns the newest request with a code, as `readApprovalCode` spells it. */
  findByCode(code: string, now: number): MaybePromise<StoredApproval | undefined>;
  /** Returns the requests that wait for an answer, oldest first. */
  pending(now: number): MaybePromise<readonly StoredApproval[]>;
}

/** How an evaluation came by its approval, or where it waits for one. */
export interface ApprovalState {
  readonly id: string;
  /** What a human types to answer; absent where nobody can. */
  readonly code?: string;
  readonly status: 'pending' | 'granted' | 'denied';
  readonly questions: readonly Question[];
  /** Who has answered, in their order, with commas between. */
  readonly by?: string;
  readonly reason?: string;
  /** The answers so far, in their order. */
  readonly answers?: readonly GivenAnswer[];
  readonly expiresAt?: number;
}
