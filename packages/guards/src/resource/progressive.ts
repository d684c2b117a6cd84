import type { Action, Guard, GovernanceContext, Match, MaybePromise, NodeDefinition } from '@licet/core';
import { InvariantError, chain, defineNode, match, skip } from '@licet/core';

import { needsOf } from '../judging/matching.ts';
import { matchSchema } from '../judging/schemas.ts';
import type { CounterScope } from './counterScope.ts';
import { checkScope, keyPart, scopeKey, scopeSchema } from './counterScope.ts';
import { decayingSum } from './decay.ts';
import { durationSchema, inMilliseconds, milliseconds, spanMs, withSpan } from './duration.ts';
import { ladder } from './ladder.ts';
import type { ProgressiveStep } from './steps.ts';
import { checkSteps } from './steps.ts';

/** How risk builds up and fades. */
export interface ProgressiveRisk {
  /** How much risk one action adds: a number above 0 and at most 1. */
  readonly per: number;
  /** After how long half of it is left: `10m`. */
  readonly halfLife?: string;
  /** The same in milliseconds. */
  readonly halfLifeMs?: number;
}

/** What {@link Progressive} takes: a match, and `steps`, `risk`, or both. */
export interface ProgressiveOptions {
  /** Which actions count: `{ effect: read, tag: secret }` for sensitive reads. */
  readonly match: Match;
  /** The rungs, from the mildest to the strictest. A rung that could never be reached is refused. */
  readonly steps?: readonly ProgressiveStep[];
  /** Whether only actions in a row count: another one that ran begins anew. @defaultValue false */
  readonly consecutive?: boolean;
  /** Only what went ahead so recently counts for the steps: `1h`. @defaultValue everything counts */
  readonly window?: string;
  /** The same in milliseconds. */
  readonly windowMs?: number;
  /** Raises the risk of every action by what has gone ahead, for a `RiskThreshold` further on. */
  readonly risk?: ProgressiveRisk;
  /** Who shares the history. @defaultValue 'session' */
  readonly per?: CounterScope;
  /** Tells this history from another one of the same scope. @defaultValue made from the other options */
  readonly name?: string;
}

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
  const { steps = [], consecutive = false, per = 'session', risk } = options;
  const windowMs = spanMs('window', { ms: options.windowMs, text: options.window });
  const halfLifeMs = risk === undefined ? undefined : checkRisk(risk);
  if (steps.length === 0 && (risk === undefined || consecutive || windowMs !== undefined))
    throw new InvariantError('invalid_param', '`progressive` needs `steps`, or `risk` without `consecutive` and `window`');
  checkSteps(steps);
  checkScope(per);
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
      ...inMilliseconds(options, 'window', windowMs),
      ...(risk !== undefined && { risk: inMilliseconds(risk, 'halfLife', halfLifeMs) }),
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

function checkRisk(risk: ProgressiveRisk): number {
  const halfLifeMs = spanMs('halfLife', { ms: risk.halfLifeMs, text: risk.halfLife });
  if (!(risk.per > 0 && risk.per <= 1))
    throw new InvariantError('invalid_param', `\`per\` of \`risk\` must be above 0 and at most 1, found \`${risk.per}\``, {
      path: ['risk', 'per'],
    });
  if (halfLifeMs === undefined)
    throw new InvariantError('invalid_param', '`risk` needs a half-life, such as `10m`', { path: ['risk'] });
  return halfLifeMs;
}

/** `progressive` in governance.yaml. */
export const progressiveDefinition: NodeDefinition<ProgressiveOptions> = defineNode<ProgressiveOptions>({
  kind: 'progressive',
  doc: 'gets stricter with history',
  params: z => {
    const step = z.strictObject({
      after: z.int().min(1).describe('how many have gone ahead'),
      then: z.enum(['warn', 'ask', 'block']).describe('what one more is worth'),
    });
    const risk = z.strictObject({
      per: z.number().gt(0).max(1).describe('how much risk one action adds'),
      halfLife: durationSchema(z, 'after how long half of it is left: 10m').exactOptional(),
      halfLifeMs: milliseconds(z, 'the same in milliseconds').exactOptional(),
    });
    const schema = z.strictObject({
      match: matchSchema(z).describe('which actions count'),
      steps: z.array(step).min(1).exactOptional().describe('the rungs, from the mildest to the strictest'),
      consecutive: z.boolean().exactOptional().describe('whether only actions in a row count'),
      window: durationSchema(z, 'only what went ahead so recently counts: 1h').exactOptional(),
      windowMs: milliseconds(z, 'the same in milliseconds').exactOptional(),
      risk: withSpan(risk, 'halfLife').exactOptional().describe('raises the risk by what has gone ahead'),
      per: scopeSchema(z).exactOptional(),
      name: z.string().min(1).exactOptional().describe('tells this history from another one'),
    });
    return withSpan(schema, 'window') as never;
  },
  build: params => Progressive(params),
});
