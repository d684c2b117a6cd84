import type { Guard, NodeDefinition } from '@licet/core';
import { InvariantError, ask, block, defineNode, pass, warn } from '@licet/core';

/** What {@link RiskThreshold} takes: at least one threshold, each a number in (0,1]. */
export interface RiskThresholdOptions {
  /** From this risk on it warns. */
  readonly warn?: number;
  /** From this risk on it asks. */
  readonly ask?: number;
  /** From this risk on it blocks. */
  readonly block?: number;
}

/**
 * Rules by the risk that the guards before it have added up. It sees only what stands before it in the tree, so put it
 * last.
 *
 * | risk | ruling |
 * |---|---|
 * | at or above `block` | block |
 * | at or above `ask` | ask |
 * | at or above `warn` | warn |
 * | below all of them | pass |
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
export function RiskThreshold(options: RiskThresholdOptions): Guard {
  const thresholds = Object.entries(options) as readonly [keyof RiskThresholdOptions, number][];
  if (thresholds.length === 0)
    throw new InvariantError('invalid_param', '`risk_threshold` needs at least one of `warn`, `ask`, `block`');
  for (const [name, value] of thresholds) {
    if (!(value > 0 && value <= 1))
      throw new InvariantError('invalid_param', `\`${name}\` must be a number above 0 and at most 1, found \`${value}\``, {
        path: [name],
      });
  }
  const reached = (risk: number, threshold: number | undefined): boolean => threshold !== undefined && risk >= threshold;
  return Object.freeze<Guard>({
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
export const riskThresholdDefinition: NodeDefinition<RiskThresholdOptions> = defineNode<RiskThresholdOptions>({
  kind: 'risk_threshold',
  doc: 'rules by the risk that the guards before it have added up',
  params: z => {
    const threshold = z.number().gt(0).max(1).exactOptional();
    return z.strictObject({ warn: threshold, ask: threshold, block: threshold });
  },
  build: params => RiskThreshold(params),
});
