import type { Action, GuardNode, GovernanceContext, Verdict } from '@licet/core';
import type { ParamsOf } from '@licet/core/nodes';
import { block, pass } from '@licet/core';
import { chain, checkOptions, compareBy, defineNode, keyPart, param, paramOrder, params } from '@licet/core/nodes';

import { checkWhere, matchText, needsOf } from '../judging/matching.ts';
import { countingParams, valueParams } from '../judging/params.ts';
import { counterKey, countUnknown } from './counted.ts';
import { durationText, milliseconds } from './duration.ts';

const rateLimitParams = params({
  max: param.number({ whole: true, min: 1, doc: 'how many actions may go ahead in any window' }),
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
 * | lacks an argument of `by` | block |
 *
 * A blocked action takes nothing, and neither does one that was denied after all. What was let through counts until it has
 * left the window, also when it failed or nobody reported what became of it. A clock that is set back frees nothing: it
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
  const { max, by = [] } = options;
  const windowMs = milliseconds(options.window);
  const prefix = rateLimitPrefix(options);
  const keyOf = (action: Action): string | undefined => counterKey(prefix, action, options);
  // What was let through counts until it has left the window, whether or not anybody says what became of it.
  const take = { amount: 1, limit: max, windowMs, expiresInMs: windowMs };
  const look = (action: Action, ctx: GovernanceContext): Verdict | PromiseLike<Verdict> => {
    const key = keyOf(action);
    if (key === undefined) return countUnknown(by);
    return chain(ctx.session.peek(key, take), answer =>
      answer.granted ? pass() : tooOften(max, windowMs, answer.retryAfterMs ?? windowMs),
    );
  };
  return Object.freeze<GuardNode>({
    name: 'rate_limit',
    kind: 'rate_limit',
    layer: 'resource',
    counts: true,
    needs: needsOf(options.match, 'sessions'),
    params: Object.freeze({ ...options, window: windowMs }),
    check: checkWhere(options.match, look),
    commit: (action, ctx) =>
      chain(ctx.session.reserve(keyOf(action) ?? '', take), answer =>
        answer.granted ? undefined : { lost: 'another call was faster', retryAfterMs: answer.retryAfterMs ?? windowMs },
      ),
  });
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
export function rateLimitPrefix({ per = 'session', by, window, match: counted, name }: RateLimitOptions): string {
  return `rate:${keyPart(name ?? [per, milliseconds(window), matchText(counted), ...(by ?? [])].join(':'))}:`;
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
    ['it lacks an argument of `by`', 'block'],
  ],
  example: 'rate_limit: { max: 10, window: 1m }',
  compare: compareBy({ max: paramOrder.limit }),
  counter: params => rateLimitPrefix(params as unknown as RateLimitOptions),
  build: given => RateLimit(given),
});
