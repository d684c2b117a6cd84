import { licetMiddleware } from '@licet/adapters/langchain';
import { Command, MemorySaver } from '@langchain/langgraph';
import { AIMessage, createAgent, fakeModel, tool } from 'langchain';

import type { Args, Play, Played, Player } from '../../contract/runtimes/row.ts';
import { playedOf, toolOf } from '../../contract/runtimes/row.ts';
import { optionsOf } from './options.ts';

interface Interrupted {
  readonly __interrupt__?: readonly {
    readonly id?: string;
    readonly value: { readonly actionRequests: readonly { readonly description: string }[] };
  }[];
}

async function play(given: Play): Promise<Played> {
  const { engine, calls, answer, sessionId = 's', meanwhile } = given;
  const noticed: string[] = [];
  const { sessionId: _thread, ...options } = optionsOf(given, noticed);
  const { run, ran, signal } = toolOf(given);
  const model = fakeModel()
    .respondWithTools(calls.map(({ id, args }) => ({ name: 'Tool', args: { ...args }, id })))
    .respond(new AIMessage('done'));
  const Tool = tool(async (args: Args, { toolCallId }: { toolCallId: string }) => run(toolCallId, args) as string, {
    name: 'Tool',
    description: 'does it',
    schema: { type: 'object', properties: {}, additionalProperties: true },
  });
  const agent = createAgent({
    model,
    tools: [Tool],
    middleware: [licetMiddleware(engine, given.faulty === true ? optionsOf(given, noticed) : options)],
    checkpointer: new MemorySaver(),
  });
  const config = { configurable: { thread_id: sessionId }, signal };
  const start = { messages: [{ role: 'user', content: 'go' }] };
  const go = async (): Promise<Interrupted> => {
    if (given.streams !== true) return (await agent.invoke(start, config)) as Interrupted;
    for await (const _part of await agent.stream(start, { ...config, streamMode: ['messages', 'values'] })) void _part;
    return {};
  };
  const first = await go().catch((error: unknown): Interrupted => {
    if (given.cancelled !== true) throw error;
    return {};
  });
  const interrupts = first.__interrupt__ ?? [];
  const asked = new Set(interrupts.length > 0 && answer === undefined ? calls.map(({ id }) => id) : []);
  if (interrupts.length > 0 && answer !== undefined) {
    await meanwhile?.();
    const decision = { decisions: [{ type: answer === 'yes' ? 'approve' : 'reject' }] };
    const resume = Object.fromEntries(interrupts.map(({ id = '' }) => [id, decision]));
    await agent.invoke(new Command({ resume: interrupts.length === 1 ? decision : resume }), config);
  }
  const results = model.calls.at(-1)?.messages.filter(message => message.getType() === 'tool') ?? [];
  const descriptions = interrupts.flatMap(({ value }) => value.actionRequests.map(({ description }) => description));
  return playedOf(given, ran, asked, JSON.stringify([noticed, descriptions, results.map(({ content }) => content)]));
}

export const players: Readonly<Record<string, Player>> = { 'LangChain 1': play };
