import { licet, licetTools } from '@licet/adapters/ai-sdk';
import { licetMiddleware } from '@licet/adapters/langchain';
import { licetHooks } from '@licet/adapters/mastra';
import { licetTools as licetFunctions } from '@licet/adapters/openai-agents';
import { All, PolicyEngine, block, guard, memoryAudit, pass } from '@licet/core';
import type { GuardInput } from '@licet/core/nodes';
import { Budget } from '@licet/guards';
import { Agent as MastraAgent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import { Agent, Runner, tool as openaiTool } from '@openai/agents';
import { ScriptedModel, assistantMessage, functionCall } from '@openai/agents/testing';
import * as ai7 from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import * as ai6 from 'ai6';
import { MockLanguageModelV3 } from 'ai6/test';
import { AIMessage, createAgent, fakeModel, tool as langchainTool, toolRetryMiddleware } from 'langchain';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { streamedTurns } from './sdks/streamed.ts';

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const step = (content: readonly object[], unified: 'tool-calls' | 'stop' = 'tool-calls') =>
  ({ content, finishReason: { unified, raw: undefined }, usage, warnings: [] }) as never;
const stop = step([{ type: 'text', text: 'done' }], 'stop');
const called = (id: string, args: object = {}) => ({
  type: 'tool-call' as const,
  toolCallId: id,
  toolName: 'Tool',
  input: JSON.stringify(args),
});
const ANY = { type: 'object' as const, properties: {}, required: [], additionalProperties: true as const };

/** An agent that makes these calls, one step each, with a tool of ours. */
interface Run {
  readonly engine: PolicyEngine;
  readonly calls: readonly { readonly id: string; readonly args?: object }[];
  readonly signal?: AbortSignal;
  readonly run: () => unknown;
}

const ways: Readonly<Record<string, (given: Run) => Promise<unknown>>> = {
  'AI SDK 7, `licet`': ({ engine, calls, signal, run }) =>
    new ai7.ToolLoopAgent({
      model: new MockLanguageModelV4({ doGenerate: [...calls.map(({ id, args }) => step([called(id, args)])), stop] }),
      tools: { Tool: ai7.tool({ inputSchema: ai7.jsonSchema(ANY), execute: async () => run() }) },
      ...licet(engine),
    }).generate({ prompt: 'go', ...(signal && { abortSignal: signal }) }),
  'AI SDK 7, `licetTools`': ({ engine, calls, signal, run }) =>
    new ai7.ToolLoopAgent({
      model: new MockLanguageModelV4({ doGenerate: [...calls.map(({ id, args }) => step([called(id, args)])), stop] }),
      tools: licetTools(engine, { Tool: ai7.tool({ inputSchema: ai7.jsonSchema(ANY), execute: async () => run() }) }),
    }).generate({ prompt: 'go', ...(signal && { abortSignal: signal }) }),
  'AI SDK 6, `licetTools`': ({ engine, calls, signal, run }) =>
    new ai6.ToolLoopAgent({
      model: new MockLanguageModelV3({ doGenerate: [...calls.map(({ id, args }) => step([called(id, args)])), stop] }),
      tools: licetTools(engine, { Tool: ai6.tool({ inputSchema: ai6.jsonSchema(ANY), execute: async () => run() }) }),
    }).generate({ prompt: 'go', ...(signal && { abortSignal: signal }) }),
  LangChain({ engine, calls, signal, run }) {
    let model = fakeModel();
    for (const { id, args = {} } of calls) model = model.respondWithTools([{ name: 'Tool', args: { ...args }, id }]);
    const Tool = langchainTool(async () => run() as string, { name: 'Tool', description: 'does it', schema: ANY });
    const agent = createAgent({
      model: model.respond(new AIMessage('done')),
      tools: [Tool],
      middleware: [licetMiddleware(engine)],
    });
    return agent.invoke({ messages: [{ role: 'user', content: 'go' }] }, { ...(signal && { signal }) });
  },
  'OpenAI Agents'({ engine, calls, signal, run }) {
    const turns = calls.map(({ id, args = {} }) => [functionCall('Tool', { ...args }, { callId: id })]);
    const Tool = openaiTool({
      name: 'Tool',
      description: 'does it',
      parameters: ANY,
      strict: false,
      execute: async () => run() as string,
    });
    const agent = new Agent({
      name: 'agent',
      model: new ScriptedModel([...turns, [assistantMessage('done')]]),
      tools: licetFunctions(engine, [Tool]),
    });
    return new Runner({ tracingDisabled: true }).run(agent, 'go', { ...(signal && { signal }) });
  },
  Mastra({ engine, calls, signal, run }) {
    const Tool = createTool({ id: 'Tool', description: 'does it', inputSchema: z.looseObject({}), execute: async () => run() });
    const agent = new MastraAgent({
      id: 'agent',
      name: 'agent',
      instructions: 'go',
      model: new MockLanguageModelV4({ doGenerate: [...calls.map(({ id, args }) => step([called(id, args)])), stop] }) as never,
      tools: { Tool },
      hooks: licetHooks(engine),
    });
    return agent.generate('go', { maxSteps: 5, ...(signal && { abortSignal: signal }) });
  },
};

describe.each(Object.entries(ways))('%s', (sdk, play) => {
  // `licet` is told of no signal, and the SDK runs a tool whose run was cancelled while it was asked about.
  const isTold = sdk !== 'AI SDK 7, `licet`';

  it(`${isTold ? 'runs no' : 'cannot hold a'} call that is cancelled between the decision and the run`, async () => {
    const abort = new AbortController();
    let ran = 0;
    const engine = new PolicyEngine(guard('slow', async () => (abort.abort(new Error('cancelled')), pass())));

    await play({ engine, calls: [{ id: 'c' }], signal: abort.signal, run: () => ++ran }).catch(() => undefined);

    expect(ran).toBe(isTold ? 0 : 1);
  });

  it('charges every call of an id that the model uses again', async () => {
    let ran = 0;
    const engine = new PolicyEngine(Budget({ max: 2, per: 'session' }));
    const calls = [{ id: 'c' }, { id: 'c' }, { id: 'c', args: { n: 1 } }, { id: 'c', args: { n: 2 } }];

    await play({ engine, calls, run: () => `${++ran}` }).catch(() => undefined);

    // This SDK itself ends a run in which an id comes back.
    expect(ran).toBe(sdk === 'OpenAI Agents' ? 1 : 2);
  });

  it('decides about a retry of a call that failed as about any other', async () => {
    let ran = 0;
    const once = Budget({ max: 1, per: 'session' });
    const audit = memoryAudit();
    const engine = new PolicyEngine(once, { audit });
    const failing = (): never => {
      ran += 1;
      throw new Error('broken');
    };

    await play({ engine, calls: [{ id: 'c' }, { id: 'c' }, { id: 'd' }], run: failing }).catch(() => undefined);

    const evaluations = audit.records.filter(({ type }) => type === 'evaluation');
    expect(new Set(evaluations.map(({ callId }) => callId)).size).toBe(evaluations.length);
    expect(audit.records.filter(({ type }) => type === 'anomaly')).toEqual([]);
    expect(ran).toBe(evaluations.filter(record => 'enforced' in record && record.enforced === 'pass').length);
  });
});

describe('LangChain with retries around the tools', () => {
  const agentOf = (engine: PolicyEngine, run: () => string) => {
    const Tool = langchainTool(async () => run(), { name: 'Tool', description: 'does it', schema: ANY });
    const model = fakeModel()
      .respondWithTools([{ name: 'Tool', args: {}, id: 'c' }])
      .respond(new AIMessage('done'));
    const retry = toolRetryMiddleware({ maxRetries: 3, initialDelayMs: 0 });
    return createAgent({ model, tools: [Tool], middleware: [retry as never, licetMiddleware(engine)] });
  };

  it('runs a call that failed no second time on one charge, where `licetMiddleware` is the last', async () => {
    let ran = 0;
    const engine = new PolicyEngine(Budget({ max: 1, per: 'session' }));

    await agentOf(engine, () => {
      ran += 1;
      throw new Error('broken');
    }).invoke({ messages: [{ role: 'user', content: 'go' }] } as never);

    expect(ran).toBe(1);
  });
});

describe('what a tool of the AI SDK streams', () => {
  const shaper = {
    meets: ['redact'] as const,
    shape(output: unknown) {
      const text = JSON.stringify(output);
      return { output: JSON.parse(text.replaceAll('sesame', 'HIDDEN')) as unknown, rules: text.includes('sesame') ? ['x'] : [] };
    },
  };
  const redacting: GuardInput = guard('redacts', () => pass({ obligations: { redact: ['x'] } }));

  it('is shown when all of it has been looked through', async () => {
    const model = new MockLanguageModelV4({ doStream: streamedTurns([called('c')], usage) });
    const Tool = ai7.tool({
      inputSchema: ai7.jsonSchema(ANY),
      async *execute() {
        yield 'open sesa';
        yield 'open sesame';
        yield 'the door is open: sesame';
      },
    });
    const tools = licetTools(new PolicyEngine(redacting), { Tool }, { shaper });
    const result = await new ai7.ToolLoopAgent({ model, tools }).stream({ prompt: 'go' });
    const parts: unknown[] = [];
    for await (const part of result.fullStream) if (part.type === 'tool-result') parts.push(part.output);

    expect(parts).toEqual(['the door is open: HIDDEN']);
    expect(JSON.stringify(model.doStreamCalls)).not.toContain('sesa');
  });

  it('stops where nothing can be taken out of it: `licet` cannot', async () => {
    let ran = 0;
    const model = new MockLanguageModelV4({ doStream: streamedTurns([called('c')], usage) });
    const Tool = ai7.tool({ inputSchema: ai7.jsonSchema(ANY), execute: async () => `${++ran} sesame` });
    const settings = licet(new PolicyEngine(redacting), { shaper });
    await (await new ai7.ToolLoopAgent({ model, tools: { Tool }, ...settings }).stream({ prompt: 'go' })).consumeStream();

    expect(ran).toBe(0);
  });
});

describe('a tool that the provider of a model of the AI SDK executes', () => {
  const search = {
    type: 'provider',
    id: 'test.search',
    isProviderExecuted: true,
    args: {},
    inputSchema: ai7.jsonSchema(ANY),
    outputSchema: ai7.jsonSchema(ANY),
  } as const;
  const ofProvider = [
    { type: 'tool-call', toolCallId: 'p', toolName: 'search', input: '{}', providerExecuted: true },
    { type: 'tool-result', toolCallId: 'p', toolName: 'search', result: {} },
  ];

  async function played(ungoverned: readonly string[]) {
    let ran = 0;
    const audit = memoryAudit();
    const engine = new PolicyEngine(All(guard('yes', () => pass())), { audit });
    const model = new MockLanguageModelV4({ doGenerate: [step([...ofProvider, called('c')]), stop] });
    const Tool = ai7.tool({ inputSchema: ai7.jsonSchema(ANY), execute: async () => ++ran });
    const tools = { Tool, search: search as never };
    await new ai7.ToolLoopAgent({ model, tools, ...licet(engine, { ungoverned }) }).generate({ prompt: 'go' });
    return { ran, tools: audit.records.map(record => (record.type === 'evaluation' ? record.tool : record.type)) };
  }

  it('stops what its agent calls beside it, until it is named', async () => {
    expect(await played([])).toEqual({ ran: 0, tools: [] });
  });

  it('is not judged after it has run, once it is named', async () => {
    expect(await played(['search'])).toEqual({ ran: 1, tools: ['Tool', 'outcome'] });
  });
});

it('`licet` keeps the approval that a tool of the AI SDK wants for itself', async () => {
  let ran = 0;
  const model = new MockLanguageModelV4({ doGenerate: [step([called('c')]), stop] });
  const Tool = ai7.tool({ inputSchema: ai7.jsonSchema(ANY), needsApproval: true, execute: async () => ++ran });
  const engine = new PolicyEngine(guard('yes', () => pass()));
  const { content } = await new ai7.ToolLoopAgent({ model, tools: { Tool }, ...licet(engine) }).generate({ prompt: 'go' });

  expect(ran).toBe(0);
  expect(content.map(({ type }) => type)).toContain('tool-approval-request');
});

it('the hooks of Mastra judge what a tool changes of its input for themselves: it cannot', async () => {
  const engine = new PolicyEngine(
    guard('limit', ({ payload }) => (Number(payload['amount']) > 100 ? block('too much', { fix: 'less' }) : pass())),
  );
  const ran: unknown[] = [];
  const Tool = createTool({
    id: 'Tool',
    description: 'pays',
    inputSchema: z.object({ amount: z.number() }),
    execute: async ({ amount }) => void ran.push(amount),
  });
  const model = new MockLanguageModelV4({ doGenerate: [step([called('a', { amount: 5 }), called('b', { amount: 500 })]), stop] });
  const agent = new MastraAgent({
    id: 'agent',
    name: 'agent',
    instructions: 'go',
    model: model as never,
    tools: { Tool },
    hooks: licetHooks(engine),
  });
  await agent.generate('go', { maxSteps: 3 });

  expect(ran).toEqual([5]);
});
