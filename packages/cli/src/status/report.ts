import type { StoreUse } from '@licet/adapters/stores';
import type { Json, QuietLevel, Ruling } from '@licet/core';
import type { ApprovalProof } from '@licet/core/policy';
import type { CounterState, Pause, ReservationState, SessionState } from '@licet/core/store';

import type { GrantState } from '../grants/store.ts';
import type { GraphReport } from '../grounding/inspectGraphs.ts';
import type { CappedBy } from '../policy/limits.ts';
import type { Limit } from './limits.ts';

/** The status of a counter, with the limit that it counts towards. */
export interface CounterReport extends CounterState {
  /** What counts now: charged and held, within the window where there is one. */
  readonly used: number;
  readonly limit?: Limit;
}

/** An action that did not pass. */
interface BlockReport {
  readonly at: number;
  readonly what: string;
  /** The command, path or address that it was about; absent where the audit log does not hold it any more. */
  readonly about?: string;
  readonly ruling: Ruling;
  readonly why: string;
}

/** One session. */
export interface SessionReport {
  readonly id: string;
  /** When something happened in it last. */
  readonly at: number;
  readonly evaluated: number;
  readonly passed: number;
  readonly rulings: SessionState['rulings'];
  readonly consecutiveBlocks: number;
  readonly risk: number;
  /** Why everything but looking is stopped in it until a person says `licet continue`; absent when it goes on. */
  readonly onHold?: string;
  readonly facts: Readonly<Record<string, Json>>;
  readonly counters: readonly CounterReport[];
  /** The newest first. */
  readonly blocks: readonly BlockReport[];
}

/** A request that waits for a human. */
export interface WaitingReport {
  readonly id: string;
  /** What a human types to name it. */
  readonly code: string;
  readonly sessionId: string;
  readonly what: string;
  readonly why: readonly string[];
  readonly expiresAt: number;
}

/** A place that was to be looked into: how it is, or what is wrong with it. */
export interface StoreReport {
  readonly use: StoreUse;
  /** The kind of store: `sqlite`, `postgres`, `memory` or `none`. */
  readonly store: string;
  /** Absolute; absent for what is no file. */
  readonly file?: string;
  /** The size of the file with its write-ahead log; absent where there is none yet. */
  readonly bytes?: number;
  readonly ok: boolean;
  readonly detail: string;
}

/** Everything that `licet status` says. */
export interface StatusReport {
  readonly policy: {
    readonly file: string;
    readonly digest: string;
    readonly mode: string;
    readonly default: string;
    readonly proof: ApprovalProof;
    /** Up to which level calls run without the agent's own question; `off` while no person has accepted this very policy. */
    readonly quiet: QuietLevel;
  };
  /** How the policy on disk compares with the one that a person accepted; absent where none was accepted. */
  readonly pin?: string;
  /** Settings of the policy that do not count below a policy above it; absent where there are none. */
  readonly capped?: readonly CappedBy[];
  /** The pause that a human has begun; absent when every ruling counts. */
  readonly paused?: Pause;
  /** Why every session is on hold; absent when the project is not. */
  readonly onHold?: string;
  readonly stores: readonly StoreReport[];
  readonly sessions: readonly SessionReport[];
  /** What belongs to no session: facts of the project, and the counters that sessions share. */
  readonly project: { readonly facts: Readonly<Record<string, Json>>; readonly counters: readonly CounterReport[] };
  /** What a human has made an exception for by `licet allow-once`. */
  readonly exceptions: readonly GrantState[];
  readonly reservations: readonly ReservationState[];
  readonly waiting: readonly WaitingReport[];
  /** Each yes for several calls that is in force. */
  readonly covering: readonly CoveringReport[];
  readonly graphs: readonly GraphReport[];
}

/** A yes for several calls: what it covers, how often it was used, and when it ends, in words. */
export interface CoveringReport {
  readonly id: string;
  readonly code: string;
  readonly sessionId: string;
  readonly covers: readonly string[];
  readonly used: number;
  readonly ends: string;
}
