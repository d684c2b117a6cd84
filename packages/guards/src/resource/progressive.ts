import { InvariantError, match, skip } from '@licet/core';
import type { Action, GovernanceContext, GuardNode, Json, MaybePromise } from '@licet/core';
import { chain, checkOptions, compareBy, defineNode, keyPart, param, params, scopeKey } from '@licet/core/nodes';
import type { Comparison, ParamOrder, ParamsOf } from '@licet/core/nodes';
import { needsOf } from '../judging/matching.ts';
import { countingParams, hostPlace, placeParams, withoutPlace } from '../judging/params.ts';
import { targetsOf } from '../judging/targets.ts';
import { milliseconds } from './duration.ts';
import { ladder } from './ladder.ts';
import type { CountedKey } from './ladder.ts';
import type { ProgressiveStep } from './steps.ts';
import { checkSteps, compareSteps } from './steps.ts';

/** How many half-lives an epoch has: what is older than one whole epoch weighs less than a number can tell. */
const EPOCH = 64;

/** A sum whose parts lose half of their weight in every half-life. */
interface DecayingSum {
  /** Returns what is left of it now, not counting what this very call has added. */
  read(key: string, ctx: GovernanceContext): MaybePromise<number>;
  /** Adds an amount. Only in `commit`. */
  add(key: string, amount: number, ctx: GovernanceContext): MaybePromise<void>;
}

/** What scaling adds to the last digits of a number must not decide about a threshold. */
function withoutDust(sum: number): number {
  return Math.round(sum * 1e12) / 1e12;
}

/**
 * Keeps a decaying sum on plain counters (forward decay): an amount is not made smaller as it ages, it is entered larger
 * the later it comes, and the sum is scaled back when it is read. So nothing is ever read, changed and written again, and
 * parallel processes lose nothing. The scale starts again with every epoch, so that it stays within what a number holds;
 * a part that lies in the future, because the clock was set back, weighs more than it did, never less.
 */
function decayingSum(halfLifeMs: number): DecayingSum {
  const length = EPOCH * halfLifeMs;
  const epochOf = (now: number): number => Math.floor(now / length);
  const part = (key: string, epoch: number, { session, now }: GovernanceContext): MaybePromise<number> =>
    chain(session.used(`${key}:${epoch}`), sum => (sum === 0 ? 0 : sum * 2 ** ((epoch * length - now) / halfLifeMs)));
  return Object.freeze<DecayingSum>({
    read(key, ctx) {
      const epoch = epochOf(ctx.now);
      return chain(part(key, epoch - 1, ctx), before =>
        chain(part(key, epoch, ctx), current => chain(part(key, epoch + 1, ctx), after => withoutDust(before + current + after))),
      );
    },
    add(key, amount, ctx) {
      const epoch = epochOf(ctx.now);
      const entered = amount * 2 ** ((ctx.now - epoch * length) / halfLifeMs);
      const expiresInMs = 2 * length;
      return chain(ctx.session.reserve(`${key}:${epoch}`, { amount: entered, expiresInMs }), () => undefined);
    },
  });
}

const progressiveParams = params({
  ...countingParams,
  ...placeParams,
  /** Which actions count. */
  match: param.match({ doc: 'which actions count' }),
  /** The rungs, from the mildest to the strictest. */
  steps: param.optional(
    param.list(
      param.object({
        /** How many have gone ahead. */
        after: param.number({ whole: true, min: 1, doc: 'how many have gone ahead' }),
        /** The ruling for one more. */
        then: param.choice(['warn', 'ask', 'block'], { doc: 'the ruling for one more' }),
      }),
      { doc: 'the rungs, from the mildest to the strictest' },
    ),
  ),
  /** Which of them count for the steps: all that go ahead, those that failed, or those that were stopped. */
  count: param.optional(
    param.choice(['all', 'failed', 'blocked'], {
      doc: 'which of them count for the steps: all that go ahead, those that failed, or those that were stopped',
    }),
    'all',
  ),
  /** The same as `per`; or `target`: each file that is changed or read, and each host, has its own count. */
  by: param.optional(
    param.choice(['session', 'agent', 'tool', 'target'], {
      doc: 'the same as `per`; or `target`: each file that is changed or read, and each host, has its own count',
    }),
  ),
  /** How long a warning is not repeated. */
  cooldown: param.optional(param.duration({ doc: 'how long a warning is not repeated' }), 'a warning is told with every action'),
  /** Whether only actions in a row count. */
  consecutive: param.optional(param.flag({ doc: 'whether only actions in a row count' }), 'false'),
  /** Only what went ahead so recently counts for the steps. */
  window: param.optional(param.duration({ doc: 'only what went ahead so recently counts for the steps' }), 'everything counts'),
  /** Raises the risk by what has gone ahead. */
  risk: param.optional(
    param.object(
      {
        /** How much risk one action adds. */
        per: param.number({ above: 0, max: 1, doc: 'how much risk one action adds' }),
        /** After how long half of it is left. */
        halfLife: param.duration({ doc: 'after how long half of it is left' }),
      },
      { doc: 'raises the risk by what has gone ahead' },
    ),
  ),
});

