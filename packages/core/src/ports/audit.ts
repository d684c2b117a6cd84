import type { OutcomeStatus } from '../model/action.ts';
import type { Containment, ContainmentOutcome } from '../model/containment.ts';
import type { AnswerScope, AnswerSignature, ApprovalState } from './approval.ts';
import type { Json, MaybePromise } from '../model/json.ts';
import type { ExpectedSession, SessionEvent, SessionStore } from './session.ts';
import type { Ruling } from '../model/ruling.ts';
import type { KnowledgeGap } from '../model/verdict.ts';

/** What every record has. `at` is in milliseconds since the epoch. */
interface RecordBase {
  readonly at: number;
  readonly evaluationId: string;
  readonly sessionId: string;
  readonly callId?: string;
  /** The machine that asked, where a server knows it. */
  readonly machine?: string;
}

/** One decision. `ruling` is what the policy says, `enforced` what was done about it. */
export interface EvaluationRecord extends RecordBase {
  readonly type: 'evaluation';
  readonly agentId?: string;
  /** The sort of agent, which is one of the roles that it acts in. */
  readonly agentType?: string;
  readonly principal?: string;
  readonly roles?: readonly string[];
  /** What else the host knows of the principal, redacted. */
  readonly attributes?: Json;
  readonly kind: string;
  readonly tool?: string;
  /** The arguments, redacted. */
  readonly payload: Json;
  /** The project that the caller of a server works on. */
  readonly project?: string;
  /** The folder that the call started in. */
  readonly cwd?: string;
  readonly taskType?: string;
  readonly turnId?: string;
  /** Names of arguments that are words for people: they are no part of the digest. */
  readonly remarks?: readonly string[];
  /** What the host said of the request, redacted. */
  readonly request?: Json;
  /** SHA-256 of the whole action, before anything was redacted: who has the action can show that it was this one. */
  readonly actionDigest: string;
  readonly policyDigest: string;
  readonly ruling: Ruling;
  readonly enforced: Ruling;
  /** What every node said, as `readVerdictTree` of `@licet/analysis` reads it. The ruling follows from it without the policy. */
  readonly verdicts?: string;
  readonly code: string;
  readonly guard: string;
  readonly reason?: string;
  readonly gaps?: readonly KnowledgeGap[];
  readonly errors?: readonly { readonly code: string; readonly guard: string; readonly message: string }[];
  /** What guards went by, a list of `{ guard, evidence }`, redacted: counters, findings, the knowledge that justified the action. */
  readonly evidence?: Json;
  readonly risk: number;
  /** What the runtime was obliged to do when it let the action through: arguments rewritten, output redacted. */
  readonly obligations?: Json;
  /** The sandbox that the call was given. */
  readonly containment?: Containment;
  readonly approval?: ApprovalState;
  /** The agent runtime that wanted to act, by the name of its hook. */
  readonly runtime?: string;
  /** The place of the deciding guard in the tree, as the indices of the children: `0.2`; empty for the root. Not for a pass. */
  readonly node?: string;
  readonly durationMs: number;
}

/** What really happened after a decision. */
export interface OutcomeRecord extends RecordBase {
  readonly type: 'outcome';
  readonly status: OutcomeStatus;
  readonly exitCode?: number;
  readonly error?: string;
  readonly durationMs?: number;
  /** The redaction rules that found something in the output and took it out. */
  readonly redacted?: readonly string[];
  /** How the output was shown: the mode, how much of it, the handle that refers to it. Never the output. */
  readonly shown?: Json;
  /** What became of the sandbox that the call was given. */
  readonly containment?: ContainmentOutcome;
}

/** A request that was put to a human. */
export interface AskRecord extends RecordBase {
  readonly type: 'ask';
  readonly approvalId: string;
  readonly questions: readonly { readonly guard: string; readonly code: string; readonly reason: string }[];
  readonly actionDigest: string;
  readonly policyDigest: string;
  readonly expiresAt: number;
}

/** What a human said to a request, or that there was no answer. */
export interface AnswerRecord extends RecordBase {
  readonly type: 'answer';
  readonly approvalId: string;
  /** The digest of the request that was answered. */
  readonly requestDigest: string;
  /** One answer for each question, null where it was left to others; empty if there was no answer. */
  readonly granted: readonly (boolean | null)[];
  readonly by?: string;
  readonly reason?: string;
  /** How the answer came: `terminal`, `cli`, `code`, `runtime`, `passkey`; `end` for a no that ends a yes for several calls. */
  readonly channel?: string;
  /** What else the yes covers. */
  readonly scope?: AnswerScope;
  /** What shows that the person gave it: a signature of the answer's challenge. */
  readonly signature?: AnswerSignature;
}

/** An action that could not take what it needs, although the policy let it through. */
export interface CommitFailureRecord extends RecordBase {
  readonly type: 'commit_failure';
  readonly guard: string;
  readonly code: string;
  readonly why: string;
}

/** Something that does not fit: an outcome for an action that was stopped, a second outcome, a late answer. */
export interface AnomalyRecord extends RecordBase {
  readonly type: 'anomaly';
  readonly code:
    | 'outcome_after_block'
    | 'second_outcome'
    | 'unknown_evaluation'
    | 'record_failed'
    | 'hook_failed'
    | 'tracer_failed'
    /** The runtime did not let an obligation be carried out after all. */
    | 'obligation_unmet'
    /** The call was let go into a sandbox, and nothing proves that it ran there. */
    | 'containment_broken'
    | 'trail_torn'
    | 'trail_cut'
    | 'trail_missing'
    | 'trail_foreign'
    /** A request was answered in the state, and the trail has no record of the answer. */
    | 'answer_unproven'
    /** Somebody had sessions, counters or requests forgotten. */
    | 'state_reset';
  readonly detail: string;
  /** The request that a human has signed for it. */
  readonly approvalId?: string;
}

