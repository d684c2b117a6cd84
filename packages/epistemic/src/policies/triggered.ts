import type { ApprovalRequest, Json } from '@licet/core';
import type { PolicyCallbackResult } from './callback.ts';

/** A policy that an action has triggered, as a person who answers sees it. */
export interface TriggeredPolicy {
  readonly name: string;
  /** What the policy says, with the act filled in. */
  readonly message: string;
  readonly metadata: Readonly<Record<string, Json>>;
  /** Whether a person is wanted, whatever the callback says. */
  readonly requiresConfirmation: boolean;
  readonly source: string;
  readonly target: string;
  /** What its callback has said; null when it has none, or none that works. */
  readonly callback: PolicyCallbackResult | null;
}

/** A triggered policy in a request. */
export interface RequestedPolicy extends TriggeredPolicy {
  /** The index of its question in the request; undefined for a policy that a callback has settled. */
  readonly question?: number;
}

const KIND = 'edge_policies';

/** What a question of a policy carries for {@link triggeredPolicies}. */
export function policyDetails(policy: TriggeredPolicy, triggered: readonly TriggeredPolicy[]): Json {
  return { kind: KIND, policy: data(policy), triggered: triggered.map(data) };
}

/** The policy as JSON: no member that is undefined. */
const data = (policy: TriggeredPolicy): Json => JSON.parse(JSON.stringify(policy)) as Json;

/**
 * Lists every policy that the action of a request has triggered: those that ask, each with the index of its question,
 * and those that their callback has settled. An approver may show them all, and answers the questions.
 *
 * @example
 * ```ts
 * import { triggeredPolicies } from '@licet/epistemic';
 *
 * const policy = { name: 'P', message: 'sure?', metadata: {}, requiresConfirmation: true, source: 'delete', target: 'file', callback: null };
 * const details = { kind: 'edge_policies', policy, triggered: [policy] };
 * triggeredPolicies({ questions: [{ guard: 'P', code: 'policy_confirmation', reason: 'sure?', details }] }).map(each => each.question); // => [0]
 * ```
 */
export function triggeredPolicies({ questions }: Pick<ApprovalRequest, 'questions'>): readonly RequestedPolicy[] {
  const found = questions.flatMap(({ details }, question) => (isDetails(details) ? [{ details, question }] : []));
  const asked = found.map(({ details, question }): RequestedPolicy => ({ ...details.policy, question }));
  const names = new Set(asked.map(identity));
  const settled = new Map(
    found.flatMap(({ details }) =>
      details.triggered.filter(each => !names.has(identity(each))).map(each => [identity(each), each] as const),
    ),
  );
  return [...asked, ...settled.values()];
}

interface Details {
  readonly policy: TriggeredPolicy;
  readonly triggered: readonly TriggeredPolicy[];
}

const identity = ({ name, source, target }: TriggeredPolicy): string => JSON.stringify([name, source, target]);

const isDetails = (details: unknown): details is Details =>
  typeof details === 'object' && details !== null && 'kind' in details && details.kind === KIND;
