import { holds, toCondition } from '../model/condition.ts';
import type { Condition, ConditionInput } from '../model/condition.ts';
import { defineNode } from '../policy/definition.ts';
import type { NodeData } from '../policy/policyData.ts';
import { evaluateChild } from '../engine/evaluator.ts';
import type { GuardInput } from '../model/guard.ts';
import type { GuardNode, Join, NodeLabels } from '../model/node.ts';
import type { Json } from '../model/json.ts';
import { toGuard } from '../model/guard.ts';
import { chain } from '../model/maybe.ts';
import { param, params } from '../model/params.ts';
import { skip } from '../model/verdict.ts';
import { applicable, combinator } from './combinator.ts';

/** What a `When` node keeps of its condition. */
export interface WhenParams {
  readonly if: Condition;
}

/**
 * Applicability: one branch or the other.
 *
 * | condition | with `otherwise` | without   |
 * |-----------|------------------|-----------|
 * | true      | `then`           | `then`    |
 * | false     | `otherwise`      | skipped   |
 * | fails     | error            | error     |
 *
 * The branch that is not taken is not evaluated. A condition that throws, or gives no boolean, makes the node errored:
 * it is never read as false. The condition may be a function, a structural match or a CEL expression. When the action
 * goes ahead the branch that decided commits.
 *
 * @example
 * ```ts
 * import { PolicyEngine, When, ask, guard } from '@licet/core';
 *
 * const confirm = guard('confirm', () => ask('a deployment reaches users', { fix: 'ask the release manager' }));
 * const engine = new PolicyEngine(When(action => action.taskType === 'deploy', confirm), { default: 'pass' });
 * engine.evaluateSync({ kind: 'submit_task', taskType: 'deploy' }).ruling; // => 'ask'
 * engine.evaluateSync({ kind: 'submit_task', taskType: 'docs' }).ruling; // => 'pass'
 * ```
 */
export function When(condition: ConditionInput, then: GuardInput, otherwise?: GuardInput, options: NodeLabels = {}): GuardNode {
  const question = toCondition(condition);
  const yes = toGuard(then);
  const kept: WhenParams = { if: question };
  const no = otherwise === undefined ? undefined : toGuard(otherwise);
  return combinator('when', Object.freeze(no === undefined ? [yes] : [yes, no]), kept, options, {
    edges: Object.freeze(['then', 'otherwise']),
    join: JOIN,
    ...(question.needs !== undefined && { needs: question.needs }),
    ...(question.history !== undefined && { history: question.history }),
    check: (action, ctx) =>
      chain(holds(question, action, ctx), answer => {
        const branch = answer ? yes : no;
        return branch === undefined ? skip() : evaluateChild(ctx, branch, answer ? 0 : 1);
      }),
    determining: applicable,
    committing: applicable,
  });
}

const JOIN: Join = Object.freeze({ by: 'branch' });

/** A condition that always holds; one in words is also turned round. */
function mistakes(node: NodeData): readonly (readonly [change: string, changed: NodeData])[] {
  const { kind, children: [then] = [], params } = node;
  const source = params?.['if'];
  if (then === undefined) return [];
  const always = [`the condition of \`${kind}\` always holds`, then] as const;
  if (typeof source !== 'string') return [always];
  return [always, [`the condition of \`${kind}\` is turned round`, { ...node, params: { ...params, if: `!(${source})` } }]];
}

/** `when` in governance.yaml: `{ if: …, then: …, otherwise: … }`. */
export const whenDefinition = defineNode({
  kind: 'when',
  doc: 'applicability: `then` where the condition holds, else `otherwise`, else skipped',
  analysis: {
    joins: () => JOIN,
    mistakes,
  },
  rulings: [
    ['the condition holds', 'what `then` says'],
    ['it does not', 'what `otherwise` says, or skipped'],
    ['it fails', 'block'],
  ],
  example: "when: { if: { tool: 'mcp__github__*' }, then: { human_approval: {} } }",
  params: params({
    /** A structural match, or a CEL expression. */
    if: param.condition({ doc: 'a structural match, or a CEL expression' }),
  }),
  children: { fields: [{ name: 'then' }, { name: 'otherwise', optional: true }] },
  build: (given, [then, otherwise], context) => When(context.condition(given.if as Json), then as GuardNode, otherwise),
});
