import type { CommitResult, GovernanceContext, MaybePromise, Verdict } from '@licet/core';
import { pass } from '@licet/core';
import { chain } from '@licet/core/nodes';

import type { RunCount, RunCounter, RunOptions } from './runCounter.ts';
import { runCounter } from './runCounter.ts';
import type { Counted, ProgressiveStep } from './steps.ts';
import { stepVerdict } from './steps.ts';

/** What is counted under one key, and what it is about where each target has a count of its own. */
export interface CountedKey {
  readonly key: string;
  readonly target?: string;
}

/** How a ladder counts, and how often it warns. */
export interface LadderOptions extends RunOptions {
  readonly count: Counted;
  /** For so long it does not warn again of the same. */
  readonly cooldownMs: number | undefined;
}

/** Steps over counts: who stands where, and who may go on. */
export interface Ladder extends Pick<RunCounter, 'interrupt' | 'end'> {
  /** The ruling for the action by what was counted: the strictest of its keys. */
  judge(keys: readonly CountedKey[], ctx: GovernanceContext): MaybePromise<Verdict>;
  /** Counts the action that has been judged, unless others have reached the next step since. Only in `commit`. */
  take(ctx: GovernanceContext): MaybePromise<CommitResult>;
  /** Counts the action that has failed. Only in `record`. */
  failed(keys: readonly CountedKey[], ctx: GovernanceContext): MaybePromise<void>;
  /** Counts the action that was stopped, unless it was this ladder that stopped it. Only in `stopped`. */
  stopped(keys: readonly CountedKey[], ctx: GovernanceContext): MaybePromise<void>;
}

interface Judged {
  readonly runs: readonly RunCount[];
  readonly step: ProgressiveStep | undefined;
  /** The keys of warnings that are told with this action. */
  readonly warned: readonly string[];
}

const toldKey = (key: string): string => `${key}:told`;

/** Makes a ladder. What was counted when an action was judged decides how far the count may have gone when it is taken. */
export function ladder(steps: readonly ProgressiveStep[], options: LadderOptions): Ladder {
  const runs = runCounter(options);
  const { consecutive, count: counted, cooldownMs } = options;
  const judged = new WeakMap<GovernanceContext, Judged>();
  const stepOf = (count: number): ProgressiveStep | undefined => steps.findLast(({ after }) => after <= count);
  const isQuiet = (step: ProgressiveStep | undefined, key: string, ctx: GovernanceContext): MaybePromise<boolean> =>
    step?.then !== 'warn' || cooldownMs === undefined
      ? false
      : chain(ctx.session.used(toldKey(key), cooldownMs), told => told > 0);
  return Object.freeze<Ladder>({
    judge: (keys, ctx) =>
      chain(
        each(keys, ({ key }) => runs.read(key, ctx)),
        found => {
          const highest = found.reduce((most, { count }, index) => (count > (found[most]?.count ?? -1) ? index : most), 0);
          const [run, key] = [found[highest], keys[highest]];
          const step = run && stepOf(run.count);
          return chain(isQuiet(step, run?.key ?? '', ctx), quiet => {
            judged.set(ctx, { runs: found, step, warned: step?.then === 'warn' && !quiet && run ? [run.key] : [] });
            if (run === undefined || step === undefined || quiet) return pass();
            const wait = step.then === 'block' ? runs.wait(run, step.after, ctx) : undefined;
            const target = key?.target;
            return chain(wait, retryAfterMs =>
              stepVerdict(step, { count: run.count, counted, consecutive, target, retryAfterMs }),
            );
          });
        },
      ),
    take(ctx) {
      const known = judged.get(ctx);
      if (known === undefined) return undefined;
      const limitOf = (count: number): number | undefined => steps.find(({ after }) => after > count)?.after;
      const tell = (): MaybePromise<readonly CommitResult[]> =>
        each(cooldownMs === undefined ? [] : known.warned, key =>
          chain(ctx.session.reserve(toldKey(key), { windowMs: cooldownMs ?? 0, expiresInMs: cooldownMs ?? 0 }), () => undefined),
        );
      const take = (): MaybePromise<readonly CommitResult[]> =>
        each(known.runs, run => (counted === 'all' ? runs.add(run, limitOf(run.count), ctx) : runs.note(run.key, ctx)));
      return chain(tell(), () => chain(take(), results => results.find(result => result !== undefined)));
    },
    failed: (keys, ctx) =>
      chain(
        each(keys, ({ key }) => ctx.session.settle(key, 1)),
        () => undefined,
      ),
    stopped(keys, ctx) {
      const own = judged.get(ctx)?.step?.then;
      if (own === 'ask' || own === 'block') return undefined;
      return chain(
        each(keys, ({ key }) => runs.charge(key, ctx)),
        () => undefined,
      );
    },
    interrupt: runs.interrupt,
    end: runs.end,
  });
}

/** Does something for each item, one after the other. */
function each<T, R>(items: readonly T[], work: (item: T) => MaybePromise<R>): MaybePromise<readonly R[]> {
  return items.reduce<MaybePromise<readonly R[]>>(
    (done, item) => chain(done, known => chain(work(item), result => [...known, result])),
    [],
  );
}
