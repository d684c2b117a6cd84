import type { ActionInput, Evaluation, HumanAnswer, PolicyEngine } from '@licet/core';
import { escapeText } from '@licet/core';
import { refuseUnknown } from '@licet/core/nodes';
import { messageOf } from '@licet/core/text';

import type { RuntimeFacts } from './capabilities.ts';
import { settled } from './carryOut.ts';
import type { Decided } from './decided.ts';
import { argumentsFor } from './decided.ts';
import { decisionText } from './decision.ts';
import type { Identities } from './identities.ts';
import { callIdentities } from './identities.ts';
import { judged } from './judged.ts';
import { keptDecisions } from './keptDecisions.ts';
import type { CallOptions, SeenCall } from './seenCall.ts';
import { CALL_OPTIONS, actionOf, whoAnswers } from './seenCall.ts';
import type { CallGate } from './carryOut.ts';

/** What a model is told of a call that has begun before. */
export const BEGUN = 'licet: another call of the same identity is running or has run; repeat the call with a new identity';

/** How a gate differs from that of other adapters. */
interface GateOptions {
  /** The names of the options that the adapter has beside those of all. */
  readonly more?: readonly string[];
  readonly identities?: Identities;
}

/**
 * Puts a policy in front of the calls of an SDK, as far as the SDK can carry it out. Throws an `InvariantError` of code `unknown_option`: a
 * name that is misspelled would govern less in silence.
 */
export function gateOf<Context = unknown>(
  facts: RuntimeFacts,
  engine: PolicyEngine,
  options: CallOptions<Context> = {},
  { more = [], identities = callIdentities() }: GateOptions = {},
): CallGate<Context> {
  refuseUnknown(`the adapter of ${facts.title}`, options, [...CALL_OPTIONS, ...more]);
  const { notify } = options;
  const kept = keptDecisions();
  const begun = new WeakSet<Evaluation>();
  const named = (call: SeenCall<Context>): ActionInput => identities.named(actionOf(call, options));
  const decideNow = (action: ActionInput, call: SeenCall<Context>, answer?: HumanAnswer): Promise<Decided> =>
    judged(facts, engine, options, action, call, answer).catch(unjudged);
  return {
    action: call => actionOf(call, options),
    asks: async call => {
      const action = tried(() => named(call));
      if ('decision' in action) return false;
      const now = await decideNow(action, call);
      const isAsked = now.decision.do === 'ask' && now.evaluation !== undefined;
      if (isAsked) tell(notify, now);
      else kept.keep(action, now);
      return isAsked;
    },
    decide: async (call, answer) => {
      const action = tried(() => named(call));
      if ('decision' in action) return action;
      if (answer === undefined) return kept.take(action) ?? decideNow(action, call);
      const said = tried(() => ({ ...whoAnswers(options, call), ...answer }));
      return 'decision' in said ? said : decideNow(action, call, said);
    },
    begin: decided => {
      const { evaluation } = decided;
      if (begun.has(evaluation) || !identities.begin(evaluation.action)) return undefined;
      begun.add(evaluation);
      return argumentsFor(decided);
    },
    settle: (evaluation, outcome) => settled(engine, options, evaluation, outcome),
  };
}

/** Tells the host why a human is asked. If it fails, the human is asked all the same, and that is the safe side. */
function tell(notify: CallOptions['notify'], { decision, evaluation }: Decided): void {
  try {
    if (evaluation !== undefined) notify?.(decisionText(decision), evaluation);
  } catch {
    // The question is put anyway.
  }
}

function tried<T extends object>(make: () => T): T | Decided {
  try {
    return make();
  } catch (error) {
    return unjudged(error);
  }
}

function unjudged(error: unknown): Decided {
  const why = escapeText(messageOf(error), 2_000);
  return { decision: { do: 'deny', reason: `licet: the call could not be judged: ${why}` } };
}
