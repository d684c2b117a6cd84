import type { Action } from '../model/action.ts';
import type { Effect } from '../model/effects.ts';
import type { Generalization, Region } from '../model/generalization.ts';
import type { MaybePromise } from '../model/json.ts';
import type { ApprovalTerms, Fix } from '../model/verdict.ts';

/** What an authenticator signs, as WebAuthn hands it over. Every text is base64url. */
export interface AnswerSignature {
  readonly kind: 'passkey';
  /** The credential that signed. */
  readonly keyId: string;
  /** What the browser says of the page that asked: it names the challenge and the origin. */
  readonly clientDataJSON: string;
  /** What the authenticator says of itself: the site, whether the person was verified, its counter. */
  readonly authenticatorData: string;
  readonly signature: string;
}

/** What an approval is good for: this very action, under this very policy, in this session. */
export interface ApprovalBinding {
  readonly actionDigest: string;
  readonly policyDigest: string;
  readonly sessionId: string;
}

/** One thing that humans must say yes to. Without a quorum any one person is enough, and any no is final. */
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
  /** What the action does, for a yes that covers more than this one call. Absent where no such yes is taken. */
  readonly generalization?: Generalization;
  readonly createdAt: number;
  /** From this moment on neither an answer nor a claim is taken. */
  readonly expiresAt: number;
  /** The digest of the call as the runtime's own prompt shows it, where the runtime has put the question to a human. */
  readonly prompted?: string;
}

/** When a yes for several calls ends. */
export const SCOPE_ENDS = ['task', 'session', 'time'] as const;

/** What a yes covers in addition to the one call: all calls of the session that do only what the request shows. */
export interface AnswerScope {
  /** `task` ends with the next prompt of the user, `session` with the session, and each at `until` at the latest. */
  readonly lasts: (typeof SCOPE_ENDS)[number];
  /** In milliseconds since the epoch. */
  readonly until: number;
  /** How many calls it covers at most. */
  readonly uses: number;
  readonly region: Region;
  /** For a task: the runtime's identity of the prompt, where it names prompts. A call of any other prompt is not covered. */
  readonly turnId?: string;
}

/** One person's answers, one for each question and in their order; null leaves a question to others. */
export interface ApprovalAnswer {
  readonly granted: readonly (boolean | null)[];
  /** Who answers. A question with a quorum needs an answer with a name. */
  readonly by?: string;
  /** Why, in the human's words. */
  readonly reason?: string;
  /** How the answer came: `terminal`, `cli`, `code`, `runtime`, `passkey`; `end` for a no that ends a yes for several calls. */
  readonly channel?: string;
  /** What else the yes covers. Absent for a yes to one call. */
  readonly scope?: AnswerScope;
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

/** The status of a request. */
export type ApprovalStatus = 'pending' | 'granted' | 'denied' | 'expired' | 'consumed' | 'ended';

/** What a store keeps of a request. */
export interface ApprovalRow {
  readonly request: ApprovalRequest;
  readonly answers: readonly GivenAnswer[];
  /** The calls that have used the approval: one, or as many as its scope lets. */
  readonly holders: readonly string[];
}

/** A stored request with what has become of it. */
export interface StoredApproval extends ApprovalRow {
  readonly status: ApprovalStatus;
  /** An answer was left out, since the audit trail has no record of it. */
  readonly unproven?: true;
}

/** What an evaluation looks for: an approval for this, whichever person was asked for it. */
export interface ApprovalQuery extends ApprovalBinding {
  /** The call that would use the approval up. The same call may use it again; no other may. */
  readonly holder: string;
  readonly questions: readonly Question[];
  /** What the action does, where a yes for several calls may cover it. */
  readonly generalization?: Generalization | undefined;
  readonly turnId?: string | undefined;
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
  | 'ended'
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
  /**
   * Ends a yes for several calls: the answer is a no to every question. Returns false where there is no such yes, and the yes does not come back.
   */
  end(id: string, answer: ApprovalAnswer, now: number): MaybePromise<boolean>;
  /** Looks whether the claim holds; changes nothing. */
  verify(claim: ApprovalClaim): MaybePromise<ClaimResult>;
  /** Uses the approval up for the claim's holder, if it holds. */
  consume(claim: ApprovalClaim): MaybePromise<ClaimResult>;
  /**
   * Returns the newest request that matches: pending, granted, denied, or used up by the same holder. A yes for several
   * calls that covers it counts, unless the answer to the very same action is known.
   */
  current(query: ApprovalQuery): MaybePromise<StoredApproval | undefined>;
  /** Returns what is stored under an id. */
  find(id: string, now: number): MaybePromise<StoredApproval | undefined>;
  /** Returns the newest request with a code, as `readApprovalCode` spells it. */
  findByCode(code: string, now: number): MaybePromise<StoredApproval | undefined>;
  /** Returns the requests that wait for an answer, oldest first. */
  pending(now: number): MaybePromise<readonly StoredApproval[]>;
  /** Returns the requests with a yes for several calls that is in force, oldest first. */
  scoped(now: number): MaybePromise<readonly StoredApproval[]>;
}

/** How an evaluation came by its approval, or where it waits for one. */
export interface ApprovalState {
  readonly id: string;
  /** What a human types to answer; absent where no human can answer. */
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
