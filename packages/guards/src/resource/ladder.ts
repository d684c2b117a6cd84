import type { CommitResult, GovernanceContext, MaybePromise, Verdict } from '@licet/core';
import { pass } from '@licet/core';
import { chain } from '@licet/core/nodes';

import type { RunCount, RunCounter, RunOptions } from './runCounter.ts';
import { runCounter } from './runCounter.ts';
import type { ProgressiveStep } from './steps.ts';
import { stepVerdict } from './steps.ts';

/** Steps over a count: who stands where, and who may go on. */
export interface Ladder extends Pick<RunCounter, 'interrupt' | 'end'> {
  /** The ruling for the action by what has gone ahead. */
  judge(key: string, ctx: GovernanceContext): MaybePromise<Verdict>;
  /** Counts the action that has been judged, unless others have reached the next step since. Only in `commit`. */
  take(ctx: GovernanceContext): MaybePromise<CommitResult>;
}

/** Makes a ladder. What was counted when an action was judged decides how far the count may have gone when it is taken. */
export function ladder(steps: readonly ProgressiveStep[], options: RunOptions): Ladder {
  const runs = runCounter(options);
  const { consecutive } = options;
  const judged = new WeakMap<GovernanceContext, RunCount>();
  return Object.freeze<Ladder>({
    judge: (key, ctx) =>
      chain(runs.read(key, ctx), run => {
        judged.set(ctx, run);
        const { count } = run;
        const step = steps.findLast(({ after }) => after <= count);
        if (step === undefined) return pass();
        const wait = step.then === 'block' ? runs.wait(run, step.after, ctx) : undefined;
        return chain(wait, retryAfterMs => stepVerdict(step, { count, consecutive, retryAfterMs }));
      }),
    take(ctx) {
      const run = judged.get(ctx);
      if (run === undefined) return undefined;
      const next = steps.find(({ after }) => after > run.count)?.after;
      return runs.add(run, next, ctx);
    },
    interrupt: runs.interrupt,
    end: runs.end,
  });
}
