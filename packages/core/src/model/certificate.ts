import type { Action } from './action.ts';
import type { GovernanceContext } from './context.ts';
import type { Effect } from './effects.ts';

/**
 * How much may be certified, from nothing to the most; each level contains those before it. `look` reads files that hold no secret, `edit` also changes
 * what git or the session brings back, `build` also runs the project's own tools in a sandbox, and `trusted_build` does so without one.
 */
export const QUIET_LEVELS = ['off', 'look', 'edit', 'build', 'trusted_build'] as const;
/** One of the {@link QUIET_LEVELS}. */
export type QuietLevel = (typeof QUIET_LEVELS)[number];

/** What a certificate says of a call. Whether a build has to be contained is for the policy to say, so it is not a level here. */
export type CertifiedLevel = Exclude<QuietLevel, 'off' | 'trusted_build'>;

/** That a call does no more than a level says, and why. A runtime may let it run without its own question. */
export interface Certificate {
  readonly level: CertifiedLevel;
  /** What vouches for each effect of the call, in words. */
  readonly because: readonly string[];
  /** The commands of scripts and tasks that the call starts, word for word: rules that are held against the text of the call do not see them. */
  readonly within?: readonly string[];
}

/**
 * Gives a certificate for an action with these effects, or none where anything about it is not certain. `ctx` is that of the evaluation: without it
 * nothing is known of the session. It never throws for what an agent can write.
 */
export type Certify = (action: Action, effects: readonly Effect[], ctx?: GovernanceContext) => Certificate | undefined;
