import type { Action, GuardNode, GovernanceContext, Outcome, Verdict } from '@licet/core';
import type { ParamsOf, Take } from '@licet/core/nodes';
import { block, pass } from '@licet/core';
import { chain, checkOptions, compareBy, defineNode, keyPart, memberAt, param, paramOrder, params } from '@licet/core/nodes';

import { checkWhere, matchText, needsOf } from '../judging/matching.ts';
import { countingParams, valueParams } from '../judging/params.ts';
import { counterKey, countUnknown } from './counted.ts';
import { durationText, milliseconds } from './duration.ts';
import { tells } from '../judging/tells.ts';

const budgetParams = params({
  max: param.number({ above: 0, doc: 'how much there is' }),
  ...countingParams,
  ...valueParams,
  window: param.optional(
    param.duration({ doc: 'only what went ahead in this time counts, however the window is laid' }),
    'the count never ends',
  ),
  cost: param.optional(param.text({ doc: 'the argument that says how much an action costs' }), 'each action costs `estimate`'),
  estimate: param.optional(param.number({ min: 0, doc: 'what an action is taken to cost that does not say it' }), '1'),
  actual: param.optional(
    param.choice(['cost', 'tokens'], { doc: 'what it is charged in the end, where its outcome reports it' }),
    'what was reserved',
  ),
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
 * | has no usable cost (`cost`), or lacks an argument of `by` | block |
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
  const { max, per = 'session', cost, actual, onFailure = 'keep', match: counted, by, window } = options;
  const account = accountOf(options);
  const { keyOf, takeOf } = account;
  const isPlain = [cost, counted, by, window].every(each => each === undefined);
  return Object.freeze<GuardNode>({
    name: 'budget',
    kind: 'budget',
    layer: 'resource',
    counts: true,
    needs: needsOf(counted, 'sessions'),
    params: Object.freeze({ ...options, ...(window !== undefined && { window: milliseconds(window) }) }),
    ...tells({ limit: isPlain ? `${max} calls for each ${per}` : '' }),
    check: checkWhere(counted, (action, ctx) => checkBudget(options, account, action, ctx)),
    commit: (action, ctx) =>
      chain(ctx.session.reserve(keyOf(action) ?? '', takeOf(action)), answer =>
        answer.granted ? undefined : { lost: `${answer.used} of ${max} are used` },
      ),
    record(action, { status, usage }: Outcome, ctx) {
      const used = onFailure === 'refund' && status === 'error' ? 0 : actual === undefined ? undefined : usage?.[actual];
      return isAmount(used) ? ctx.session.settle(keyOf(action) ?? '', used) : undefined;
    },
  });
}

interface Account {
  readonly keyOf: (action: Action) => string | undefined;
  readonly takeOf: (action: Action) => Take & { readonly amount: number };
}

/** Where the actions of a budget are counted, and what each takes. */
function accountOf(options: BudgetOptions): Account {
  const { max, cost, estimate = 1 } = options;
  const prefix = budgetPrefix(options);
  const windowMs = milliseconds(options.window);
  return {
    keyOf: action => counterKey(prefix, action, options),
    takeOf: action => ({
      amount: (cost === undefined ? estimate : costOf(action, cost)) ?? 0,
      limit: max,
      ...(windowMs !== undefined && { windowMs }),
    }),
  };
}

function checkBudget(
  { max, by = [], cost, ...options }: BudgetOptions,
  { keyOf, takeOf }: Account,
  action: Action,
  { session }: GovernanceContext,
): Verdict | PromiseLike<Verdict> {
  if (cost !== undefined && costOf(action, cost) === undefined) return costless(cost);
  const [key, take] = [keyOf(action), takeOf(action)];
  if (key === undefined) return countUnknown(by);
  const windowMs = milliseconds(options.window);
  return chain(session.used(key, windowMs), used => {
    if (used + take.amount <= max) return pass();
    const wait = windowMs === undefined ? undefined : session.peek(key, take);
    return chain(wait, answer => usedUp(used, take, answer?.granted === false ? answer.retryAfterMs : undefined));
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
  const { per = 'session', by, cost, estimate = 1, actual, onFailure = 'keep', match: counted, name } = options;
  const windowMs = milliseconds(options.window);
  const window = windowMs === undefined ? [] : [windowMs];
  if (name !== undefined) return `budget:${[keyPart(name), ...window].join(':')}:`;
  const rest = [actual, onFailure === 'keep' ? undefined : onFailure, ...window, by?.map(keyPart).join()];
  return `budget:${[per, cost ?? estimate, matchText(counted), ...rest.filter(each => each !== undefined)].join(':')}:`;
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
  { amount, limit: max = 0, windowMs }: Take & { readonly amount: number },
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
    ['it does not fit, does not say what it costs, or lacks an argument of `by`', 'block'],
  ],
  example: 'budget: { max: 100, per: session }',
  compare: compareBy({ max: paramOrder.limit }),
  counter: params => budgetPrefix(params as unknown as BudgetOptions),
  build: given => Budget(given),
});
