import type { Action, Guard, GovernanceContext, Match, NodeDefinition, Outcome, Verdict } from '@licet/core';
import { InvariantError, block, chain, defineNode, match, pass, skip } from '@licet/core';

import { matchSchema } from '../schemas.ts';

/** What one budget is shared by. */
export type BudgetScope = 'session' | 'agent' | 'tool' | 'project';

/** What {@link Budget} takes. */
export interface BudgetOptions {
  /** How much there is: a number above 0. */
  readonly max: number;
  /** Who shares it: the session, one agent in it, one tool in it, or every session on the same store. @defaultValue 'session' */
  readonly per?: BudgetScope;
  /** Which actions count. @defaultValue all of them */
  readonly match?: Match;
  /** The argument that says how much one action costs: a name in the payload. @defaultValue each action costs 1 */
  readonly cost?: string;
  /** What becomes of the cost of an action that failed. @defaultValue 'keep' */
  readonly onFailure?: 'keep' | 'refund';
  /** Tells this budget from another one of the same scope. @defaultValue made from the other options */
  readonly name?: string;
}

/**
 * Limits how much an agent may do. It reserves when the action goes ahead, charges when the outcome is known, and gives
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
 * reported lapses after ten minutes. It counts what it is told: actions that never reach the engine cost nothing.
 *
 * @example
 * ```ts
 * import { PolicyEngine } from '@licet/core';
 * import { Budget } from '@licet/guards';
 *
 * const engine = new PolicyEngine(Budget({ max: 1 }));
 * engine.evaluateSync({ kind: 'bash' }).ruling; // => 'pass'
 * engine.evaluateSync({ kind: 'bash' }).ruling; // => 'block'
 * ```
 */
export function Budget(options: BudgetOptions): Guard {
  const { max, per = 'session', cost, onFailure = 'keep' } = options;
  if (!Number.isFinite(max) || max <= 0)
    throw new InvariantError('invalid_param', `\`max\` must be a number above 0, found \`${max}\``, { path: ['max'] });
  if (!['session', 'agent', 'tool', 'project'].includes(per)) {
    throw new InvariantError(
      'invalid_param',
      `\`per\` must be \`session\`, \`agent\`, \`tool\` or \`project\`, found \`${per}\``,
      { path: ['per'] },
    );
  }
  const counted = options.match === undefined ? undefined : match(options.match);
  const name = options.name ?? `${per}:${max}:${cost ?? 1}:${counted?.text ?? ''}`;
  const keyOf = (action: Action): string => `budget:${name}:${scopeOf(action, per)}`;
  const checkNow = (action: Action, ctx: GovernanceContext): Verdict | PromiseLike<Verdict> => {
    const amount = amountOf(action, cost);
    if (amount === undefined) return costless(cost ?? '');
    return chain(ctx.session.used(keyOf(action)), used => (used + amount <= max ? pass() : usedUp(used, max, amount)));
  };
  return Object.freeze<Guard>({
    name: 'budget',
    kind: 'budget',
    layer: 'resource',
    params: Object.freeze({ ...options }),
    check: (action, ctx) =>
      counted === undefined
        ? checkNow(action, ctx)
        : chain(counted.test(action, ctx), counts => (counts ? checkNow(action, ctx) : skip())),
    commit: (action, ctx) =>
      chain(ctx.session.reserve(keyOf(action), { amount: amountOf(action, cost) ?? 0, limit: max }), answer =>
        answer.granted ? undefined : { lost: `${answer.used} of ${max} are used` },
      ),
    record: (action, outcome: Outcome, ctx) =>
      onFailure === 'refund' && outcome.status === 'error' ? ctx.session.settle(keyOf(action), 0) : undefined,
  });
}

function scopeOf({ sessionId, agentId, tool, kind }: Action, per: BudgetScope): string {
  if (per === 'project') return 'project';
  if (per === 'session') return `session:${sessionId}`;
  return per === 'agent' ? `session:${sessionId}:agent:${agentId ?? 'main'}` : `session:${sessionId}:tool:${tool ?? kind}`;
}

function amountOf({ payload }: Action, cost: string | undefined): number | undefined {
  if (cost === undefined) return 1;
  const amount = Object.hasOwn(payload, cost) ? payload[cost] : undefined;
  return typeof amount === 'number' && Number.isFinite(amount) && amount >= 0 ? amount : undefined;
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
export const budgetDefinition: NodeDefinition<BudgetOptions> = defineNode<BudgetOptions>({
  kind: 'budget',
  doc: 'limits how much the agent may do',
  params: z => {
    return z.strictObject({
      max: z.number().positive().describe('how much there is'),
      per: z.enum(['session', 'agent', 'tool', 'project']).exactOptional().describe('who shares it'),
      match: matchSchema(z).exactOptional().describe('which actions count'),
      cost: z.string().min(1).exactOptional().describe('the argument that says how much an action costs'),
      onFailure: z.enum(['keep', 'refund']).exactOptional().describe('what becomes of the cost of an action that failed'),
      name: z.string().min(1).exactOptional().describe('tells this budget from another one'),
    }) as never;
  },
  build: params => Budget(params),
});
