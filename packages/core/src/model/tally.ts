import type { Action } from './action.ts';
import type { GovernanceContext } from './context.ts';
import type { MaybePromise } from './json.ts';

/** What a condition counts of what goes ahead. The engine counts it for every action, wherever the condition is in the policy. */
export interface Tally {
  /** The same for conditions that count the same: they share their counters. */
  readonly name: string;
  /** Only what went ahead in so many milliseconds counts; everything where it is absent. */
  readonly windowMs: number | undefined;
  /** Only actions that ended so count, once their outcome is reported. Every action that goes ahead counts where it is absent. */
  readonly outcome: 'ok' | 'error' | undefined;
  /** Whether it has a counter for each value of arguments; its key then ends with a part for the value. */
  readonly hasValues: boolean;
  /** The counter that an action counts in; undefined for an action that does not count. */
  keyOf(action: Action, ctx: GovernanceContext): MaybePromise<string | undefined>;
  /** How much an action adds. Throws a `GovernanceError` for an action that does not say it. */
  amountOf(action: Action): number;
}

/** A condition that looks at what happened before. */
export interface HistoryReader {
  readonly tallies: readonly Tally[];
  /** Returns what the counters of the condition hold now without this call; undefined where its answer would differ. */
  recheck(ctx: GovernanceContext): MaybePromise<ReadonlyMap<string, number> | undefined>;
}
