import type { Action, Guard, Verdict } from '@licet/core';
import { ask, block, chain, pass, skip } from '@licet/core';
import { EpistemicError } from '../errors.ts';
import type { ActStep, GroundingResult } from '../grounding/result.ts';
import type { Cardinality, EdgePolicy } from '../model/policy.ts';
import { DEFAULT_CONFIRMATION } from '../model/policy.ts';
import { visible } from '../render/escape.ts';
import type { PolicyCallbackResult } from './callback.ts';
import { checkedResult } from './callback.ts';
import type { PolicyRegistry } from './registry.ts';

/** What the policies of one action are evaluated on. */
export interface PolicySituation {
  readonly result: GroundingResult;
  readonly cardinality: Cardinality | null;
  readonly registry: PolicyRegistry;
}

/**
 * Turns every policy on an edge that the action may take into a guard: those in the graph and those that code has
 * placed there, in the order of the edges.
 */
export function policyGuards(situation: PolicySituation): Guard[] {
  const { result, registry } = situation;
  return result.trace.acts.flatMap(act => {
    const placed = registry.placements(act.source, act.target, act.sourceDepth).map(placement => placement.policy);
    return [...act.policies, ...placed].map(policy => policyGuard(policy, act, situation));
  });
}

function policyGuard(policy: EdgePolicy, act: ActStep, situation: PolicySituation): Guard {
  return {
    name: policy.name,
    kind: 'edge_policy',
    layer: 'intent',
    params: { policy, source: act.source, target: act.target },
    check(action) {
      const { cardinality } = situation;
      const { triggerCardinality } = policy;
      if (triggerCardinality !== null && cardinality !== null && triggerCardinality !== cardinality) {
        return skip(`the policy is about ${triggerCardinality} objects`);
      }
      return chain(answerOf(policy, act, action, situation), answer => judge(policy, act, answer));
    },
  };
}

function answerOf(
  policy: EdgePolicy,
  act: ActStep,
  action: Action,
  { result, cardinality, registry }: PolicySituation,
): ReturnType<NonNullable<ReturnType<PolicyRegistry['callback']>>> | undefined {
  const key = policy.callback;
  if (key === null) return undefined;
  const callback = registry.callback(key);
  if (callback === undefined) throw new EpistemicError('not_found', `expected a callback with the key \`${key}\`, found none`);
  if (act.objectMissing)
    return { passed: false, message: `\`${visible(act.source)}\` names no object, so the policy cannot be satisfied` };
  const { source, target, sourceDepth, targetDepth } = act;
  const edge = { source, target, sourceDepth, targetDepth };
  const concepts = result.resolved;
  return chain(callback({ action, policy, edge, concepts, cardinality }), value => checkedResult(key, value));
}

/**
 * | callback | `requiresConfirmation: false` | `true`, confirm always | `true`, confirm on_fail |
 * |----------|-------------------------------|------------------------|-------------------------|
 * | passed   | pass                          | ask                    | pass                    |
 * | failed   | block                         | ask                    | ask                     |
 * | none     | block                         | ask                    | ask                     |
 */
function judge(policy: EdgePolicy, act: ActStep, answer: PolicyCallbackResult | undefined): Verdict {
  const evidence = {
    policy: policy.name,
    source: act.source,
    target: act.target,
    callback: answer === undefined ? null : answer.passed,
  };
  const isSatisfied = answer?.passed === true;
  if (isSatisfied && (!policy.requiresConfirmation || policy.confirm === 'on_fail'))
    return pass({ code: 'policy_satisfied', evidence });
  const reason = messageOf(policy, act, isSatisfied ? undefined : answer?.message);
  if (policy.requiresConfirmation) {
    return ask(reason, { code: 'policy_confirmation', evidence, fix: 'ask the user to confirm this action' });
  }
  const fix = `do not ${visible(act.source)} this ${visible(act.target)}, or change the action so that the policy \`${visible(policy.name)}\` is satisfied`;
  return block(reason, { code: 'policy_violated', evidence, fix });
}

/** Only a policy that asks puts a question: the default text is none for one that blocks. */
function messageOf(policy: EdgePolicy, act: ActStep, why: string | undefined): string {
  const text =
    policy.requiresConfirmation || policy.confirmationMessage !== DEFAULT_CONFIRMATION
      ? policy.confirmationMessage.replaceAll('{action}', () => act.source)
      : `the policy \`${policy.name}\` does not allow the agent to ${act.source} this ${act.target}`;
  const isSaid = why !== undefined && !policy.requiresConfirmation && policy.confirmationMessage === DEFAULT_CONFIRMATION;
  return (why === undefined ? [text] : isSaid ? [why] : [why, text]).map(visible).join('\n');
}
