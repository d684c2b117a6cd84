import { licet, licetTools } from '@licet/adapters/ai-sdk';
import * as ai7 from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import * as ai5 from 'ai5';
import { MockLanguageModelV2, convertArrayToReadableStream } from 'ai5/test';
import * as ai6 from 'ai6';
import { MockLanguageModelV3 } from 'ai6/test';

import type { Args, Play, Played, Player } from '../../contract/runtimes/row.ts';
import { playedOf, toolOf } from '../../contract/runtimes/row.ts';
import { optionsOf } from './options.ts';
import { streamedTurns } from './streamed.ts';

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
  const first = await run(messages).catch((error: unknown): Turn => {
    if (play.cancelled !== true) throw error;
    return { content: [], messages: [] };
  });
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
  const { run, ran, signal } = toolOf(play);
  const { engine } = play;
  const noticed: string[] = [];
  const options = optionsOf(play, noticed);
  const doGenerate = [
    { content: play.calls.map(call), finishReason: reason('tool-calls'), usage, warnings: [] },
    { content: done, finishReason: reason('stop'), usage, warnings: [] },
  ];
  const model = new MockLanguageModelV4({ doGenerate, doStream: streamedTurns(play.calls.map(call), usage) });
  const tools = {
    Tool: ai7.tool({
      inputSchema: ai7.jsonSchema<Args>(schema),
      execute: async (args, { toolCallId }) => run(toolCallId, args),
    }),
  };
  const { toolApproval, onToolExecutionEnd } = licet(engine, options);
  const settings = play.vanishes === true ? { toolApproval } : { toolApproval, onToolExecutionEnd };
  const agent =
    governed === 'licet'
      ? new ai7.ToolLoopAgent({ model, tools, ...settings })
      : new ai7.ToolLoopAgent({ model, tools: licetTools(engine, tools, options) });
  const { asked, told } = await converse(play, async messages => {
    const given = { messages: messages as ai7.ModelMessage[], abortSignal: signal };
    if (play.streams === true) {
      const result = await agent.stream(given);
      await result.consumeStream();
      return { content: await result.content, messages: await result.responseMessages };
    }
    const { content, responseMessages } = await agent.generate(given);
    return { content, messages: responseMessages };
  });
  return playedOf(
    play,
    ran,
    asked,
    JSON.stringify([told, noticed, heard(play.streams === true ? model.doStreamCalls : model.doGenerateCalls)]),
  );
}

async function play6(play: Play): Promise<Played> {
  const { run, ran, signal } = toolOf(play);
  const { engine } = play;
  const noticed: string[] = [];
  const model = new MockLanguageModelV3({
    doGenerate: [
      { content: play.calls.map(call), finishReason: reason('tool-calls'), usage, warnings: [] },
      { content: done, finishReason: reason('stop'), usage, warnings: [] },
    ],
    doStream: streamedTurns(play.calls.map(call), usage) as never,
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
    const given = { messages: messages as ai6.ModelMessage[], abortSignal: signal };
    if (play.streams === true) await (await agent.stream(given)).consumeStream();
    if (play.streams === true) return { content: [], messages: [] };
    const { content, response } = await agent.generate(given);
    return { content, messages: response.messages };
  });
  return playedOf(
    play,
    ran,
    asked,
    JSON.stringify([told, noticed, heard(play.streams === true ? model.doStreamCalls : model.doGenerateCalls)]),
  );
}

async function play5(play: Play): Promise<Played> {
  const { run, ran, signal } = toolOf(play);
  const { engine } = play;
  const noticed: string[] = [];
  let turn = 0;
  const model = new MockLanguageModelV2({
    doGenerate: async () =>
      turn++ === 0
        ? { content: play.calls.map(call), finishReason: 'tool-calls', usage: flatUsage, warnings: [] }
        : { content: done, finishReason: 'stop', usage: flatUsage, warnings: [] },
    doStream: async () => ({
      stream: convertArrayToReadableStream([
        ...(turn === 0 ? play.calls.map(call) : []),
        { type: 'finish', finishReason: turn++ === 0 ? 'tool-calls' : 'stop', usage: flatUsage },
      ]),
    }),
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
  const settings = { model, tools, prompt: 'go', stopWhen: ai5.stepCountIs(3), abortSignal: signal };
  if (play.streams === true) await ai5.streamText(settings).consumeStream();
  else
    await ai5.generateText(settings).catch((error: unknown) => {
      if (play.cancelled !== true) throw error;
    });
  return playedOf(
    play,
    ran,
    new Set(),
    JSON.stringify([noticed, heard(play.streams === true ? model.doStreamCalls : model.doGenerateCalls)]),
  );
}

export const players: Readonly<Record<string, Player>> = {
  'AI SDK 7, `licet`': play => play7(play, 'licet'),
  'AI SDK 7, `licetTools`': play => play7(play, 'licetTools'),
  'AI SDK 6, `licetTools`': play6,
  'AI SDK 5, `licetTools`': play5,
};
