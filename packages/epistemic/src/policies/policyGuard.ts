import type { Action, GovernanceContext, GuardNode, Json, MaybePromise, Verdict } from '@licet/core';
import { ask, block, pass, skip } from '@licet/core';
import { attempt, chain } from '@licet/core/nodes';
import { EpistemicError } from '../model/errors.ts';
import type { ActStep, GroundingResult } from '../grounding/result.ts';
import type { Cardinality, EdgePolicy } from '../model/policy.ts';
import { DEFAULT_CONFIRMATION } from '../model/policy.ts';
import { visible } from '../render/escape.ts';
import type { PolicyCallbackContext, PolicyCallbackResult } from './callback.ts';
import { checkedResult } from './callback.ts';
import type { PolicyRegistry } from './registry.ts';
import type { TriggeredPolicy } from './triggered.ts';
import { policyDetails } from './triggered.ts';

/** What the policies of one action are evaluated on. */
interface PolicySituation {
  readonly action: Action;
  readonly ctx: GovernanceContext;
  readonly result: GroundingResult;
  readonly cardinality: Cardinality | null;
  readonly registry: PolicyRegistry;
}

/** A policy that the action meets, with what its callback has said. */
interface Met {
  readonly policy: EdgePolicy;
  readonly act: ActStep;
  /** Undefined for a policy about another number of objects. */
  readonly answer?: PolicyCallbackResult | null | { readonly fault: unknown };
}

/**
 * Turns every policy on an edge that the action may take into a guard: those in the graph and those that code has
 * placed there, in the order of the edges. Every callback has answered by then, so that each question can show what
 * became of all of them.
 */
export function policyGuards(situation: PolicySituation): MaybePromise<GuardNode[]> {
  const { result, registry } = situation;
  const met = result.trace.acts.flatMap(act => {
    const placed = registry.placements(act.source, act.target, act.sourceDepth).map(placement => placement.policy);
    return [...act.policies, ...placed].map((policy): Met => ({ policy, act }));
  });
  return chain(answered(met, situation, []), all => {
    const triggered = all.filter(isTriggered).map(triggeredPolicy);
    return all.map(each => policyGuard(each, triggered));
  });
}

function answered(left: readonly Met[], situation: PolicySituation, done: readonly Met[]): MaybePromise<readonly Met[]> {
  const [next, ...rest] = left;
  if (next === undefined) return done;
  const { triggerCardinality } = next.policy;
  const { cardinality } = situation;
  if (triggerCardinality !== null && cardinality !== null && triggerCardinality !== cardinality)
    return answered(rest, situation, [...done, next]);
  const asked = attempt<Met['answer']>(
    () => answerOf(next, situation),
    fault => ({ fault }),
  );
  return chain(asked, answer => answered(rest, situation, [...done, { ...next, answer: answer ?? null }]));
}

const isTriggered = (met: Met): boolean => met.answer !== undefined;

const isFault = (answer: Met['answer']): answer is { readonly fault: unknown } =>
  typeof answer === 'object' && answer !== null && 'fault' in answer;

function triggeredPolicy({ policy, act, answer }: Met): TriggeredPolicy {
  const callback = isFault(answer) || answer === undefined ? null : answer;
  return {
    name: policy.name,
    message: textOf(policy, act),
    metadata: policy.metadata,
    requiresConfirmation: policy.requiresConfirmation,
    source: act.source,
    target: act.target,
    callback,
  };
}

function policyGuard(met: Met, triggered: readonly TriggeredPolicy[]): GuardNode {
  const { policy, act, answer } = met;
  return {
    name: policy.name,
    kind: 'edge_policy',
    layer: 'intent',
    params: { policy, source: act.source, target: act.target },
    check() {
      if (answer === undefined) return skip(`the policy is about ${policy.triggerCardinality} objects`);
      if (isFault(answer)) throw answer.fault;
      return judge(met, answer, policyDetails(triggeredPolicy(met), triggered));
    },
  };
}

function answerOf({ policy, act }: Met, situation: PolicySituation): MaybePromise<PolicyCallbackResult> | undefined {
  const key = policy.callback;
  if (key === null) return undefined;
  const callback = situation.registry.callback(key);
  if (callback === undefined) throw new EpistemicError('not_found', `expected a callback with the key \`${key}\`, found none`);
  if (act.objectMissing)
    return { passed: false, message: `\`${visible(act.source)}\` names no object, so the policy cannot be satisfied` };
  return chain(callback(contextOf(policy, act, situation)), value => checkedResult(key, value));
}

const contextOf = (
  policy: EdgePolicy,
  { source, target, sourceDepth, targetDepth }: ActStep,
  { action, ctx, result, cardinality }: PolicySituation,
): PolicyCallbackContext => ({
  action,
  policy,
  edge: { source, target, sourceDepth, targetDepth },
  concepts: result.resolved,
  grounding: result,
  cardinality,
  get effects() {
    return ctx.effects;
  },
});

/**
 * | callback | `requiresConfirmation: false` | `true`, confirm always | `true`, confirm on_fail |
 * |----------|-------------------------------|------------------------|-------------------------|
 * | passed   | pass                          | ask                    | pass                    |
 * | failed   | block                         | ask                    | ask                     |
 * | none     | block                         | ask                    | ask                     |
 */
function judge({ policy, act }: Met, answer: PolicyCallbackResult | null, details: Json): Verdict {
  const callback =
    answer === null ? null : { passed: answer.passed, ...(answer.message !== undefined && { message: answer.message }) };
  const evidence = { policy: policy.name, source: act.source, target: act.target, callback };
  if (answer?.passed === true && (!policy.requiresConfirmation || policy.confirm === 'on_fail'))
    return pass({ code: 'policy_satisfied', evidence, ...(answer.message !== undefined && { reason: visible(answer.message) }) });
  const reason = messageOf(policy, act, answer?.message);
  if (policy.requiresConfirmation) {
    const fix = 'ask the user to confirm this action';
    return ask(reason, { code: 'policy_confirmation', evidence, fix, approval: { details } });
  }
  const fix = `do not ${visible(act.source)} this ${visible(act.target)}, or change the action so that the policy \`${visible(policy.name)}\` is satisfied`;
  return block(reason, { code: 'policy_violated', evidence, fix });
}

/** What the callback says comes first, then what the policy says, unless that is no more than the default. */
function messageOf(policy: EdgePolicy, act: ActStep, why: string | undefined): string {
  const isSaid = why !== undefined && !policy.requiresConfirmation && policy.confirmationMessage === DEFAULT_CONFIRMATION;
  const text = textOf(policy, act);
  return why === undefined ? text : isSaid ? visible(why) : `${visible(why)}\n${text}`;
}

/** Only a policy that asks puts a question: the default text is none for one that blocks. */
const textOf = (policy: EdgePolicy, { source, target }: ActStep): string =>
  visible(
    policy.requiresConfirmation || policy.confirmationMessage !== DEFAULT_CONFIRMATION
      ? policy.confirmationMessage.replaceAll('{action}', () => source)
      : `the policy \`${policy.name}\` does not allow the agent to ${source} this ${target}`,
  );
