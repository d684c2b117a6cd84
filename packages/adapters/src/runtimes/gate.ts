import type { ActionInput, Evaluation, HumanAnswer, Outcome, PolicyEngine } from '@licet/core';
import { escapeText } from '@licet/core';
import { canonicalJson, messageOf } from '@licet/core/text';

import { RUNTIME } from './asking.ts';
import type { RuntimeFacts } from './capabilities.ts';
import { metBy } from './capabilities.ts';
import type { Decided } from './decided.ts';
import { noticeOf } from './decided.ts';
import type { Decision } from './decision.ts';
import { decisionOn, decisionText } from './decision.ts';
import { present } from './fields.ts';
import { settled } from './carryOut.ts';
import type { ToolCall } from './runtime.ts';
import type { CallOptions, SeenCall } from './seenCall.ts';
import { actionOf } from './seenCall.ts';

/** The policy in front of the calls of one SDK. */
export interface CallGate<Context = unknown> {
  /** Decides about a call; with an answer, after a human has given it. Never rejects: what goes wrong is a denial. */
  decide(call: SeenCall<Context>, answer?: HumanAnswer): Promise<Decided>;
  /**
   * Tells whether the SDK must ask a human before it runs a call. Otherwise what was decided is kept for `decide`, which the SDK
   * comes to next with the same call.
   */
  asks(call: SeenCall<Context>): Promise<boolean>;
  /** Returns what the model may see of an output, or of the text of an error, and writes the outcome down. Never rejects. */
  settle(evaluation: Evaluation, outcome: Outcome): Promise<unknown>;
  /** The action that a call is. */
  action(call: SeenCall<Context>): ActionInput;
}

/** What was decided about a call that no human is asked about. */
interface Kept {
  readonly decided: Decided;
  readonly input: ToolCall['input'];
}

const MOST_KEPT = 1_000;

/** Puts a policy in front of the calls of an SDK, as far as the SDK can carry it out. */
export function gateOf<Context = unknown>(
  facts: RuntimeFacts,
  engine: PolicyEngine,
  options: CallOptions<Context> = {},
): CallGate<Context> {
  const { notify } = options;
  const kept = new Map<string, Kept>();
  const decideNow = async (call: SeenCall<Context>, answer?: HumanAnswer): Promise<Decided> => {
    try {
      return await judged(facts, engine, options, call, answer);
    } catch (error) {
      const why = escapeText(messageOf(error), 2_000);
      return { decision: { do: 'deny', reason: `licet: the call could not be judged: ${why}` } };
    }
  };
  return {
    action: call => actionOf(call, options),
    async asks(call) {
      const now = await decideNow(call);
      if (now.decision.do === 'ask' && now.evaluation !== undefined) {
        try {
          notify?.(decisionText(now.decision), now.evaluation);
        } catch {
          // Whoever asks goes on: a human is asked, and that is the safe side.
        }
        return true;
      }
      if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value ?? '');
      if (call.callId !== undefined) kept.set(call.callId, { decided: now, input: call.input });
      return false;
    },
    async decide(call, answer) {
      const known = call.callId === undefined ? undefined : kept.get(call.callId);
      kept.delete(call.callId ?? '');
      const isKnown = known !== undefined && answer === undefined && isSame(known.input, call.input);
      return isKnown ? known.decided : decideNow(call, answer);
    },
    settle: (evaluation, outcome) => settled(engine, options, evaluation, outcome),
  };
}

async function judged<Context>(
  facts: RuntimeFacts,
  engine: PolicyEngine,
  options: CallOptions<Context>,
  call: SeenCall<Context>,
  answer: HumanAnswer | undefined,
): Promise<Decided> {
  const { capabilities } = facts;
  const { asking = RUNTIME, notify } = options;
  const canInjectContext = capabilities.canInjectContext || notify !== undefined;
  const how = { meets: metBy({ ...capabilities, canInjectContext }, options.shaper), ...present({ signal: call.signal }) };
  const action = actionOf(call, options);
  const evaluation = answer === undefined ? await engine.evaluate(action, how) : await engine.resume(action, answer, how);
  const prompts = capabilities.canAsk && call.cannotAsk === undefined && answer === undefined && asking.channel === 'runtime';
  const event = { name: '', phase: 'before', action, sessionId: '', audience: 'human' } as const;
  const decision =
    answer?.granted === false && !evaluation.passed
      ? refusedBy(answer)
      : decisionOn({ evaluation, event, prompts, asking, tidied: undefined });
  const notice = noticeOf({ decision });
  if (!capabilities.canInjectContext && notice !== undefined) notify?.(notice, evaluation);
  return { decision, evaluation };
}

/** The no of a human, in words that an agent does not take for a mistake of its own. */
function refusedBy({ reason }: HumanAnswer): Decision {
  const why = reason === undefined ? '' : `: ${escapeText(reason, 2_000)}`;
  return { do: 'deny', reason: `licet: the user said no${why}`, text: 'Do not try it again, and do not work around it' };
}

/** Tells whether two inputs are the same. What is no data is the same as nothing. */
export function isSame(a: unknown, b: unknown): boolean {
  try {
    return canonicalJson(a) === canonicalJson(b);
  } catch {
    return false;
  }
}
