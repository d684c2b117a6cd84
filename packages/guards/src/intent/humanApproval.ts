import type { GuardNode } from '@licet/core';
import type { ApprovalTerms, ParamsOf } from '@licet/core/nodes';
import { ask } from '@licet/core';
import { checkOptions, compareBy, defineNode, param, paramOrder, params } from '@licet/core/nodes';

import { people } from '../judging/params.ts';
import { milliseconds } from '../resource/duration.ts';
import { checkNames } from './approvers.ts';
import { tells } from '../judging/tells.ts';

const humanApprovalParams = params({
  /** What the human is asked. */
  reason: param.optional(param.text({ doc: 'what the human is asked' }), '`this action needs a human to agree`'),
  /** Who may answer; the no of any of them is final. */
  approvers: param.optional(
    people('who may answer; the no of any of them is final'),
    'anyone except the agent and its principal',
  ),
  /** How long the question may wait and its answer be used. */
  expiresIn: param.optional(
    param.duration({ doc: 'how long the question may wait and its answer be used' }),
    "the engine's `approvalTimeoutMs`",
  ),
});

/** What {@link HumanApproval} takes. */
export type HumanApprovalOptions = ParamsOf<typeof humanApprovalParams>;

/**
 * Asks a human, always: one yes is enough, and any no is final. Put it where a rule ends: as the fallback of `Escalate`,
 * or behind `When`.
 *
 * | the action | ruling |
 * |---|---|
 * | any | ask |
 *
 * It cannot see who really sits in front of a terminal: names are what the host, or the operating system, says.
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
export function HumanApproval(options: HumanApprovalOptions = {}): GuardNode {
  checkOptions('human_approval', humanApprovalParams, options);
  const { reason = 'this action needs a human to agree', approvers } = options;
  const expiresInMs = milliseconds(options.expiresIn);
  if (approvers !== undefined) checkNames('approvers', approvers);
  const named = Object.freeze([...(approvers ?? [])]);
  const approval: ApprovalTerms = {
    ...(approvers !== undefined && { quorum: Object.freeze({ approvals: 1, of: named, veto: named }) }),
    ...(expiresInMs !== undefined && { expiresInMs }),
  };
  const whom = approvers === undefined ? 'the user' : approvers.join(' or ');
  const verdict = ask(reason, {
    fix: `ask ${whom}, and wait for the answer`,
    ...(Object.keys(approval).length > 0 && { approval: Object.freeze(approval) }),
  });
  return Object.freeze<GuardNode>({
    name: 'human_approval',
    kind: 'human_approval',
    layer: 'intent',
    ...tells({ ask: options.reason ?? 'any call' }),
    params: Object.freeze({ ...options, ...(expiresInMs !== undefined && { expiresIn: expiresInMs }) }),
    check: () => verdict,
  });
}

/** `human_approval` in governance.yaml. */
export const humanApprovalDefinition = defineNode({
  kind: 'human_approval',
  doc: 'asks a human, always',
  params: humanApprovalParams,
  rulings: [['any action', 'ask']],
  example: 'human_approval: { reason: a deployment reaches users, expires_in: 15m }',
  analysis: {
    compare: compareBy({ reason: paramOrder.words }),
    range: () => ({ rulings: ['ask'], applies: 'always', fails: 'never' }),
  },
  build: given => HumanApproval(given),
});
