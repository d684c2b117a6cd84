import type { Evaluation, Json, PolicyEngine } from '@licet/core';
import { escapeText } from '@licet/core';

import type { Message, ModelServer, ToolCall } from './chat.ts';
import { chat } from './chat.ts';
import type { Place } from './govern.ts';
import { TOOL_LIST, kindOf, runTool } from './tools.ts';

/** One call of the model: what was decided, and what came of it. */
export interface Turn {
  /** What the model said along with the call. */
  readonly said: string;
  readonly call: ToolCall['function'];
  readonly evaluation: Evaluation;
  /** What the model is told. */
  readonly told: Readonly<Record<string, Json>>;
}

/** What an agent is made of. */
export interface Agent {
  readonly server: ModelServer;
  readonly engine: PolicyEngine;
  readonly place: Place;
  /** How many messages the model may send. */
  readonly maxTurns: number;
  /** Hears what the model says, as it says it. */
  hear?(part: string): void;
  /** Sees every call after it was decided, before the model hears of it: time to teach the graph. */
  after?(turn: Turn): void | Promise<void>;
}

const SYSTEM = `You work in a folder with notes, by tools. A policy decides about every call. When a call is blocked, the answer
says why, what is not understood (\`gaps\`), and what to do instead.`;

/** Runs the loop until the model has nothing more to call. Returns the whole conversation, which the next task may go on with. */
export async function runAgent(agent: Agent, task: string, before: readonly Message[] = []): Promise<readonly Message[]> {
  const start: readonly Message[] = before.length === 0 ? [{ role: 'system', content: SYSTEM }] : before;
  const messages: Message[] = [...start, { role: 'user', content: task }];
  const hear = agent.hear?.bind(agent);
  for (let turn = 0; turn < agent.maxTurns; turn++) {
    const answer = await chat(agent.server, { messages, tools: TOOL_LIST }, hear === undefined ? {} : { hear });
    messages.push(answer);
    if (answer.tool_calls === undefined) break;
    for (const { function: call } of answer.tool_calls) {
      const told = await carryOut(agent, call, answer.content, messages.length);
      messages.push({ role: 'tool', tool_name: call.name, content: JSON.stringify(told) });
    }
  }
  return messages;
}

/** The two calls, around one call of a tool. */
async function carryOut(agent: Agent, call: ToolCall['function'], said: string, count: number): Promise<Turn['told']> {
  const { engine, place } = agent;
  const evaluation = await engine.evaluate({
    kind: kindOf(call.name),
    tool: call.name,
    payload: call.arguments,
    sessionId: 'notes',
    callId: `call-${count}`,
    cwd: place.root,
  });
  let told = tellDecision(evaluation);
  if (evaluation.passed) {
    const outcome = runTool(call.name, call.arguments, place.root);
    await engine.postAction(evaluation, outcome);
    told = outcome.status === 'ok' ? { ok: String(outcome.output) } : { error: outcome.error ?? 'it failed' };
  }
  await agent.after?.({ said, call, evaluation, told });
  return told;
}

/** A decision as data for the model. Gaps are what it may learn from, or ask a human about. */
function tellDecision({ ruling, reason, fix, gaps }: Evaluation): Turn['told'] {
  return {
    ruling,
    reason: escapeText(reason ?? '', 1_000),
    fix: escapeText(fix?.summary ?? '', 1_000),
    gaps: gaps.map(({ kind, concept, detail }) => ({ kind, concept, ...(detail !== undefined && { detail }) })),
  };
}
