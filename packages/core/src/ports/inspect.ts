import type { StoredApproval } from './approval.ts';
import type { MaybePromise } from '../model/json.ts';
import type { SessionState } from './session.ts';

/** What one counter holds. */
export interface CounterState {
  readonly key: string;
  /** What has been charged. A sliding window may have left some of it behind: `SessionStore.used` knows, given the window. */
  readonly charged: number;
  /** What is held by actions whose outcome is not known yet. */
  readonly reserved: number;
}

/** What one call holds of one counter until its outcome is known. Times are milliseconds since the epoch. */
export interface ReservationState {
  readonly key: string;
  readonly holder: string;
  readonly amount: number;
  readonly at: number;
  readonly expiresAt: number;
}

/** What {@link StateInspector.reset} forgets. The audit trail is never reset. */
export interface ResetScope {
  /** Only this session, its requests and the counters that {@link isCounterOf} it; everything when it is absent. */
  readonly sessionId?: string;
}

/** How much was forgotten of each. */
export interface ResetReport {
  readonly sessions: number;
  readonly counters: number;
  readonly approvals: number;
}

/** A look into a store from outside, for people. It decides nothing; reading changes nothing. */
export interface StateInspector {
  /** The sessions, the one that something happened in last first; at most `limit`, 20 when absent. */
  sessions(limit?: number): MaybePromise<readonly SessionState[]>;
  /** Counters that are not zero, by key. */
  counters(now: number): MaybePromise<readonly CounterState[]>;
  /** Requests for approval that have not expired, with every answer in the store, proven or not, oldest first. */
  requests(now: number): MaybePromise<readonly StoredApproval[]>;
  /** Reservations that have not lapsed, oldest first. */
  reservations(now: number): MaybePromise<readonly ReservationState[]>;
  /** Forgets sessions, counters and requests for approval, all at once. */
  reset(scope: ResetScope): MaybePromise<ResetReport>;
}

/**
 * Tells whether a counter belongs to one session: whether its key holds `session:` and the session's name, from one colon
 * to the next. The guards name their counters so, with a colon in a name written as `%3A` and a percent sign as `%25`.
 *
 * @example
 * ```ts
 * import { isCounterOf } from '@licet/core/store';
 *
 * isCounterOf('a', 'budget:calls:session:a:agent:main'); // => true
 * isCounterOf('a', 'budget:calls:session:ab'); // => false
 * ```
 */
export function isCounterOf(sessionId: string, key: string): boolean {
  const part = sessionId.replaceAll(/[%:]/g, char => (char === ':' ? '%3A' : '%25'));
  return `:${key}:`.includes(`:session:${part}:`);
}
