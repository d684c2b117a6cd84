import type { ApprovalTerms, Guard, NodeDefinition } from '@licet/core';
import { ask, defineNode } from '@licet/core';

import { durationSchema, inMilliseconds, milliseconds, spanMs, withSpan } from '../resource/duration.ts';
import { checkNames, namesSchema } from './approvers.ts';

/** What {@link HumanApproval} takes. */
export interface HumanApprovalOptions {
  /** What the human is asked. @defaultValue 'this action needs a human to agree' */
  readonly reason?: string;
  /** Who may answer, by name; the no of any of them is final. @defaultValue anybody but who acts */
  readonly approvers?: readonly string[];
  /** How long the question may wait and its answer be used: `15m`. @defaultValue the engine's `approvalTimeoutMs` */
  readonly expiresIn?: string;
  /** The same in milliseconds. */
  readonly expiresInMs?: number;
}

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
export function HumanApproval(options: HumanApprovalOptions = {}): Guard {
  const { reason = 'this action needs a human to agree', approvers } = options;
  const expiresInMs = spanMs('expiresIn', { ms: options.expiresInMs, text: options.expiresIn });
  if (approvers !== undefined) checkNames('approvers', approvers);
  const people = Object.freeze([...(approvers ?? [])]);
  const approval: ApprovalTerms = {
    ...(approvers !== undefined && { quorum: Object.freeze({ approvals: 1, of: people, veto: people }) }),
    ...(expiresInMs !== undefined && { expiresInMs }),
  };
  const whom = approvers === undefined ? 'the user' : approvers.join(' or ');
  const verdict = ask(reason, {
    fix: `ask ${whom}, and wait for the answer`,
    ...(Object.keys(approval).length > 0 && { approval: Object.freeze(approval) }),
  });
  return Object.freeze<Guard>({
    name: 'human_approval',
    kind: 'human_approval',
    layer: 'intent',
    params: Object.freeze(inMilliseconds(options, 'expiresIn', expiresInMs)),
    check: () => verdict,
  });
}

/** `human_approval` in governance.yaml. */
export const humanApprovalDefinition: NodeDefinition<HumanApprovalOptions> = defineNode<HumanApprovalOptions>({
  kind: 'human_approval',
  doc: 'asks a human, always',
  params: z => {
    const schema = z.strictObject({
      reason: z.string().min(1).exactOptional().describe('what the human is asked'),
      approvers: namesSchema(z, 'who may answer; the no of any of them is final').exactOptional(),
      expiresIn: durationSchema(z, 'how long the question may wait and its answer be used').exactOptional(),
      expiresInMs: milliseconds(z, 'the same in milliseconds').exactOptional(),
    });
    return withSpan(schema, 'expiresIn') as never;
  },
  build: params => HumanApproval(params),
});
