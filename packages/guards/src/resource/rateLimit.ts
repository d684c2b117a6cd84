import type { Action, GuardNode, GovernanceContext, MaybePromise, Verdict } from '@licet/core';
import type { CommitResult, ParamsOf, Take } from '@licet/core/nodes';
import { block, pass } from '@licet/core';
import { chain, checkOptions, compareBy, defineNode, keyPart, param, paramOrder, params } from '@licet/core/nodes';

import { checkWhere, matchText, needsOf } from '../judging/matching.ts';
import { countingParams, valueParams } from '../judging/params.ts';
import { byMostKeys, checkValues, countUnknown, countedIn, countedPrefix, countsFull } from './counted.ts';
import type { CountedIn } from './counted.ts';
import { checkDistinct, takeDistinct } from './distinct.ts';
import { durationText, milliseconds } from './duration.ts';

const rateLimitParams = params({
  /** How many actions may go ahead in any window. */
  max: param.number({ whole: true, min: 1, doc: 'how many actions may go ahead in any window' }),
  /** How long the window is. */
  window: param.duration({ doc: 'how long the window is' }),
  ...countingParams,
  ...valueParams,
});

/** What {@link RateLimit} takes. */
export type RateLimitOptions = ParamsOf<typeof rateLimitParams>;

/**
 * Limits how often something may happen: at most `max` times in any window, however the window is laid. It looks in
 * `check` and takes in `commit`, so that parallel calls cannot exceed it together.
 *
 * | the action | ruling |
 * |---|---|
 * | does not count (`match`) | skipped |
 * | is one of at most `max` in the window that ends now, not counting this very call | pass |
 * | is one too many | block, with the time to wait |
 * | lacks an argument of `by` or `distinct`, or is one value of `by` too many (`maxKeys`) | block |
 * | with `distinct`: adds values to more than `max` different ones in the window | block, with the time to wait |
 *
 * A blocked action takes nothing, and neither does one that was denied after all. What was let through counts until it has
 * left the window, also when it failed or its outcome was not reported. A clock that is set back frees nothing: it
 * makes the window longer until it has caught up. It cannot see what an action repeats inside itself: a loop in a
 * command is one action.
 *
 * @example
 * ```ts
 * import { PolicyEngine } from '@licet/core';
 * import { fakeClock } from '@licet/core/testing';
 * import { RateLimit } from '@licet/guards';
 *
 * const clock = fakeClock();
 * const engine = new PolicyEngine(RateLimit({ max: 1, window: '1m' }), { clock });
 * engine.evaluateSync({ kind: 'network' }).ruling; // => 'pass'
 * await clock.advance(20_000);
 * engine.evaluateSync({ kind: 'network' }).retryAfterMs; // => 40000
 * await clock.advance(40_000);
 * engine.evaluateSync({ kind: 'network' }).ruling; // => 'pass'
 * ```
 */
export function RateLimit(options: RateLimitOptions): GuardNode {
  checkOptions('rate_limit', rateLimitParams, options);
  checkValues('rate_limit', options);
  const windowMs = milliseconds(options.window);
  const { look, take } = countingOf(options, windowMs);
  return Object.freeze<GuardNode>({
    name: 'rate_limit',
    kind: 'rate_limit',
    layer: 'resource',
    counts: true,
    needs: needsOf(options.match, 'sessions'),
    params: Object.freeze({ ...options, window: windowMs }),
    check: checkWhere(options.match, look),
    commit: take,
  });
}

