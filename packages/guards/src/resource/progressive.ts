import type { Action, Guard, GovernanceContext, MaybePromise } from '@licet/core';
import type { ParamsOf } from '@licet/core/nodes';
import { InvariantError, match, skip } from '@licet/core';
import { chain, checkOptions, compareBy, defineNode, param, params } from '@licet/core/nodes';

import { needsOf } from '../judging/matching.ts';
import { countingParams } from '../judging/params.ts';
import { keyPart, scopeKey } from './counterScope.ts';
import { decayingSum } from './decay.ts';
import { milliseconds } from './duration.ts';
import { ladder } from './ladder.ts';
import { checkSteps } from './steps.ts';

const progressiveParams = params({
  ...countingParams,
  match: param.match({ doc: 'which actions count' }),
  steps: param.optional(
    param.list(
      param.object({
        after: param.number({ whole: true, min: 1, doc: 'how many have gone ahead' }),
        then: param.choice(['warn', 'ask', 'block'], { doc: 'the ruling for one more' }),
      }),
      { doc: 'the rungs, from the mildest to the strictest' },
    ),
  ),
  consecutive: param.optional(param.flag({ doc: 'whether only actions in a row count' }), 'false'),
  window: param.optional(param.duration({ doc: 'only what went ahead so recently counts for the steps' }), 'everything counts'),
  risk: param.optional(
    param.object(
      {
        per: param.number({ above: 0, max: 1, doc: 'how much risk one action adds' }),
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
 * What is stopped, or denied after all, does not count; what nobody reports an outcome of does. The counts are exact
 * under parallel calls: a step can be stepped over by nobody. Risk is counted exactly too, but parallel calls see the risk that
 * was there when each began.
 *
 * It sees only what it is asked about: below a `when` that does not apply, nothing counts and nothing ends a run. With
 * `consecutive` any other action that ran begins the run anew, once its outcome is reported, so that an agent that knows
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
export function Progressive(options: ProgressiveOptions): Guard {
  checkOptions('progressive', progressiveParams, options);
  const { steps = [], consecutive = false, per = 'session', risk } = options;
  const windowMs = milliseconds(options.window);
  const halfLifeMs = milliseconds(risk?.halfLife);
  if (steps.length === 0 && (risk === undefined || consecutive || windowMs !== undefined))
    throw new InvariantError('invalid_param', '`progressive` needs `steps`, or `risk` without `consecutive` and `window`');
  checkSteps(steps);
  const meant = match(options.match);
  const name = options.name ?? [per, consecutive, windowMs, steps.map(step => step.after), halfLifeMs, meant.text].join(':');
  const keyOf = (action: Action): string => `progressive:${keyPart(name)}:${scopeKey(action, per)}`;
  const rungs = ladder(steps, { consecutive, windowMs });
  const history = risk === undefined || halfLifeMs === undefined ? undefined : riskHistory(risk.per, halfLifeMs);
  return Object.freeze<Guard>({
    name: 'progressive',
    kind: 'progressive',
    layer: 'resource',
    needs: needsOf(options.match, 'sessions'),
    watches: true,
    params: Object.freeze({
      ...options,
      ...(windowMs !== undefined && { window: windowMs }),
      ...(risk !== undefined && { risk: { ...risk, halfLife: halfLifeMs } }),
    }),
    check: (action, ctx) =>
      chain(meant.test(action, ctx), matches =>
        chain(history?.raise(keyOf(action), matches, ctx), () =>
          matches && steps.length > 0 ? rungs.judge(keyOf(action), ctx) : skip(),
        ),
      ),
    commit: (action, ctx) =>
      chain(meant.test(action, ctx), matches => {
        if (!matches) return consecutive ? rungs.interrupt(keyOf(action), ctx) : undefined;
        return chain(history?.add(keyOf(action), ctx), () => rungs.take(ctx));
      }),
    record: (action, { status }, ctx) =>
      consecutive && (status === 'ok' || status === 'error') ? rungs.end(keyOf(action), ctx) : undefined,
  });
}

/** Risk that builds up and fades, as a decaying sum beside the counts. */
function riskHistory(per: number, halfLifeMs: number) {
  const sum = decayingSum(halfLifeMs);
  return {
    raise: (key: string, matches: boolean, ctx: GovernanceContext): MaybePromise<void> =>
      chain(sum.read(`${key}:risk`, ctx), left => ctx.raiseRisk(Math.min(1, left + (matches ? per : 0)))),
    add: (key: string, ctx: GovernanceContext): MaybePromise<void> => sum.add(`${key}:risk`, per, ctx),
  };
}

/** `progressive` in governance.yaml. */
export const progressiveDefinition = defineNode({
  kind: 'progressive',
  doc: 'rules more strictly the more of the same has gone ahead',
  params: progressiveParams,
  rulings: [
    ['it is not about the action (`match`)', 'skipped'],
    ['no step is reached', 'pass'],
    ['a step is reached', 'what the last reached step says'],
  ],
  example: 'progressive: { match: { effect: read, tag: secret }, steps: [{ after: 1, then: ask }, { after: 3, then: block }] }',
  reaches: true,
  compare: compareBy({}),
  build: given => Progressive(given),
});
