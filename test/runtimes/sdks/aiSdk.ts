import { aiSdk, aiSdkTools, licet, licetTools } from '@licet/adapters/ai-sdk';
import * as ai7 from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import * as ai5 from 'ai5';
import { MockLanguageModelV2 } from 'ai5/test';
import * as ai6 from 'ai6';
import { MockLanguageModelV3 } from 'ai6/test';

import type { Args, Play, Played, Sdk } from './sdk.ts';
import { optionsOf, playedOf, toolOf } from './sdk.ts';

const call = ({ id, args }: Play['calls'][number]) => ({
  type: 'tool-call' as const,
  toolCallId: id,
  toolName: 'Tool',
  input: JSON.stringify(args),
});
const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const flatUsage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
const done = [{ type: 'text' as const, text: 'done' }];
const reason = (unified: 'tool-calls' | 'stop') => ({ unified, raw: undefined });
const schema = { type: 'object', additionalProperties: true } as const;

interface Part {
  readonly type: string;
  readonly approvalId?: string;
  readonly toolCallId?: string;
  readonly toolCall?: { readonly toolCallId: string };
  readonly isAutomatic?: boolean;
  readonly reason?: string;
}

interface Turn {
  readonly content: readonly Part[];
  readonly messages: readonly unknown[];
}

/** Runs the agent until it is done; where it asks, the human answers as the play says. */
async function converse(
  play: Play,
  run: (messages: unknown[]) => Promise<Turn>,
): Promise<{ asked: Set<string>; told: string[] }> {
  const messages: unknown[] = [{ role: 'user', content: 'go' }];
  const told: string[] = [];
  const asked = new Set<string>();
  const first = await run(messages);
  const requests = first.content.filter(part => part.type === 'tool-approval-request' && part.isAutomatic !== true);
  for (const request of requests) {
    asked.add(request.toolCall?.toolCallId ?? request.toolCallId ?? '');
    told.push(request.reason ?? '');
  }
  if (requests.length === 0 || play.answer === undefined) return { asked, told };
  await play.meanwhile?.();
  asked.clear();
  const approved = play.answer === 'yes';
  const responses = requests.map(({ approvalId }) => ({ type: 'tool-approval-response', approvalId, approved }));
  await run([...messages, ...first.messages, { role: 'tool', content: responses }]);
  return { asked, told };
}

const heard = (prompts: readonly { readonly prompt: readonly { readonly role: string }[] }[]): unknown =>
  prompts.at(-1)?.prompt.filter(({ role }) => role === 'tool') ?? [];

async function play7(play: Play, governed: 'licet' | 'licetTools'): Promise<Played> {
  const { run, ran } = toolOf(play);
  const { engine } = play;
  const noticed: string[] = [];
  const options = optionsOf(play, noticed);
  const doGenerate = [
    { content: play.calls.map(call), finishReason: reason('tool-calls'), usage, warnings: [] },
    { content: done, finishReason: reason('stop'), usage, warnings: [] },
  ];
  const model = new MockLanguageModelV4({ doGenerate });
  const tools = {
    Tool: ai7.tool({
      inputSchema: ai7.jsonSchema<Args>(schema),
      execute: async (args, { toolCallId }) => run(toolCallId, args),
    }),
  };
  const agent =
    governed === 'licet'
      ? new ai7.ToolLoopAgent({ model, tools, ...licet(engine, options) })
      : new ai7.ToolLoopAgent({ model, tools: licetTools(engine, tools, options) });
  const { asked, told } = await converse(play, async messages => {
    const { content, responseMessages } = await agent.generate({ messages: messages as ai7.ModelMessage[] });
    return { content, messages: responseMessages };
  });
  return playedOf(play, ran, asked, JSON.stringify([told, noticed, heard(model.doGenerateCalls)]));
}

async function play6(play: Play): Promise<Played> {
  const { run, ran } = toolOf(play);
  const { engine } = play;
  const noticed: string[] = [];
  const model = new MockLanguageModelV3({
    doGenerate: [
      { content: play.calls.map(call), finishReason: reason('tool-calls'), usage, warnings: [] },
      { content: done, finishReason: reason('stop'), usage, warnings: [] },
    ],
  });
  const tools = licetTools(
    engine,
    {
      Tool: ai6.tool({
        inputSchema: ai6.jsonSchema<Args>(schema),
        execute: async (args, { toolCallId }) => run(toolCallId, args),
      }),
    },
    optionsOf(play, noticed),
  );
  const agent = new ai6.ToolLoopAgent({ model, tools });
  const { asked, told } = await converse(play, async messages => {
    const { content, response } = await agent.generate({ messages: messages as ai6.ModelMessage[] });
    return { content, messages: response.messages };
  });
  return playedOf(play, ran, asked, JSON.stringify([told, noticed, heard(model.doGenerateCalls)]));
}

async function play5(play: Play): Promise<Played> {
  const { run, ran } = toolOf(play);
  const { engine } = play;
  const noticed: string[] = [];
  let turn = 0;
  const model = new MockLanguageModelV2({
    doGenerate: async () =>
      turn++ === 0
        ? { content: play.calls.map(call), finishReason: 'tool-calls', usage: flatUsage, warnings: [] }
        : { content: done, finishReason: 'stop', usage: flatUsage, warnings: [] },
  });
  const tools = licetTools(
    engine,
    {
      Tool: ai5.tool({
        inputSchema: ai5.jsonSchema<Args>(schema),
        execute: async (args, { toolCallId }) => run(toolCallId, args),
      }),
    },
    optionsOf(play, noticed),
  );
  await ai5.generateText({ model, tools, prompt: 'go', stopWhen: ai5.stepCountIs(3) });
  return playedOf(play, ran, new Set(), JSON.stringify([noticed, heard(model.doGenerateCalls)]));
}

export const sdks: readonly Sdk[] = [
  { facts: aiSdk, play: play => play7(play, 'licet') },
  { facts: aiSdkTools, title: 'AI SDK 7, `licetTools`', play: play => play7(play, 'licetTools') },
  { facts: aiSdkTools, title: 'AI SDK 6, `licetTools`', play: play6 },
  { facts: aiSdkTools, title: 'AI SDK 5, `licetTools`', lacks: ['canAsk'], play: play5 },
];
