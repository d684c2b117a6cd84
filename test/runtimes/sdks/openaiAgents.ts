import { licetTools } from '@licet/adapters/openai-agents';
import { Agent, Runner, tool } from '@openai/agents';
import { ScriptedModel, assistantMessage, functionCall } from '@openai/agents/testing';

import type { Args, Play, Played, Player } from '../../contract/runtimes/row.ts';
import { playedOf, toolOf } from '../../contract/runtimes/row.ts';
import { optionsOf } from './options.ts';

async function play(given: Play): Promise<Played> {
  const { engine, calls, answer, meanwhile, always = false } = given;
  const noticed: string[] = [];
  const { run, ran, signal } = toolOf(given);
  const model = new ScriptedModel([
    calls.map(({ id, args }) => functionCall('Tool', { ...args }, { callId: id })),
    [assistantMessage('done')],
  ]);
  const Tool = tool({
    name: 'Tool',
    description: 'does it',
    parameters: { type: 'object', properties: {}, required: [], additionalProperties: true },
    strict: false,
    execute: async (args, _run, details) => run(details?.toolCall?.callId ?? '', args as Args),
    errorFunction: null,
  });
  const tools = licetTools(engine, [Tool], optionsOf(given, noticed));
  const agent = new Agent({ name: 'agent', model, tools });
  const runner = new Runner({ tracingDisabled: true });
  const asked = new Set<string>();
  try {
    const { interruptions, state } =
      given.streams === true ? await streamed(runner, agent) : await runner.run(agent, 'go', { signal });
    if (interruptions.length > 0 && answer === undefined) for (const { id } of calls) asked.add(id);
    if (interruptions.length > 0 && answer !== undefined) {
      await meanwhile?.();
      for (const item of interruptions) {
        if (answer === 'yes') state.approve(item, always ? { alwaysApprove: true } : {});
        else state.reject(item);
      }
      await runner.run(agent, state);
    }
  } catch (error) {
    if (!/broken|cancelled|abort/iu.test(String(error))) throw error;
    noticed.push(String(error));
  }
  return playedOf(given, ran, asked, JSON.stringify([noticed, model.calls.at(-1)?.request.input]));
}

async function streamed(runner: Runner, agent: Agent) {
  const result = await runner.run(agent, 'go', { stream: true });
  for await (const _event of result) void _event;
  await result.completed;
  return result;
}

export const players: Readonly<Record<string, Player>> = { 'OpenAI Agents': play };
