import type { GuardNode } from '@licet/core';
import type { ParamsOf } from '@licet/core/nodes';
import { ask, block, InvariantError, pass, warn } from '@licet/core';
import { checkOptions, compareBy, defineNode, param, paramOrder, params } from '@licet/core/nodes';

const threshold = (doc: string) => param.optional(param.number({ above: 0, max: 1, doc }));

const riskThresholdParams = params({
  /** From this risk on it warns. */
  warn: threshold('from this risk on it warns'),
  /** From this risk on it asks. */
  ask: threshold('from this risk on it asks'),
  /** From this risk on it blocks. */
  block: threshold('from this risk on it blocks'),
});

/** What {@link RiskThreshold} takes: at least one threshold. */
export type RiskThresholdOptions = ParamsOf<typeof riskThresholdParams>;

/**
 * Rules by the risk that the guards before it have added up.
 *
 * | risk | ruling |
 * |---|---|
 * | at or above `block` | block |
 * | at or above `ask` | ask |
 * | at or above `warn` | warn |
 * | below all of them | pass |
 *
 * It cannot see what comes after it in the tree, so put it last.
 *
 * @example
 * ```ts
 * import { All, PolicyEngine, guard, pass } from '@licet/core';
 * import { RiskThreshold } from '@licet/guards';
 *
 * const late = guard('late', (_action, ctx) => { ctx.raiseRisk(0.6); return pass(); });
 * new PolicyEngine(All(late, RiskThreshold({ ask: 0.5, block: 0.9 }))).evaluateSync({ kind: 'bash' }).ruling; // => 'ask'
 * ```
 */
export function RiskThreshold(options: RiskThresholdOptions = {}): GuardNode {
  checkOptions('risk_threshold', riskThresholdParams, options);
  if (Object.keys(options).length === 0)
    throw new InvariantError('invalid_param', '`risk_threshold` needs at least one of `warn`, `ask`, `block`');
  const reached = (risk: number, threshold: number | undefined): boolean => threshold !== undefined && risk >= threshold;
  return Object.freeze<GuardNode>({
    name: 'risk_threshold',
    kind: 'risk_threshold',
    layer: 'intent',
    params: Object.freeze({ ...options }),
    check(_action, { risk }) {
      const reason = `the risk has risen to ${Math.round(risk * 100)} %`;
      const details = { code: 'risk_too_high', evidence: { risk }, fix: 'take a smaller step, or ask the user' };
      if (reached(risk, options.block)) return block(reason, details);
      if (reached(risk, options.ask)) return ask(reason, details);
      return reached(risk, options.warn) ? warn(reason, { code: 'risk_too_high', evidence: { risk } }) : pass();
    },
  });
}

/** `risk_threshold` in governance.yaml. */
export const riskThresholdDefinition = defineNode({
  kind: 'risk_threshold',
  doc: 'rules by the risk that the guards before it have added up',
  params: riskThresholdParams,
  rulings: [
    ['the risk has reached `block`, `ask` or `warn`', 'that, the strictest first'],
    ['it has reached none', 'pass'],
  ],
  example: 'risk_threshold: { warn: 0.3, ask: 0.6, block: 0.9 }',
  analysis: {
    dependsOnSiblings: true,
    compare: compareBy({ warn: paramOrder.limit, ask: paramOrder.limit, block: paramOrder.limit }),
  },
  build: given => RiskThreshold(given),
});
