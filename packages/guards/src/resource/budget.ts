import type { Action, GuardNode, GovernanceContext, Outcome, Verdict } from '@licet/core';
import type { ParamsOf } from '@licet/core/nodes';
import { block, pass } from '@licet/core';
import { chain, checkOptions, compareBy, defineNode, param, paramOrder, params } from '@licet/core/nodes';

import { checkWhere, matchText, needsOf } from '../judging/matching.ts';
import { countingParams } from '../judging/params.ts';
import { keyPart, scopeKey } from './counterScope.ts';
import { tells } from '../judging/tells.ts';

const budgetParams = params({
  max: param.number({ above: 0, doc: 'how much there is' }),
  ...countingParams,
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
 * | has no usable cost (`cost`) | block |
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
  const { max, per = 'session', cost, estimate = 1, actual, onFailure = 'keep' } = options;
  const prefix = budgetPrefix(options);
  const keyOf = (action: Action): string => prefix + scopeKey(action, per);
  const amountOf = (action: Action): number | undefined => (cost === undefined ? estimate : costOf(action, cost));
  const checkNow = (action: Action, ctx: GovernanceContext): Verdict | PromiseLike<Verdict> => {
    const amount = amountOf(action);
    if (amount === undefined) return costless(cost ?? '');
    return chain(ctx.session.used(keyOf(action)), used => (used + amount <= max ? pass() : usedUp(used, max, amount)));
  };
  return Object.freeze<GuardNode>({
    name: 'budget',
    kind: 'budget',
    layer: 'resource',
    counts: true,
    needs: needsOf(options.match, 'sessions'),
    params: Object.freeze({ ...options }),
    ...tells({ limit: cost === undefined && options.match === undefined ? `${max} calls for each ${per}` : '' }),
    check: checkWhere(options.match, checkNow),
    commit: (action, ctx) =>
      chain(ctx.session.reserve(keyOf(action), { amount: amountOf(action) ?? 0, limit: max }), answer =>
        answer.granted ? undefined : { lost: `${answer.used} of ${max} are used` },
      ),
    record(action, { status, usage }: Outcome, ctx) {
      const used = onFailure === 'refund' && status === 'error' ? 0 : actual === undefined ? undefined : usage?.[actual];
      return isAmount(used) ? ctx.session.settle(keyOf(action), used) : undefined;
    },
  });
}

/**
 * Returns what the keys of a {@link Budget}'s counters begin with; who shares a counter follows. The name tells counters apart, or what
 * is counted. The limit does not: when `max` changes, what has been used still counts.
 *
 * @example
 * ```ts
 * import { budgetPrefix } from '@licet/guards/state';
 *
 * budgetPrefix({ max: 100, name: 'calls' }); // => 'budget:calls:'
 * ```
 */
export function budgetPrefix(options: BudgetOptions): string {
  const { per = 'session', cost, estimate = 1, actual, onFailure = 'keep', match: counted, name } = options;
  if (name !== undefined) return `budget:${keyPart(name)}:`;
  const charged = `${actual === undefined ? '' : `:${actual}`}${onFailure === 'keep' ? '' : `:${onFailure}`}`;
  return `budget:${per}:${cost ?? estimate}:${matchText(counted)}${charged}:`;
}

function costOf({ payload }: Action, cost: string): number | undefined {
  const amount = Object.hasOwn(payload, cost) ? payload[cost] : undefined;
  return isAmount(amount) ? amount : undefined;
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function usedUp(used: number, max: number, amount: number): Verdict {
  const wanted = amount === 1 ? '' : `, and this action needs ${amount}`;
  return block(`the budget is used up: ${used} of ${max}${wanted}`, {
    code: 'budget_exhausted',
    recover: 'none',
    evidence: { used, max, amount },
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
    ['it does not fit, or does not say what it costs', 'block'],
  ],
  example: 'budget: { max: 100, per: session }',
  compare: compareBy({ max: paramOrder.limit }),
  counter: params => budgetPrefix(params as unknown as BudgetOptions),
  build: given => Budget(given),
});
