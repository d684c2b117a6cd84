import { licetHooks, mastra } from '@licet/adapters/mastra';
import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import { MockLanguageModelV4 } from 'ai/test';
import { z } from 'zod';

import type { Play, Played, Sdk } from './sdk.ts';
import { optionsOf, playedOf, toolOf } from './sdk.ts';

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

async function play(given: Play): Promise<Played> {
  const { engine, calls } = given;
  const { run, ran } = toolOf(given);
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
  });
  const Tool = createTool({
    id: 'Tool',
    description: 'does it',
    inputSchema: z.looseObject({}),
    execute: async (input, context) => run(context?.agent?.toolCallId ?? '', input),
  });
  const agent = new Agent({
    id: 'agent',
    name: 'agent',
    instructions: 'go',
    model: model as never,
    tools: { Tool },
    hooks: licetHooks(engine, optionsOf(given, noticed)),
  });
  await agent.generate('go', { maxSteps: 3 });
  const heard = model.doGenerateCalls.at(-1)?.prompt.filter(({ role }) => role === 'tool') ?? [];
  return playedOf(given, ran, new Set(), JSON.stringify([noticed, heard]));
}

export const sdks: readonly Sdk[] = [{ facts: mastra, play }];
