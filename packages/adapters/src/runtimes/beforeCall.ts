import type { PolicyEngine } from '@licet/core';

import type { AnswerOptions } from './answer.ts';
import { RUNTIME, isOver, promptsHere, requestElsewhere } from './asking.ts';
import { metBy } from './capabilities.ts';
import type { Arguments, Decision } from './decision.ts';
import { decisionOn } from './decision.ts';
import type { RuntimeEvent } from './event.ts';
import type { Runtime } from './runtime.ts';

/** Has the policy decide about a call, waits for a human where that can be, and says what carries the decision out. */
export async function beforeCall(
  runtime: Runtime,
  event: Extract<RuntimeEvent, { readonly phase: 'before' }>,
  engine: PolicyEngine,
  options: AnswerOptions,
  signal: AbortSignal,
): Promise<Decision> {
  const { tidy, asking = () => RUNTIME, shaper } = options;
  const containing = options.containing?.();
  const { action, sessionId, turnId } = event;
  if (event.audience === 'human' && turnId !== undefined) {
    await engine.withdraw(
      sessionId,
      asked => asked.turnId !== undefined && asked.agentId === event.agentId && isOver(asked, event),
    );
  }
  const prompts = runtime.capabilities.canAsk && promptsHere(event, asking());
  let tidied: Arguments | undefined | null = null;
  const tidyOnce = (): Arguments | undefined => (tidied === null ? (tidied = tidy?.(action)) : tidied);
  const how = {
    signal,
    meets: metBy(runtime.capabilities, event.streams === undefined ? shaper : undefined),
    ...(prompts && { prompt: tidyOnce }),
    contains: containing !== undefined && event.contains === true,
  };
  let evaluation = await engine.evaluate(action, how);
  const waiting = requestElsewhere(evaluation, prompts);
  // What was answered meanwhile is found by the same question; nothing is charged again.
  if (waiting !== undefined && (await asking().answered?.(waiting, signal)) === true)
    evaluation = await engine.evaluate(action, how);
  containing?.keep(evaluation);
  const asks = !evaluation.passed && evaluation.enforced === 'ask' && prompts;
  return decisionOn({ evaluation, event, prompts, asking: asking(), tidied: asks ? tidyOnce() : undefined });
}
