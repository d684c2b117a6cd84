import type { GuardNode, Json } from '@licet/core';
import type { ConditionInput, Param, ParamsOf } from '@licet/core/nodes';
import { block, pass } from '@licet/core';
import { chain, checkOptions, defineNode, param, params, toCondition } from '@licet/core/nodes';

const onlyIfParams = params({
  /** What must hold: a structural match, or a CEL expression. */
  if: param.condition({ doc: 'what must hold: a structural match, or a CEL expression' }) as Param<ConditionInput>,
  /** Why other actions are blocked. */
  reason: param.optional(param.text({ doc: 'why other actions are blocked' }), 'the condition, in words'),
  /** What to do instead. */
  fix: param.optional(param.text({ doc: 'what to do instead' }), 'to ask a person who may'),
});

/** What {@link OnlyIf} takes. */
export type OnlyIfOptions = ParamsOf<typeof onlyIfParams>;

/**
 * Passes actions for which a condition holds, and blocks all others: who may do what to which resource, in one expression. Where several
 * such rules may permit, put them into an `any`.
 *
 * | the condition | ruling |
 * |---|---|
 * | holds | pass |
 * | does not hold | block |
 * | fails, as for a member that the action does not have | block, as an error |
 *
 * It cannot see whether what the host says of the principal and the action is true.
 *
 * @example
 * ```ts
 * import { PolicyEngine } from '@licet/core';
 * import { OnlyIf } from '@licet/guards';
 *
 * const engine = new PolicyEngine(OnlyIf({ if: { role: 'editor' }, reason: 'only editors write' }));
 * engine.evaluateSync({ kind: 'write', principal: { id: 'ann', roles: ['editor'] } }).ruling; // => 'pass'
 * engine.evaluateSync({ kind: 'write', principal: { id: 'ben' } }).reason; // => 'only editors write'
 * ```
 */
export function OnlyIf(options: OnlyIfOptions): GuardNode {
  checkOptions('only_if', onlyIfParams, options);
  const condition = toCondition(options.if);
  const { reason = `this is permitted only where it holds: ${condition.text}`, fix = 'ask somebody who may' } = options;
  const refused = block(reason, { code: 'condition_unmet', fix });
  return Object.freeze<GuardNode>({
    name: 'only_if',
    kind: 'only_if',
    layer: 'intent',
    ...(condition.needs !== undefined && { needs: condition.needs }),
    ...(condition.history !== undefined && { history: condition.history }),
    params: Object.freeze({ ...options, if: condition }),
    check: (action, ctx) => chain(condition.test(action, ctx), answer => (answer === true ? pass() : refused)),
  });
}

/** `only_if` in governance.yaml. */
export const onlyIfDefinition = defineNode({
  kind: 'only_if',
  doc: 'passes actions for which a condition holds, and blocks all others',
  params: onlyIfParams,
  rulings: [
    ['the condition holds', 'pass'],
    ['it does not, or fails', 'block'],
  ],
  example: 'only_if: { if: { role: editor }, reason: only editors write }',
  analysis: {
    dependsOnSiblings: true,
  },
  build: (given, _children, context) => OnlyIf({ ...given, if: context.condition(given.if as Json) }),
});
