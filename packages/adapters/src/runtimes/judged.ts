import type { ActionInput, HumanAnswer, PolicyEngine } from '@licet/core';
import { escapeText } from '@licet/core';

import { RUNTIME } from './asking.ts';
import type { RuntimeFacts } from './capabilities.ts';
import { metBy } from './capabilities.ts';
import type { Decided } from './decided.ts';
import { noticeOf } from './decided.ts';
import { decisionOn } from './decision.ts';
import { present } from './fields.ts';
import type { CallOptions, SeenCall } from './seenCall.ts';
import type { Decision } from './event.ts';

/** Has the policy decide about the action that a call is, with a human's answer where there is one. Rejects for a fault of the host. */
export async function judged<Context>(
  facts: RuntimeFacts,
  engine: PolicyEngine,
  options: CallOptions<Context>,
  action: ActionInput,
  call: SeenCall<Context>,
  answer: HumanAnswer | undefined,
): Promise<Decided> {
  const { capabilities } = facts;
  const { asking = RUNTIME, notify } = options;
  const canInjectContext = capabilities.canInjectContext || notify !== undefined;
  const how = { meets: metBy({ ...capabilities, canInjectContext }, options.shaper), ...present({ signal: call.signal }) };
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

/** The no of a human, in words that an agent does not take for its own mistake. */
function refusedBy({ reason }: HumanAnswer): Decision {
  const why = reason === undefined ? '' : `: ${escapeText(reason, 2_000)}`;
  return { do: 'deny', reason: `licet: the user said no${why}`, text: 'Do not try it again, and do not work around it' };
}
