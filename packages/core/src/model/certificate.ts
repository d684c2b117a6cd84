import type { Action } from './action.ts';
import type { GovernanceContext } from './context.ts';
import type { Effect } from './effects.ts';

/** How much may be certified, from nothing to the most. */
export const QUIET_LEVELS = ['off', 'look'] as const;
/** One of the {@link QUIET_LEVELS}. */
export type QuietLevel = (typeof QUIET_LEVELS)[number];

/** That a call does no more than a level says, and why. A runtime may let it run without its own question. */
export interface Certificate {
  readonly level: Exclude<QuietLevel, 'off'>;
  /** What vouches for each effect of the call, in words. */
  readonly because: readonly string[];
}

/**
 * Gives a certificate for an action with these effects, or none where anything about it is not certain. `ctx` is that of the evaluation: without it
 * nothing is known of the session. It never throws for what an agent can write.
 */
export type Certify = (action: Action, effects: readonly Effect[], ctx?: GovernanceContext) => Certificate | undefined;
