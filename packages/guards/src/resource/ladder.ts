import type { GovernanceContext, MaybePromise, Verdict } from '@licet/core';
import type { CommitResult } from '@licet/core/nodes';
import { pass } from '@licet/core';
import { chain, inTurn } from '@licet/core/nodes';

import type { RunCount, RunCounter, RunOptions } from './runCounter.ts';
import { runCounter } from './runCounter.ts';
import type { Counted, ProgressiveStep } from './steps.ts';
import { stepVerdict } from './steps.ts';

/** What is counted under one key, and what it is about where each target has its own count. */
export interface CountedKey {
  readonly key: string;
  readonly target?: string;
}

/** How a ladder counts, and how often it warns. */
interface LadderOptions extends RunOptions {
  readonly count: Counted;
  /** For so long it does not warn again of the same. */
  readonly cooldownMs: number | undefined;
}

/** Steps over counts: which step each count is at, and whether it may go on. */
interface Ladder extends Pick<RunCounter, 'interrupt' | 'end'> {
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
  /** The key of the warning that is told with this action. */
  readonly warned: string | undefined;
}

/** Makes a ladder. What was counted when an action was judged decides how far the count may have gone when it is taken. */
export function ladder(steps: readonly ProgressiveStep[], options: LadderOptions): Ladder {
  const runs = runCounter(options);
  const { count: counted, cooldownMs } = options;
  const judged = new WeakMap<GovernanceContext, Judged>();
  const limitOf = (count: number): number | undefined => steps.find(({ after }) => after > count)?.after;
  const takeRun = (run: RunCount, ctx: GovernanceContext): MaybePromise<CommitResult> =>
    counted === 'all' ? runs.add(run, limitOf(run.count), ctx) : runs.note(run.key, ctx);
  return Object.freeze<Ladder>({
    judge: (keys, ctx) =>
      chain(
        inTurn(keys, ({ key }) => runs.read(key, ctx)),
        found =>
          chain(standingOf(keys, found, steps, cooldownMs, ctx), standing => {
            const { run, step, isQuiet } = standing;
            judged.set(ctx, {
              runs: found,
              step,
              warned: step?.then === 'warn' && !isQuiet ? toldKey(run.key, steps) : undefined,
            });
            return step === undefined || isQuiet ? pass() : say(step, standing, options, runs, ctx);
          }),
      ),
    take(ctx) {
      const known = judged.get(ctx);
      if (known === undefined) return undefined;
      const told = known.warned === undefined || cooldownMs === undefined ? undefined : tell(known.warned, cooldownMs, ctx);
      const taken = (): MaybePromise<readonly CommitResult[]> => inTurn(known.runs, run => takeRun(run, ctx));
      return chain(told, () => chain(taken(), results => results.find(result => result !== undefined)));
    },
    failed: (keys, ctx) => forAll(keys, key => ctx.session.settle(key, 1)),
    stopped(keys, ctx) {
      const own = judged.get(ctx)?.step?.then;
      return own === 'ask' || own === 'block' ? undefined : forAll(keys, key => runs.charge(key, ctx));
    },
    interrupt: runs.interrupt,
    end: runs.end,
  });
}

function forAll(keys: readonly CountedKey[], work: (key: string) => MaybePromise<void>): MaybePromise<void> {
  return chain(
    inTurn(keys, ({ key }) => work(key)),
    () => undefined,
  );
}

/** Ladders with other steps may share a count; each tells its own warnings. */
const toldKey = (key: string, steps: readonly ProgressiveStep[]): string =>
  `${key}:told:${steps.map(({ after }) => after).join('-')}`;

/** Notes that a warning is told with this action. */
const tell = (key: string, windowMs: number, { session }: GovernanceContext): MaybePromise<undefined> =>
  chain(session.reserve(key, { windowMs, expiresInMs: windowMs }), () => undefined);

interface Highest {
  readonly run: RunCount;
  readonly target: string | undefined;
  readonly step: ProgressiveStep | undefined;
  /** Whether it warns, and has warned within its cool-down. */
  readonly isQuiet: boolean;
}

/** The highest of some counts, and the step that it has reached. */
function standingOf(
  keys: readonly CountedKey[],
  runs: readonly RunCount[],
  steps: readonly ProgressiveStep[],
  cooldownMs: number | undefined,
  { session }: GovernanceContext,
): MaybePromise<Highest> {
  const highest = runs.reduce((most, { count }, index) => (count > (runs[most]?.count ?? -1) ? index : most), 0);
  const [run, target] = [runs[highest] as RunCount, keys[highest]?.target];
  const step = steps.findLast(({ after }) => after <= run.count);
  if (step?.then !== 'warn' || cooldownMs === undefined) return { run, target, step, isQuiet: false };
  return chain(session.used(toldKey(run.key, steps), cooldownMs), told => ({ run, target, step, isQuiet: told > 0 }));
}

function say(
  step: ProgressiveStep,
  { run, target }: Highest,
  { count: counted, consecutive }: LadderOptions,
  runs: RunCounter,
  ctx: GovernanceContext,
): MaybePromise<Verdict> {
  const wait = step.then === 'block' ? runs.wait(run, step.after, ctx) : undefined;
  return chain(wait, retryAfterMs => stepVerdict(step, { count: run.count, counted, consecutive, target, retryAfterMs }));
}
