import type { Action, Principal } from './action.ts';
import type { Containment } from './containment.ts';
import type { Effect } from './effects.ts';
import type { Json, MaybePromise } from './json.ts';
import type { Obligations } from './obligations.ts';
import type { Question } from '../ports/approval.ts';
import type { Among, Reservation, SessionState } from '../ports/session.ts';
import type { Ruling } from './ruling.ts';
import type { KnowledgeGap, Verdict } from './verdict.ts';

/** A note that a guard left for the guards after it. */
export interface Annotation {
  /** The guard that wrote it, as the evaluator knows it, so that no guard can write in another's name. */
  readonly guard: string;
  readonly key: string;
  readonly value: Json;
}

/** How much of a counter a guard wants to take when the action goes ahead. */
export interface Take {
  readonly amount?: number;
  readonly limit?: number;
  /** A sliding window in milliseconds; without one the counter never forgets. */
  readonly windowMs?: number;
  /** How many different counters may hold something: each value of an argument may have its own. */
  readonly among?: Among;
  /** After how many milliseconds the reservation lapses if no outcome is reported. Ten minutes when absent. */
  readonly expiresInMs?: number;
}

/** Who sees a fact: one session, or every session on the same store. */
export type FactScope = 'session' | 'project';

/** A guard's view of the session: its state, and counters that are safe between processes. */
export interface SessionView {
  readonly id: string;
  /** The state when the evaluation began. */
  readonly state: SessionState;
  /** Milliseconds since the epoch at this moment: in `record`, when the outcome is written down. */
  readonly now: number;
  /** Whether what only people set must have its record: see `deedOf` of `@licet/core/store`. A state then has no fact without one. */
  readonly isProven: boolean;
  /** Returns what a counter holds, not counting what this very call already holds. Never changes anything. */
  used(key: string, windowMs?: number): MaybePromise<number>;
  /**
   * Returns what of a window was taken at a time that is still to come, after the clock was set back, not counting what this very call holds. It is
   * part of what `used` returns.
   */
  ahead(key: string, windowMs: number): MaybePromise<number>;
  /** Returns what `reserve` would answer now: whether it fits, and if not, when it will. Never changes anything. */
  peek(key: string, take?: Take): MaybePromise<Reservation>;
  /** Takes from a counter. Only in `commit`; elsewhere it throws. */
  reserve(key: string, take?: Take): MaybePromise<Reservation>;
  /**
   * Says what the call really used of a counter, zero to give it back. Only in `record`; elsewhere it throws. It is charged when the
   * outcome has been written down.
   */
  settle(key: string, amount: number): MaybePromise<void>;
  /**
   * Returns the state of the session with what other calls have written since the evaluation began: the same for every guard that
   * asks in one `commit`, `stopped` or `record`, read when the first of them asks. In `record` it has the facts that they set.
   */
  latest(): MaybePromise<SessionState>;
  /**
   * Returns what is known of the whole project: the facts that every session on the same store sees. Every guard sees the same in
   * `check`, and in each of `commit`, `stopped` and `record` what is newest when the first of them asks.
   */
  project(): MaybePromise<SessionState>;
  /**
   * Establishes a fact of the session, or of the whole project, or forgets it with null. Only in `commit` and `record`;
   * elsewhere it throws.
   */
  setFact(name: string, value: Json, scope?: FactScope): MaybePromise<void>;
}

/** The state that flows through one evaluation. Every guard sees the same one; each writes under its own name. */
export interface GovernanceContext {
  readonly action: Action;
  /**
   * What the action would do, found once per evaluation and only if somebody asks. Throws in an engine without an
   * analyzer: an action that was not analyzed is not an action without effects.
   */
  readonly effects: readonly Effect[];
  /**
   * The sandbox that holds what the action runs, as the operating system enforces it. It is the policy itself, lowered: what a guard of files or hosts
   * cannot know of code, the sandbox decides when it runs. Undefined where there is none, or where it is not certain.
   */
  readonly containment: Containment | undefined;
  readonly session: SessionView;
  readonly principal: Principal | undefined;
  /** The notes so far, oldest first. */
  readonly annotations: readonly Annotation[];
  /** A number in [0,1] that only rises. */
  readonly risk: number;
  /** The verdicts of the leaf guards so far that apply, in evaluation order. */
  readonly verdicts: readonly Verdict[];
  /** The verdicts so far that ask or block. */
  readonly violations: readonly Verdict[];
  /** What the agent turned out not to know. */
  readonly gaps: readonly KnowledgeGap[];
  /** The evaluation so far, as a tree. */
  readonly trace: TraceNode;
  /** Milliseconds since the epoch at the start of the evaluation; the same for every guard. */
  readonly now: number;
  /** The identity of the policy that the guard is part of. */
  readonly policyDigest: string;
  /** The identity of what the action would do; undefined where its arguments are no data, and nothing can be bound to it. */
  readonly actionDigest: string | undefined;
  /** The obligations that the caller can carry out; undefined where it has not said, and is held to all of them. */
  readonly meets: readonly (keyof Obligations)[] | undefined;
  /** In `commit`, the questions that a person said yes to; none elsewhere, nor where the policy only observes or is paused. */
  readonly granted: readonly Question[];
  /** Aborted when the guard runs out of time or the caller gives up. */
  readonly signal: AbortSignal;
  /** Leaves a note for the guards after this one. */
  annotate(key: string, value: Json): void;
  /** Raises the risk by a number in [0,1]; the sum stays within 1. A negative or non-finite number throws. */
  raiseRisk(by: number): void;
}

/** How a node took part in an evaluation. */
export type NodeStatus = 'decided' | 'skipped' | 'errored' | 'not_evaluated';

/** One node of an evaluation's trace: the policy tree with what happened at each node. */
export interface TraceNode {
  /** The node's name: its `id` if it has one. */
  readonly name: string;
  readonly kind: string;
  readonly layer?: string;
  /** What the node is to its parent: `if`, `then`, `primary`. */
  readonly edge?: string;
  readonly status: NodeStatus;
  /** Absent unless the node decided or errored; an errored node has its strictest possible ruling. */
  readonly ruling?: Ruling;
  /** True when the evaluation's ruling rests on this node. */
  readonly determining: boolean;
  readonly verdict?: Verdict;
  /** Only when per-guard timing was asked for. */
  readonly durationMs?: number;
  readonly children: readonly TraceNode[];
}
