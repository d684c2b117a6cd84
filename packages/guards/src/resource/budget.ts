import type { Action, GovernanceContext, GuardNode, MaybePromise, Outcome, Verdict } from '@licet/core';
import type { CommitResult, ParamsOf, Take } from '@licet/core/nodes';
import { InvariantError, block, pass } from '@licet/core';
import { chain, checkOptions, compareBy, defineNode, keyPart, memberAt, param, paramOrder, params } from '@licet/core/nodes';

import { checkWhere, matchText, needsOf } from '../judging/matching.ts';
import { countingParams, valueParams } from '../judging/params.ts';
import { byMostKeys, checkValues, countUnknown, countedIn, countedPrefix, countsFull } from './counted.ts';
import type { CountedIn } from './counted.ts';
import { checkDistinct, takeDistinct } from './distinct.ts';
import type { DistinctOptions } from './distinct.ts';
import { durationText, milliseconds } from './duration.ts';
import { tells } from '../judging/tells.ts';

const budgetParams = params({
  /** How much there is. */
  max: param.number({ above: 0, doc: 'how much there is' }),
  ...countingParams,
  ...valueParams,
  /** A sliding window: only actions of this last time count. */
  window: param.optional(
    param.duration({ doc: 'a sliding window: only actions of this last time count' }),
    'the count never ends',
  ),
  /** The argument that says how much an action costs. */
  cost: param.optional(param.text({ doc: 'the argument that says how much an action costs' }), 'each action costs `estimate`'),
  /** The cost of an action that does not say it. */
  estimate: param.optional(param.number({ min: 0, doc: 'the cost of an action that does not say it' }), '1'),
  /** What it is charged in the end, where its outcome reports it. */
  actual: param.optional(
    param.choice(['cost', 'tokens'], { doc: 'what it is charged in the end, where its outcome reports it' }),
    'what was reserved',
  ),
  /** What becomes of the cost of an action that failed. */
  onFailure: param.optional(
    param.choice(['keep', 'refund'], { doc: 'what becomes of the cost of an action that failed' }),
    'keep',
  ),
});

/** What {@link Budget} takes. */
export type BudgetOptions = ParamsOf<typeof budgetParams>;

/**
 * Limits how much an agent may do: actions, money, tokens. It reserves when the action goes ahead, charges when the outcome is known, and gives
 * back what was not used, so that parallel calls cannot overdraw it together.
 *
 * | the action | ruling |
 * |---|---|
 * | does not count (`match`) | skipped |
 * | fits into what is left, not counting what this very call already holds | pass |
 * | does not fit | block, until the session ends |
 * | does not fit into what is left of the `window` | block, with the time to wait |
 * | has no usable cost (`cost`), lacks an argument of `by` or `distinct`, or is one value of `by` too many (`maxKeys`) | block |
 * | with `distinct`: adds values to more than `max` different ones | block |
 *
 * A blocked action costs nothing. The same call evaluated again costs nothing more. A reservation whose outcome is never
 * reported lapses after ten minutes. It counts what it is told: actions that never reach the engine cost nothing, and
 * with `actual` the last action may use more than was left, so that the next one is blocked.
 *
 * @example
 * ```ts
 * import { PolicyEngine } from '@licet/core';
 * import { Budget } from '@licet/guards';
 *
 * const engine = new PolicyEngine(Budget({ max: 1 }));
 * engine.evaluateSync({ kind: 'bash' }).ruling; // => 'pass'
 * engine.evaluateSync({ kind: 'bash' }).ruling; // => 'block'
 *
 * const tokens = new PolicyEngine(Budget({ max: 1000, estimate: 100, actual: 'tokens' }));
 * const evaluation = await tokens.evaluate({ kind: 'tool' });
 * await tokens.postAction(evaluation, { status: 'ok', usage: { tokens: 950 } });
 * tokens.evaluateSync({ kind: 'tool' }).reason; // => 'the budget is used up: 950 of 1000, and this action needs 100'
 * ```
 */
