import type { GuardNode } from '@licet/core';
import type { ApprovalQuorum, ParamsOf } from '@licet/core/nodes';
import { ask, InvariantError } from '@licet/core';
import { checkOptions, compareBy, defineNode, param, paramOrder, params } from '@licet/core/nodes';

import { people } from '../judging/params.ts';
import { milliseconds } from '../resource/duration.ts';
import { checkNames } from './approvers.ts';
import { tells } from '../judging/tells.ts';

const quorumParams = params({
  /** How many different people must say yes. */
  approvals: param.number({ whole: true, min: 1, doc: 'how many different people must say yes' }),
  /** The people who count. */
  of: param.optional(people('the people who count'), 'anyone except the agent and its principal'),
  /** People whose no is final; they need not be among those who count. */
  veto: param.optional(people('people whose no is final; they need not be among those who count'), 'no one'),
  /** What they are asked. */
  reason: param.optional(param.text({ doc: 'what they are asked' }), 'made from the other options'),
  /** How long the question may wait and its answers be used. */
  expiresIn: param.optional(
    param.duration({ doc: 'how long the question may wait and its answers be used' }),
    "the engine's `approvalTimeoutMs`",
  ),
});

/** What {@link Quorum} takes. */
export type QuorumOptions = ParamsOf<typeof quorumParams>;

/**
 * Asks several humans, always: so many different ones must say yes. Each answers when and where they are, with
 * `licet approve CODE` or by whatever channel the host has; who acts cannot answer, and no one counts twice.
 *
 * | the answers so far | ruling |
 * |---|---|
 * | too few, and enough people are left | ask: the action waits |
 * | enough yes | ask, approved: it passes once, for this very action, policy and session |
 * | a no of somebody in `veto` | ask, denied |
 * | so many noes that those in `of` no longer suffice | ask, denied |
 * | none in time | ask, denied |
 *
 * Without `of` anybody counts whom the channel lets answer, under whatever name it gives them: name the people where the
 * channel is open to many. It cannot see whether two names are one person.
 *
 * @example
 * ```ts
 * import { PolicyEngine, memoryApprovals } from '@licet/core';
 * import { Quorum } from '@licet/guards';
 *
 * const approvals = memoryApprovals();
 * const engine = new PolicyEngine(Quorum({ approvals: 2, of: ['ann', 'ben', 'eve'], veto: ['eve'] }), { approvals });
 * const asked = await engine.evaluate({ kind: 'submit_task', taskType: 'deploy' });
 * asked.ruling; // => 'ask'
 * for (const by of ['ann', 'ben']) await approvals.answer(asked.approval?.id ?? '', { granted: [true], by }, Date.now());
 * (await engine.evaluate({ kind: 'submit_task', taskType: 'deploy' })).passed; // => true
 * (await engine.evaluate({ kind: 'submit_task', taskType: 'deploy' })).passed; // => false
 * ```
 */
export function Quorum(options: QuorumOptions): GuardNode {
  checkOptions('quorum', quorumParams, options);
  const { approvals, of, veto } = options;
  const known = of === undefined ? Number.POSITIVE_INFINITY : checkNames('of', of);
  if (known < approvals) {
    throw new InvariantError('invalid_param', `\`of\` must name at least ${approvals} people, found ${known}`, { path: ['of'] });
  }
  if (veto !== undefined) checkNames('veto', veto);
  const expiresInMs = milliseconds(options.expiresIn);
  const quorum: ApprovalQuorum = Object.freeze({
    approvals,
    ...(of !== undefined && { of: Object.freeze([...of]) }),
    ...(veto !== undefined && { veto: Object.freeze([...veto]) }),
  });
  const whom = `${approvals} ${of === undefined ? (approvals === 1 ? 'person' : 'people') : `of ${of.join(', ')}`}`;
  const verdict = ask(options.reason ?? `this action needs ${whom} to agree`, {
    fix: `ask for the yes of ${whom}, and wait for the answers`,
    approval: Object.freeze({ quorum, ...(expiresInMs !== undefined && { expiresInMs }) }),
  });
  return Object.freeze<GuardNode>({
    name: 'quorum',
    kind: 'quorum',
    layer: 'intent',
    ...tells({ ask: options.reason ?? `${whom} must agree` }),
    params: Object.freeze({ ...options, ...(expiresInMs !== undefined && { expiresIn: expiresInMs }) }),
    check: () => verdict,
  });
}

/** `quorum` in governance.yaml. */
export const quorumDefinition = defineNode({
  kind: 'quorum',
  doc: 'asks several humans: so many different ones must say yes',
  params: quorumParams,
  rulings: [['any action', 'ask, of so many people']],
  example: 'quorum: { approvals: 2, of: [ann, bob, cho], veto: [ann] }',
  analysis: {
    compare: compareBy({
      approvals: paramOrder.demand(1),
      of: paramOrder.permits(),
      veto: paramOrder.forbids(),
      reason: paramOrder.words,
    }),
  },
  build: given => Quorum(given),
});
