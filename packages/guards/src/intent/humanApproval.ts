import type { Guard, NodeDefinition } from '@licet/core';
import { ask, defineNode } from '@licet/core';

/** What {@link HumanApproval} takes. */
export interface HumanApprovalOptions {
  /** What the human is asked. @defaultValue 'this action needs a human to agree' */
  readonly reason?: string;
}

/**
 * Asks a human, always. Put it where a rule ends: as the fallback of `Escalate`, or behind `When`.
 *
 * | the action | ruling |
 * |---|---|
 * | any | ask |
 *
 * @example
 * ```ts
 * import { PolicyEngine, When, match } from '@licet/core';
 * import { HumanApproval } from '@licet/guards';
 *
 * const engine = new PolicyEngine(When(match({ taskType: 'deploy' }), HumanApproval({ reason: 'a deployment reaches users' })));
 * engine.evaluateSync({ kind: 'submit_task', taskType: 'deploy' }).ruling; // => 'ask'
 * ```
 */
export function HumanApproval(options: HumanApprovalOptions = {}): Guard {
  const reason = options.reason ?? 'this action needs a human to agree';
  const verdict = ask(reason, { fix: 'ask the user, and wait for the answer' });
  return Object.freeze<Guard>({
    name: 'human_approval',
    kind: 'human_approval',
    layer: 'intent',
    params: Object.freeze({ ...options }),
    check: () => verdict,
  });
}

/** `human_approval` in governance.yaml. */
export const humanApprovalDefinition: NodeDefinition<HumanApprovalOptions> = defineNode<HumanApprovalOptions>({
  kind: 'human_approval',
  doc: 'asks a human, always',
  params: z => z.strictObject({ reason: z.string().min(1).exactOptional().describe('what the human is asked') }),
  build: params => HumanApproval(params),
});
