import { licetHooks } from '@licet/adapters/mastra';
import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import { MockLanguageModelV4 } from 'ai/test';
import { z } from 'zod';

import type { Play, Played, Player } from '../../contract/runtimes/row.ts';
import { playedOf, toolOf } from '../../contract/runtimes/row.ts';
import { optionsOf } from './options.ts';
import { streamedTurns } from './streamed.ts';

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

async function play(given: Play): Promise<Played> {
  const { engine, calls } = given;
  const { run, ran, signal } = toolOf(given);
  const noticed: string[] = [];
  const content = calls.map(({ id, args }) => ({
    type: 'tool-call' as const,
    toolCallId: id,
    toolName: 'Tool',
    input: JSON.stringify(args),
  }));
  const model = new MockLanguageModelV4({
    doGenerate: [
      { content, finishReason: { unified: 'tool-calls', raw: undefined }, usage, warnings: [] },
      { content: [{ type: 'text', text: 'done' }], finishReason: { unified: 'stop', raw: undefined }, usage, warnings: [] },
    ],
    doStream: streamedTurns(content, usage),
  });
  const Tool = createTool({
    id: 'Tool',
    description: 'does it',
    inputSchema: z.looseObject({}),
    execute: async (input, context) => run(context?.agent?.toolCallId ?? '', input),
  });
  const { beforeToolCall, afterToolCall } = licetHooks(engine, optionsOf(given, noticed));
  const agent = new Agent({
    id: 'agent',
    name: 'agent',
    instructions: 'go',
    model: model as never,
    tools: { Tool },
    hooks: given.vanishes === true ? { beforeToolCall } : { beforeToolCall, afterToolCall },
  });
  if (given.streams === true) await (await agent.stream('go', { maxSteps: 3 })).consumeStream();
  else
    await agent.generate('go', { maxSteps: 3, abortSignal: signal }).catch((error: unknown) => {
      if (given.cancelled !== true) throw error;
    });
  const heard =
    (given.streams === true ? model.doStreamCalls : model.doGenerateCalls).at(-1)?.prompt.filter(({ role }) => role === 'tool') ??
    [];
  return playedOf(given, ran, new Set(), JSON.stringify([noticed, heard]));
}

export const players: Readonly<Record<string, Player>> = { 'Mastra 1': play };