export function Budget(options: BudgetOptions): GuardNode {
  checkOptions('budget', budgetParams, options);
  const { max, per = 'session', cost, actual, onFailure = 'keep', match: meant, by, window, distinct } = options;
  checkBudgetOptions(options);
  const account = accountOf(options);
  const isPlain = [cost, meant, by, window, distinct].every(each => each === undefined);
  return Object.freeze<GuardNode>({
    name: 'budget',
    kind: 'budget',
    layer: 'resource',
    counts: true,
    needs: needsOf(meant, 'sessions'),
    params: Object.freeze({ ...options, ...(window !== undefined && { window: milliseconds(window) }) }),
    ...tells({ limit: isPlain ? `${max} calls for each ${per}` : '' }),
    check: checkWhere(meant, (action, ctx) => checkBudget(options, account, action, ctx)),
    commit: (action, ctx) => takeBudget(max, account, action, ctx),
    record(action, { status, usage }: Outcome, ctx) {
      const used = onFailure === 'refund' && status === 'error' ? 0 : actual === undefined ? undefined : usage?.[actual];
      return isAmount(used) ? ctx.session.settle(account.countedOf(action)?.key ?? '', used) : undefined;
    },
  });
}

function checkBudgetOptions(options: BudgetOptions): void {
  checkValues('budget', options);
  const { distinct, cost, estimate, actual, onFailure } = options;
  if (distinct !== undefined && [cost, estimate, actual, onFailure].some(each => each !== undefined))
    throw new InvariantError(
      'invalid_param',
      '`distinct` of `budget` counts values: `cost`, `estimate`, `actual` and `on_failure` mean nothing beside it',
      { path: ['distinct'] },
    );
}

interface Account {
  readonly countedOf: (action: Action) => CountedIn | undefined;
  readonly takeOf: (action: Action, counted: CountedIn) => Take & { readonly amount: number };
  readonly values: DistinctOptions | undefined;
}

/** Where the actions of a budget are counted, and what each takes. */
function accountOf(options: BudgetOptions): Account {
  const { max, cost, estimate = 1, distinct } = options;
  const prefix = budgetPrefix(options);
  const windowMs = milliseconds(options.window);
  const within = windowMs === undefined ? {} : { windowMs };
  return {
    countedOf: action => countedIn(prefix, action, options),
    takeOf: (action, { among }) => ({
      amount: (cost === undefined ? estimate : costOf(action, cost)) ?? 0,
      ...(distinct === undefined && { limit: max }),
      ...within,
      ...(among !== undefined && { among }),
    }),
    values: distinct === undefined ? undefined : { name: distinct, max, ...within },
  };
}

function checkBudget(
  { max, by = [], cost, ...options }: BudgetOptions,
  { countedOf, takeOf, values }: Account,
  action: Action,
  ctx: GovernanceContext,
): MaybePromise<Verdict> {
  const { session } = ctx;
  if (cost !== undefined && costOf(action, cost) === undefined) return costless(cost);
  const counted = countedOf(action);
  if (counted === undefined) return countUnknown(by);
  const [windowMs, take] = [milliseconds(options.window), takeOf(action, counted)];
  return chain(session.used(counted.key, windowMs), used => {
    const fits = values !== undefined || used + take.amount <= max;
    if (fits && counted.among === undefined) return values === undefined ? pass() : checkDistinct(counted, values, action, ctx);
    if (!fits && windowMs === undefined) return usedUp(used, max, take, undefined);
    return chain(session.peek(counted.key, take), answer => {
      if (answer.granted) return values === undefined ? pass() : checkDistinct(counted, values, action, ctx);
      return fits ? countsFull(by, answer.used) : usedUp(used, max, take, answer.retryAfterMs);
    });
  });
}