/** How the actions of a rate are looked at and taken. */
function countingOf(options: RateLimitOptions, windowMs: number) {
  const { max, by = [], distinct } = options;
  const prefix = rateLimitPrefix(options);
  const countedOf = (action: Action): CountedIn | undefined => countedIn(prefix, action, options);
  // What was let through counts until it has left the window, whether or not anybody says what became of it.
  const lasting = { windowMs, expiresInMs: windowMs };
  const values = distinct === undefined ? undefined : { name: distinct, max, ...lasting };
  const takeOf = ({ among }: CountedIn): Take => ({
    amount: 1,
    ...lasting,
    ...(among !== undefined && { among }),
    ...(values === undefined && { limit: max }),
  });
  const look = (action: Action, ctx: GovernanceContext): MaybePromise<Verdict> => {
    const counted = countedOf(action);
    if (counted === undefined) return countUnknown(by);
    if (values !== undefined && counted.among === undefined) return checkDistinct(counted, values, action, ctx);
    return chain(ctx.session.peek(counted.key, takeOf(counted)), (answer): MaybePromise<Verdict> => {
      if (answer.granted) return values === undefined ? pass() : checkDistinct(counted, values, action, ctx);
      return chain(ctx.session.used(counted.key, windowMs), own =>
        own < max ? countsFull(by, answer.used) : tooOften(max, windowMs, answer.retryAfterMs ?? windowMs),
      );
    });
  };
  const take = (action: Action, ctx: GovernanceContext): MaybePromise<CommitResult> => {
    const counted = countedOf(action);
    if (counted === undefined) return { lost: 'the action belongs to no count' };
    if (values !== undefined && counted.among === undefined) return takeDistinct(counted, values, action, ctx);
    return chain(ctx.session.reserve(counted.key, takeOf(counted)), (answer): MaybePromise<CommitResult> => {
      if (!answer.granted) return { lost: 'another call was faster', retryAfterMs: answer.retryAfterMs ?? windowMs };
      return values === undefined ? undefined : takeDistinct(counted, values, action, ctx);
    });
  };
  return { look, take };
}

/**
 * Returns what the keys of a {@link RateLimit}'s counters begin with; who shares a counter follows. The name tells counters apart, or what
 * is counted. The limit does not: when `max` changes, what has happened still counts.
 *
 * @example
 * ```ts
 * import { rateLimitPrefix } from '@licet/guards/state';
 *
 * rateLimitPrefix({ max: 3, window: 60_000, name: 'mail' }); // => 'rate:mail:'
 * ```
 */
export function rateLimitPrefix({ per = 'session', by, distinct, window, match: counted, name }: RateLimitOptions): string {
  const values = [...(by ?? []), ...(distinct === undefined ? [] : [`each ${distinct}`])];
  return countedPrefix('rate', keyPart(name ?? [per, milliseconds(window), matchText(counted), ...values].join(':')));
}

function tooOften(max: number, windowMs: number, retryAfterMs: number): Verdict {
  const times = max === 1 ? 'once' : `${max} times`;
  return block(`this has happened ${times} within ${durationText(windowMs)}, which is the limit`, {
    code: 'rate_limited',
    recover: 'wait',
    retryAfterMs,
    evidence: { max, windowMs, retryAfterMs },
    fix: `wait ${durationText(retryAfterMs)} before you do this again, or go on with something else`,
  });
}

/** `rate_limit` in governance.yaml. */
export const rateLimitDefinition = defineNode({
  kind: 'rate_limit',
  doc: 'limits how often something may happen',
  params: rateLimitParams,
  rulings: [
    ['the action does not count (`match`)', 'skipped'],
    ['fewer than `max` have gone ahead within the window', 'pass'],
    ['`max` have', 'block, until the oldest has left the window'],
    ['it lacks an argument of `by` or `distinct`, or its value of `by` is one too many', 'block'],
    ['with `distinct`: its values would be more than `max` different ones', 'block, until there is room'],
  ],
  example: 'rate_limit: { max: 10, window: 1m }',
  analysis: {
    range: ({ match }) => ({ rulings: ['pass', 'block'], ...(match === undefined && { applies: 'always' }) }),
    compare: compareBy({ max: paramOrder.limit, maxKeys: byMostKeys }),
    counter: params => rateLimitPrefix(params as unknown as RateLimitOptions),
  },
  build: given => RateLimit(given),
});
