import type { OutcomeStatus } from '../model/action.ts';
import type { Json, MaybePromise } from '../model/json.ts';
import type { OutputObligations } from '../model/obligations.ts';
import type { Ruling } from '../model/ruling.ts';

/** Facts that are set together, in order: a value, and the names that it has from then on. Null forgets them. */
export type FactsSet = readonly (readonly [value: Json, ...names: string[]])[];

/** What an event sets beside what it says. */
interface SetsFacts {
  readonly facts?: FactsSet;
}

/** Something that happened in a session. The session's state is the fold of its events, in order. */
export type SessionEvent =
  | (SetsFacts & {
      readonly type: 'evaluated';
      readonly at: number;
      readonly evaluationId: string;
      readonly callId?: string;
      readonly kind: string;
      readonly tool?: string;
      readonly ruling: Ruling;
      readonly passed: boolean;
      readonly code: string;
      readonly risk: number;
      /** What is to be done to the output, if anything. */
      readonly owes?: OutputObligations;
    })
  | (SetsFacts & {
      readonly type: 'outcome';
      readonly at: number;
      readonly evaluationId: string;
      /** The call that is closed by it. */
      readonly callId?: string;
      readonly status: OutcomeStatus;
    })
  | { readonly type: 'fact'; readonly at: number; readonly name: string; readonly value: Json };

/** What is known of a session. Times are milliseconds since the epoch. */
export interface SessionState {
  readonly id: string;
  /** The number of events so far: the expected version of an optimistic append. */
  readonly version: number;
  /** When the first event happened. Absent before it, and in a state that an earlier version has begun. */
  readonly startedAt?: number;
  /** How many evaluations ended with each ruling. */
  readonly rulings: Readonly<Record<Ruling, number>>;
  readonly evaluated: number;
  readonly passed: number;
  readonly outcomes: Readonly<Record<OutcomeStatus, number>>;
  /** How many evaluations in a row did not pass, up to now. */
  readonly consecutiveBlocks: number;
  /** What guards and the host have established: `tests_passing`, `reviewed`. */
  readonly facts: Readonly<Record<string, Json>>;
  /** The last events, oldest first, at most 50, without the facts that they have set. */
  readonly recent: readonly SessionEvent[];
}

/** A call that was evaluated and whose outcome is not known, by its last evaluation. */
export interface OpenCall {
  readonly evaluationId: string;
  /** When it was evaluated, in milliseconds since the epoch. */
  readonly at: number;
  readonly ruling: Ruling;
  readonly passed: boolean;
  /** What is to be done to the output, if anything. */
  readonly owes?: OutputObligations;
}

/**
 * A question about a counter. A counter is the sum of what its holders have reserved or been charged. One key is always
 * asked about with one window: a guard puts what distinguishes its counters into the key.
 */
export interface CounterQuery {
  readonly key: string;
  readonly now: number;
  /** Only entries younger than this many milliseconds count; all of them when it is absent. */
  readonly windowMs?: number;
  /** The holder whose own entries do not count: evaluating the same call again must not see itself. */
  readonly excluding?: string;
  /** Only entries of a window that were taken later than `now` count: the clock was set back since. */
  readonly ahead?: true;
}

/** The counters whose keys begin with `prefix`, of which `most` may hold something at once. All of them have the same window. */
export interface Among {
  readonly prefix: string;
  readonly most: number;
}

/** A wish to take `amount` of a counter. */
export interface ReservationRequest {
  readonly key: string;
  /** Who holds it: one holder has at most one entry under a key, so asking again takes nothing more. */
  readonly holder: string;
  readonly amount: number;
  /** The most that the counter may hold afterwards; no limit when it is absent. */
  readonly limit?: number;
  readonly windowMs?: number;
  /** How many different counters may hold something: this one is refused where it would be one too many, unless it holds something already. */
  readonly among?: Among;
  readonly now: number;
  /** When the reservation lapses by itself, unless it was settled. */
  readonly expiresAt: number;
}

/** The answer: granted (`fresh` when it was not held before), or refused with what is used and when to try again. */
export type Reservation =
  | { readonly granted: true; readonly fresh: boolean }
  | { readonly granted: false; readonly used: number; readonly retryAfterMs?: number };

/** The result of a reservation. */
export interface Settlement {
  readonly holder: string;
  readonly now: number;
  /** Only this key; all keys of the holder when it is absent. */
  readonly key?: string;
  /** What was really used; what was reserved when it is absent. Zero gives everything back. */
  readonly amount?: number;
}

/** What must be so for events to be appended: the version of the session, or a call of it that is open. */
export type ExpectedSession = number | { readonly open: string };

/**
 * Where sessions live. Every method is atomic, also between processes. A store without a backing service answers
 * synchronously, one with a service by promise; the engine takes both. A method that cannot do its work throws, and the
 * engine then blocks.
 */
export interface SessionStore {
  /** Returns the state of a session; a session without writes is empty, not an error. */
  load(sessionId: string): MaybePromise<SessionState>;
  /**
   * Appends events and returns the new version. Throws a `GovernanceError` of code `session_conflict` and appends nothing where
   * the session is not as `expected`: of two processes that report the outcome of one call, one is told that nothing was open.
   */
  append(sessionId: string, events: readonly SessionEvent[], expected?: ExpectedSession): MaybePromise<number>;
  /**
   * Returns a call of a session that was evaluated and has no outcome yet, however much has happened since; undefined for any
   * other. Appending an evaluation opens its call, or replaces what was open under the same id; appending an outcome closes
   * the call that it names. A call without an outcome is forgotten after {@link OPEN_CALL_MS}.
   */
  call(sessionId: string, callId: string): MaybePromise<OpenCall | undefined>;
  /** Returns the value of a counter: charged entries plus reservations that have not expired. */
  used(query: CounterQuery): MaybePromise<number>;
  /** Returns what `reserve` would answer now, and changes nothing. */
  peek(request: ReservationRequest): MaybePromise<Reservation>;
  /** Takes from a counter if the limit allows it. Taking twice for one holder and key takes once. */
  reserve(request: ReservationRequest): MaybePromise<Reservation>;
  /**
   * Turns reservations into charges, also those that lapsed less than {@link LATE_SETTLEMENT_MS} ago: an action that ran
   * longer than its reservation is still charged. Settling what is not held does nothing.
   */
  settle(settlement: Settlement): MaybePromise<void>;
  /** Gives back what the holder has reserved and not settled: only under `keys` when they are given. */
  release(holder: string, keys?: readonly string[]): MaybePromise<void>;
}

/** For how many milliseconds a store still knows a reservation that has lapsed. */
export const LATE_SETTLEMENT_MS = 3_600_000;

/** For how many milliseconds a store keeps a call open whose outcome does not come: seven days. */
export const OPEN_CALL_MS = 604_800_000;

/** The session whose facts every session of the project sees. No action can name it. */
export const PROJECT_SESSION = '@project';