/** What {@link Progressive} takes: a match, and `steps`, `risk`, or both. */
export type ProgressiveOptions = ParamsOf<typeof progressiveParams>;

/** How risk builds up and fades. */
export type ProgressiveRisk = NonNullable<ProgressiveOptions['risk']>;

/**
 * Gets stricter with history. Steps count what went ahead; risk adds up and fades by half in every half-life.
 *
 * | the action | ruling |
 * |---|---|
 * | does not match | skipped |
 * | matches, and fewer have gone ahead than the first step says | pass |
 * | matches, and at least as many have gone ahead as a step says | the ruling of the last such step |
 * | any, with `risk` | the risk rises by what is left of the history, and by `per` when it matches |
 * | matches, with `risk` alone | skipped |
 *
 * `count` says which actions count for the steps: those that go ahead, those that failed, or those that something else has stopped. With `by: target`
 * each file and each host has its own count. A warning that has been told is not told again within `cooldown`.
 *
 * What is stopped, or denied after all, does not count unless it is what is counted; an action without a reported outcome does. The counts are exact
 * under parallel calls: no call can skip a step. Risk is counted exactly too, but parallel calls see the risk that
 * was there when each began.
 *
 * It sees only what it is asked about: below a `when` that does not apply, nothing counts and nothing ends a run. With
 * `consecutive` any other action that ran starts the run again, once its outcome is reported, so that an agent that knows
 * may pace itself: leave it out, or add a second one with a `window`, where that matters. A new session starts with no
 * history unless `per` is `principal` or `project`.
 *
 * @example
 * ```ts
 * import { PolicyEngine } from '@licet/core';
 * import { Progressive } from '@licet/guards';
 *
 * const policy = Progressive({ match: { kind: 'read' }, consecutive: true, steps: [{ after: 1, then: 'warn' }, { after: 2, then: 'block' }] });
 * const engine = new PolicyEngine(policy);
 * const act = async (kind: string) => {
 *   const evaluation = await engine.evaluate({ kind });
 *   if (evaluation.passed) await engine.postAction(evaluation, { status: 'ok' });
 *   return evaluation.ruling;
 * };
 * [await act('read'), await act('read'), await act('read')]; // => ['pass', 'warn', 'block']
 * [await act('write'), await act('read')]; // => ['pass', 'pass']
 * ```
 */
export function Progressive(options: ProgressiveOptions): GuardNode {
  checkOptions('progressive', progressiveParams, options);
  const { steps = [], consecutive = false, risk, count = 'all', by } = options;
  checkCounting(options);
  checkSteps(steps);
  const meant = match(options.match);
  const { keyOf, keysOf } = keysFor(options, meant.text);
  const cooldownMs = milliseconds(options.cooldown);
  const rungs = ladder(steps, { consecutive, windowMs: milliseconds(options.window), count, cooldownMs });
  const history = risk && riskHistory(risk);
  return Object.freeze<GuardNode>({
    ...LABELS,
    needs: needsOf(options.match, 'sessions', ...(by === 'target' ? (['effects'] as const) : [])),
    watches: true,
    params: paramsOf(options),
    check: (action, ctx) =>
      chain(meant.test(action, ctx), matches =>
        chain(history?.raise(keyOf(action), matches, ctx), () =>
          matches && steps.length > 0 ? rungs.judge(keysOf(action, ctx), ctx) : skip(),
        ),
      ),
    commit: (action, ctx) =>
      chain(meant.test(action, ctx), matches => {
        if (!matches) return consecutive ? rungs.interrupt(keyOf(action), ctx) : undefined;
        return chain(history?.add(keyOf(action), ctx), () => rungs.take(ctx));
      }),
    record(action, { status }, ctx) {
      if (count === 'failed' && status === 'error') return rungs.failed(keysOf(action, ctx), ctx);
      return consecutive && (status === 'ok' || status === 'error') ? rungs.end(keyOf(action), ctx) : undefined;
    },
    ...(count === 'blocked' && {
      stopped: (action: Action, ruling: 'ask' | 'block', ctx: GovernanceContext) =>
        chain(ruling === 'block' && meant.test(action, ctx), counts =>
          counts ? rungs.stopped(keysOf(action, ctx), ctx) : undefined,
        ),
    }),
  });
}

const LABELS = Object.freeze({ name: 'progressive', kind: 'progressive', layer: 'resource', counts: true } as const);