/** Older records went: a human had them pruned, or, in a trail of lines, a file was closed and another begun. */
export interface RotationRecord extends RecordBase {
  readonly type: 'rotation';
  /** The number of the first record that is kept from here on. */
  readonly first: number;
  /** The last record that was pruned: what an export of the older ones has to end with. */
  readonly pruned?: { readonly seq: number; readonly hash: string };
  /** The number of the file that was closed. */
  readonly file?: number;
}

/** A fact was established or became void, an obligation was opened, became late or was fulfilled, a session was held or let go on. */
export interface FactRecord extends RecordBase {
  readonly type: 'fact';
  /** The fact; `obligation/NAME` and `hold` for what nodes of those kinds keep. */
  readonly name: string;
  /** `late` for an obligation that has not been fulfilled in time: it stays open. */
  readonly change: 'established' | 'late' | 'void';
  /** Who sees it. */
  readonly scope: 'session' | 'project';
  /** The agent whose action it was, where one is known. */
  readonly agentId?: string;
  /** The human who did it, for what only a human may do. */
  readonly by?: string;
  readonly reason?: string;
  /** The identity of what a human did: the fact carries it, too. */
  readonly deed?: string;
  /** SHA-256 of the name and the value of the fact, for what a human did. */
  readonly valueDigest?: string;
  /** The request that the human has signed for it. */
  readonly approvalId?: string;
}

/** A passkey as it was enrolled. */
export interface Passkey {
  /** The credential, as the authenticator names it: base64url. */
  readonly keyId: string;
  /** The person whose key it is: answers that it signs are theirs. */
  readonly name: string;
  /** The public key: SubjectPublicKeyInfo in DER, as base64url. */
  readonly publicKey: string;
  /** The COSE algorithm: -7 is ES256, -257 is RS256. */
  readonly algorithm: number;
  /** The page that it signs on. */
  readonly origin: string;
  /** Where the authenticator's counter stood. */
  readonly counter: number;
}

/** A passkey was enrolled or removed. */
export interface KeyChange {
  readonly change: 'add' | 'remove';
  readonly key: Passkey;
  readonly at: number;
  /** The digest of the change before; empty for the first. */
  readonly previous: string;
  /** By a key that was enrolled before. The first change has none. */
  readonly signature?: AnswerSignature;
}

/** A change of the passkeys that may answer. */
export interface KeyRecord extends RecordBase, KeyChange {
  readonly type: 'key';
}

/** Every kind of record there is. */
export type AuditRecord =
  | EvaluationRecord
  | AskRecord
  | AnswerRecord
  | KeyRecord
  | CommitFailureRecord
  | FactRecord
  | OutcomeRecord
  | AnomalyRecord
  | RotationRecord;

/** Where records go. A sink that throws keeps the action from running: nothing is let through unrecorded. */
export interface AuditSink {
  append(record: AuditRecord): MaybePromise<void>;
  /** Writes a session and this trail in one step, where both lie in one place. */
  readonly joint?: JointWriter;
  /** Finds what people did in this trail. */
  readonly deeds?: DeedReader;
}

/** Finds the records of what people did. Only records whose hash and neighbors fit count. */
export interface DeedReader {
  /** The records of a request: the answers to it, and the decisions that rest on them. */
  request(approvalId: string): MaybePromise<readonly (AnswerRecord | EvaluationRecord)[]>;
  /** The last record of a deed by its identity: of a deed that was taken back or replaced, the record of that. */
  deed(id: string): MaybePromise<FactRecord | undefined>;
}

/**
 * Writes what belongs together into a session and into the trail in one transaction: all of it happens, or nothing. It saves
 * the second transaction, and is used only by an engine that was given exactly its `sessions` and its `audit`, so a caller that
 * wraps one of them is not bypassed.
 */
export interface JointWriter {
  readonly sessions: SessionStore;
  readonly audit: AuditSink;
  /**
   * Appends events to a session and records to the trail. Throws a `GovernanceError` of code `audit_unavailable` when it is the
   * trail that could not be written, of code `session_conflict` where the session is not as `expected`, and of code
   * `store_unavailable` for anything else.
   */
  write(
    sessionId: string,
    events: readonly SessionEvent[],
    records: readonly AuditRecord[],
    expected?: ExpectedSession,
  ): MaybePromise<void>;
  /**
   * Does some work in one transaction, so that all that it writes is kept, or nothing; throws where it cannot be kept, also when the
   * work went on after a write of it had failed. What work that answers by promise writes later is not in it.
   */
  together?<T>(work: () => T): T;
  /**
   * The same where stores answer by promise: whatever the promise of the work writes is kept in one transaction, or nothing is. It rejects
   * where it cannot be kept, and does the work once. An engine asks for it when it takes down what a call has come to.
   */
  atOnce?(work: () => MaybePromise<void>): Promise<void>;
  /**
   * Does some work whose reads all see sessions and counters as they stand at one moment, and cost less than one by one. A write
   * begins another moment; what work that answers by promise reads later is not in it.
   */
  reading?<T>(work: () => T): T;
}

/** A sink that writes several records at once, all of them or none, for less than one after the other. */
export interface BatchAuditSink extends AuditSink {
  appendAll(records: readonly AuditRecord[]): MaybePromise<void>;
}

/** Whom records are about that the trail itself writes. No action can have this session. */
export const TRAIL: Omit<RecordBase, 'at'> = Object.freeze({ evaluationId: 'trail', sessionId: '@trail' });
