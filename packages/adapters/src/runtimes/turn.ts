import type { MaybePromise, PolicyEngine } from '@licet/core';

import { isOver } from './asking.ts';
import type { Decision, RuntimeEvent } from './event.ts';
import { standingFor, turnText } from './standing.ts';

type Turn = Extract<RuntimeEvent, { phase: 'turn' }>;

/** Tells what is known of a task. */
type Recall = (task: string) => MaybePromise<string | undefined>;

/** Takes in what the user says: it ends tasks and questions. Tells the model what is open, and what is known of a task that it plans. */
export async function answerTurn(engine: PolicyEngine, event: Turn, recall: Recall | undefined): Promise<Decision> {
  const { agentId, sessionId, prompt, plans, audience } = event;
  // What starts a sub-agent is text of the agent, and no prompt of the user.
  if (agentId === undefined) {
    await engine.over(sessionId, 'task');
    if (prompt !== undefined) await engine.heard({ sessionId, prompt });
  }
  if (audience !== 'host') await engine.withdraw(sessionId, asked => asked.agentId === undefined && isOver(asked, event));
  const isTask = plans === true && prompt !== undefined && agentId === undefined;
  const known = isTask ? await recall?.(prompt) : undefined;
  const lines = [turnText(await standingFor(engine, event)), known].filter(each => each !== undefined);
  return lines.length === 0 ? { do: 'nothing' } : { do: 'tell', text: lines.join('\n') };
}