function paramsOf(options: ProgressiveOptions): object {
  const { cooldown, window, risk } = options;
  return Object.freeze({
    ...withoutPlace(options),
    ...(cooldown !== undefined && { cooldown: milliseconds(cooldown) }),
    ...(window !== undefined && { window: milliseconds(window) }),
    ...(risk !== undefined && { risk: { ...risk, halfLife: milliseconds(risk.halfLife) } }),
  });
}

/** Under which keys an action is counted: its own, and one for each target where they are told apart. */
function keysFor(options: ProgressiveOptions, asked: string) {
  const { consecutive = false, count = 'all', by, risk } = options;
  const per = by === undefined || by === 'target' ? (options.per ?? 'session') : by;
  const [windowMs, halfLifeMs] = [milliseconds(options.window), milliseconds(risk?.halfLife)];
  const made = [per, consecutive, windowMs, halfLifeMs, asked];
  const name = options.name ?? [...made, ...(count === 'all' ? [] : [count]), ...(by === 'target' ? [by] : [])].join(':');
  const keyOf = (action: Action): string => `progressive:${keyPart(name)}:${scopeKey(action, per)}`;
  const targets = by === 'target' ? targetsOf(options.match, options) : undefined;
  const forTarget = (action: Action, target: string): CountedKey => ({
    key: `${keyOf(action)}:target:${keyPart(target)}`,
    target,
  });
  const keysOf = (action: Action, ctx: GovernanceContext): readonly CountedKey[] =>
    targets?.(ctx.effects).map(target => forTarget(action, target)) ?? [{ key: keyOf(action) }];
  return { keyOf, keysOf };
}

function checkCounting(options: ProgressiveOptions): void {
  const { steps = [], count = 'all', by, per, consecutive = false, cooldown, risk, window } = options;
  const wrong = (found: string, path: string): InvariantError => new InvariantError('invalid_param', found, { path: [path] });
  if (steps.length === 0 && (risk === undefined || consecutive || window !== undefined))
    throw new InvariantError('invalid_param', '`progressive` needs `steps`, or `risk` without `consecutive` and `window`');
  if (per !== undefined && by !== undefined && by !== 'target')
    throw wrong('`by` and `per` of `progressive` say the same: leave one of them out', 'by');
  if (consecutive && (count !== 'all' || by === 'target'))
    throw wrong('`consecutive` counts actions that go ahead, whatever they are about: use a `window`', 'consecutive');
  if (steps.length === 0 && (count !== 'all' || by === 'target'))
    throw wrong('`count` and `by: target` are about `steps`, which are missing', 'steps');
  if (cooldown !== undefined && !steps.some(({ then }) => then === 'warn'))
    throw wrong('`cooldown` is about a step that warns, and there is none', 'cooldown');
}

/** Risk that builds up and fades, as a decaying sum beside the counts. */
function riskHistory({ per, halfLife }: ProgressiveRisk) {
  const sum = decayingSum(milliseconds(halfLife));
  return {
    raise: (key: string, matches: boolean, ctx: GovernanceContext): MaybePromise<void> =>
      chain(sum.read(`${key}:risk`, ctx), left => ctx.raiseRisk(Math.min(1, left + (matches ? per : 0)))),
    add: (key: string, ctx: GovernanceContext): MaybePromise<void> => sum.add(`${key}:risk`, per, ctx),
  };
}

/** Other steps on the same count. A warning that is told once in a while is told at other times when the steps are others. */
function compareProgressive(older: Data, newer: Data): Comparison {
  const steps: ParamOrder = (was, is) => compareSteps(stepsOf(was), stepsOf(is));
  return compareBy(older['cooldown'] === undefined && newer['cooldown'] === undefined ? { steps } : {})(older, newer);
}

type Data = { readonly [name: string]: Json };

const stepsOf = (steps: Json | undefined): readonly ProgressiveStep[] => (steps ?? []) as unknown as readonly ProgressiveStep[];

/** `progressive` in governance.yaml. */
export const progressiveDefinition = defineNode({
  kind: 'progressive',
  doc: 'gets stricter with each such action that went ahead',
  params: progressiveParams,
  rulings: [
    ['it is not about the action (`match`)', 'skipped'],
    ['no step is reached', 'pass'],
    ['a step is reached', 'what the last reached step says'],
    ['a step that warns is reached, and it has warned within `cooldown`', 'pass'],
  ],
  example: 'progressive: { match: { effect: read, tag: secret }, steps: [{ after: 1, then: ask }, { after: 3, then: block }] }',
  analysis: {
    affectsSiblings: ({ risk }) => risk !== undefined,
    keeps: true,
    compare: compareProgressive,
    range: ({ steps }) => ({ rulings: ['pass', ...stepsOf(steps).map(({ then }) => then)] }),
  },
  build: (given, _children, context) => Progressive({ ...given, ...hostPlace(context) }),
});
