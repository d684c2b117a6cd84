import type { Json } from '../model/json.ts';
import type { SessionState } from '../ports/session.ts';
import { deedIn } from './deeds.ts';

/** What the name of a fact of the project begins with that holds an exception. */
export const GRANT_FACT = 'grant:';

/** The name under which it is kept, for the whole project, that a human has paused the policy. */
export const PAUSE_FACT = '@pause';

/** The name under which it is kept that a session, or the whole project, is on hold. It only stops, so it needs no signature. */
export const HOLD_FACT = '@hold';

/** How long a pause may last, in milliseconds: a day. */
export const LONGEST_PAUSE_MS = 86_400_000;

/** A pause: until it ends, what the policy would stop goes ahead and is recorded, except for what a floor stops. */
export interface Pause {
  /** When it ends by itself, in milliseconds since the epoch. */
  readonly until: number;
  readonly reason: string;
  /** The human who said so. */
  readonly by: string;
}

/**
 * Returns the pause that goes on; undefined where there is none, where it is over, for what cannot be one, and for one without the identity of
 * its record.
 *
 * @example
 * ```ts
 * import { PAUSE_FACT, pauseIn } from '@licet/core/store';
 *
 * const facts = { [PAUSE_FACT]: { until: 60_000, reason: 'a demonstration', by: 'ann', deed: 'd1' } };
 * pauseIn(facts, 1_000)?.reason; // => 'a demonstration'
 * pauseIn(facts, 60_000); // => undefined
 * ```
 */
export function pauseIn(facts: SessionState['facts'], now: number): Pause | undefined {
  const kept: Json | undefined = Object.hasOwn(facts, PAUSE_FACT) ? facts[PAUSE_FACT] : undefined;
  if (typeof kept !== 'object' || kept === null || Array.isArray(kept)) return undefined;
  const { until, reason, by } = kept as { readonly [member: string]: Json };
  if (deedIn(kept) === undefined) return undefined;
  if (typeof until !== 'number' || typeof reason !== 'string' || typeof by !== 'string') return undefined;
  return now < until && until - now <= LONGEST_PAUSE_MS ? { until, reason, by } : undefined;
}
