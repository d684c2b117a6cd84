import type { Action, GuardNode, GovernanceContext, Json, Verdict } from '@licet/core';
import type { ParamOrder, ParamsOf, Take } from '@licet/core/nodes';
import { pass } from '@licet/core';
import { chain, checkOptions, compareBy, defineNode, keyPart, param, paramOrder, params } from '@licet/core/nodes';

import { durationText, milliseconds } from '@licet/guards/authoring';
import { SAFETY_CLASSES, capabilityOf, checkSelected, rolesOf } from './capability.ts';
import type { SafetyClass } from './capability.ts';
import { refuse } from './conditions.ts';
import { limits } from './compare.ts';

const limitParam = param.object({
  /** How many actions may go ahead in any window. */
  max: param.number({ whole: true, min: 1, doc: 'how many actions may go ahead in any window' }),
  /** How long the window is. */
  window: param.duration({ doc: 'how long the window is' }),
});

const capabilityRateParams = params({
  /** The limit for tools that only read. */
  read: param.optional({ ...limitParam, doc: 'the limit for tools that only read' }, '60 in 60s'),
  /** The limit for tools that change something. */
  write: param.optional({ ...limitParam, doc: 'the limit for tools that change something' }, '10 in 60s'),
  /** The limit for tools that destroy something. */
  destructive: param.optional({ ...limitParam, doc: 'the limit for tools that destroy something' }, '2 in 60s'),
  /** A factor on the limits, by role. */
  roles: param.optional(param.record(param.number({ above: 0 }), { doc: 'a factor on the limits, by role' }), 'none'),
});

/** What {@link CapabilityRate} takes: a limit for each safety class. */
export type CapabilityRateOptions = ParamsOf<typeof capabilityRateParams>;

const DEFAULTS: Readonly<Record<SafetyClass, { readonly max: number; readonly window: string }>> = {
  read: { max: 60, window: '60s' },
  write: { max: 10, window: '60s' },
  destructive: { max: 2, window: '60s' },
};

/**
 * Limits how often a principal may use a capability: by its safety class, in a sliding window, for each principal and each
 * capability on its own. It looks in `check` and takes in `commit`, so that what is blocked takes nothing and parallel calls
 * cannot exceed it together. Who has one of the `roles` may so many times as much; of several the most.
 *
 * | the action | ruling |
 * |---|---|
 * | is one of at most so many in the window that ends now, not counting this very call | pass |
 * | is one too many | block, `rate_limited`, with the time to wait |
 *
 * Actions without a principal share one counter for each capability.
 *
 * @example
 * ```ts
 * import { PolicyEngine } from '@licet/core';
 * import { CapabilityRate } from '@licet/capabilities';
 *
 * const engine = new PolicyEngine(CapabilityRate({ destructive: { max: 1, window: '1h' } }));
 * const drop = (id: string) => engine.evaluateSync({ kind: 'tool', tool: 'tickets.delete', principal: { id } }).ruling;
 * [drop('ann'), drop('ann'), drop('bob')]; // => ['pass', 'block', 'pass']
 * ```
 */
export function CapabilityRate(options: CapabilityRateOptions = {}): GuardNode {
  checkOptions('capability_rate', capabilityRateParams, options);
  const { roles = {} } = options;
  const limits = SAFETY_CLASSES.map(safety => {
    const { max, window } = { ...DEFAULTS[safety], ...options[safety] };
    return [safety, { max, windowMs: milliseconds(window) }] as const;
  });
  const bySafety = Object.fromEntries(limits) as Readonly<Record<SafetyClass, { max: number; windowMs: number }>>;
  const takeOf = (action: Action, ctx: GovernanceContext): { readonly key: string; readonly take: Take; readonly id: string } => {
    const { id, safety } = capabilityOf(action, ctx);
    const { max, windowMs } = bySafety[safety];
    const factors = rolesOf(action).flatMap(role => (Object.hasOwn(roles, role) ? (roles[role] ?? []) : []));
    const limit = Math.floor(max * (factors.length === 0 ? 1 : Math.max(...factors)));
    const key = `capability:${keyPart(id)}:${keyPart(action.principal?.id ?? '')}:${windowMs}`;
    return { id, key, take: { amount: 1, limit, windowMs, expiresInMs: windowMs } };
  };
  return Object.freeze<GuardNode>({
    name: 'capability_rate',
    kind: 'capability_rate',
    layer: 'resource',
    counts: true,
    needs: ['sessions'],
    params: Object.freeze({ ...options }),
    check: checkSelected({}, (_needed, action, ctx) => {
      const { id, key, take } = takeOf(action, ctx);
      return chain(ctx.session.peek(key, take), answer => (answer.granted ? pass() : tooOften(id, take, answer.retryAfterMs)));
    }),
    commit(action, ctx) {
      const { key, take } = takeOf(action, ctx);
      return chain(ctx.session.reserve(key, take), answer =>
        answer.granted
          ? undefined
          : {
              lost: 'another call was faster',
              ...(answer.retryAfterMs !== undefined && { retryAfterMs: answer.retryAfterMs }),
            },
      );
    },
  });
}

function tooOften(id: string, { limit = 0, windowMs = 0 }: Take, retryAfterMs: number = windowMs): Verdict {
  const most = `${limit === 1 ? 'once' : `${limit} times`} in ${durationText(windowMs)}`;
  return refuse(
    `\`${id}\` may be used ${most}, which has happened`,
    {
      condition: 'rate_limit',
      required: `at most ${most}`,
      found: 'one more',
      fix: `wait ${durationText(retryAfterMs)} before you do this again, or go on with something else`,
      code: 'rate_limited',
    },
    { retryAfterMs },
  );
}

/** A limit in the same window: the lower the stricter. Another window is another counter. */
const rate =
  (safety: SafetyClass): ParamOrder =>
  (older = DEFAULTS[safety], newer = DEFAULTS[safety]) =>
    limitOrder(older as LimitData, newer as LimitData);

type LimitData = { readonly [name: string]: Json };

const limitOrder = compareBy({ max: paramOrder.limit });

/** `capability_rate` in governance.yaml. */
export const capabilityRateDefinition = defineNode({
  kind: 'capability_rate',
  doc: 'limits how often a principal may use a capability, by its safety class',
  params: capabilityRateParams,
  rulings: [
    ['fewer than `max` have gone ahead within the window', 'pass'],
    ['`max` have', 'block, until the oldest has left the window'],
  ],
  example: 'capability_rate: { write: { max: 10, window: 60s }, roles: { service: 10 } }',
  analysis: {
    dependsOnSiblings: true,
    keeps: true,
    compare: compareBy({ read: rate('read'), write: rate('write'), destructive: rate('destructive'), roles: limits }),
  },
  build: given => CapabilityRate(given),
});