function takeBudget(
  max: number,
  { countedOf, takeOf, values }: Account,
  action: Action,
  ctx: GovernanceContext,
): MaybePromise<CommitResult> {
  const counted = countedOf(action);
  if (counted === undefined) return { lost: 'the action belongs to no count' };
  if (values !== undefined && counted.among === undefined) return takeDistinct(counted, values, action, ctx);
  return chain(ctx.session.reserve(counted.key, takeOf(action, counted)), (answer): MaybePromise<CommitResult> => {
    if (!answer.granted) return { lost: `${answer.used} of ${max} are used` };
    return values === undefined ? undefined : takeDistinct(counted, values, action, ctx);
  });
}

/**
 * Returns what the keys of a {@link Budget}'s counters begin with; who shares a counter follows. The name tells counters apart, or what
 * is counted, and the window. The limit does not: when `max` changes, what has been used still counts.
 *
 * @example
 * ```ts
 * import { budgetPrefix } from '@licet/guards/state';
 *
 * budgetPrefix({ max: 100, name: 'calls' }); // => 'budget:calls:'
 * ```
 */
export function budgetPrefix(options: BudgetOptions): string {
  const { per = 'session', by, distinct, cost, estimate = 1, actual, onFailure = 'keep', match: counted, name } = options;
  const windowMs = milliseconds(options.window);
  const window = windowMs === undefined ? [] : [windowMs];
  if (name !== undefined) return countedPrefix('budget', [keyPart(name), ...window].join(':'));
  const each = distinct === undefined ? undefined : `each ${keyPart(distinct)}`;
  const rest = [actual, onFailure === 'keep' ? undefined : onFailure, ...window, by?.map(keyPart).join(), each];
  const meaning = [per, cost ?? estimate, matchText(counted), ...rest.filter(part => part !== undefined)];
  return countedPrefix('budget', meaning.join(':'));
}

function costOf({ payload }: Action, cost: string): number | undefined {
  const amount = memberAt(payload, cost);
  return isAmount(amount) ? amount : undefined;
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function usedUp(
  used: number,
  max: number,
  { amount, windowMs }: Take & { readonly amount: number },
  retryAfterMs: number | undefined,
): Verdict {
  const wanted = amount === 1 ? '' : `, and this action needs ${amount}`;
  const within = windowMs === undefined ? '' : ` within ${durationText(windowMs)}`;
  const details = { code: 'budget_exhausted', evidence: { used, max, amount } };
  const reason = `the budget is used up: ${used} of ${max}${within}${wanted}`;
  if (retryAfterMs !== undefined)
    return block(reason, {
      ...details,
      recover: 'wait',
      retryAfterMs,
      fix: `wait ${durationText(retryAfterMs)} before you do this again, or go on with something else`,
    });
  return block(reason, {
    ...details,
    recover: 'none',
    fix: 'finish with what has been done, tell the user what is left to do, and let the user raise the budget',
  });
}

function costless(cost: string): Verdict {
  return block(`the action does not say what it costs: \`${cost}\` must be a number of at least 0`, {
    code: 'cost_unknown',
    fix: `give \`${cost}\` as a number`,
  });
}

/** `budget` in governance.yaml. */
export const budgetDefinition = defineNode({
  kind: 'budget',
  doc: 'limits how much the agent may do',
  params: budgetParams,
  rulings: [
    ['the action does not count (`match`)', 'skipped'],
    ['it fits into what is left', 'pass'],
    ['it does not fit, does not say what it costs, or lacks an argument of `by` or `distinct`', 'block'],
    ['its value of `by` is one more than `max_keys`, or with `distinct` its values are more than `max` different ones', 'block'],
  ],
  example: 'budget: { max: 100, per: session }',
  analysis: {
    range: ({ match }) => ({ rulings: ['pass', 'block'], ...(match === undefined && { applies: 'always' }) }),
    compare: compareBy({ max: paramOrder.limit, maxKeys: byMostKeys }),
    counter: params => budgetPrefix(params as unknown as BudgetOptions),
  },
  build: given => Budget(given),
});
