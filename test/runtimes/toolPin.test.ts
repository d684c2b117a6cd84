import { licet, licetTools } from '@licet/adapters/ai-sdk';
import { withLicet } from '@licet/adapters/function';
import { licetMiddleware } from '@licet/adapters/langchain';
import { licetGateway, toolDigests } from '@licet/adapters/mcp';
import { licetTools as licetFunctions } from '@licet/adapters/openai-agents';
import { All, PolicyEngine, guard, pass } from '@licet/core';
import { Capabilities, ToolPin } from '@licet/capabilities';
import * as agents from '@openai/agents';
import { ScriptedModel, assistantMessage, functionCall } from '@openai/agents/testing';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { generateText, jsonSchema, tool } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { AIMessage, createAgent, fakeModel, tool as langchainTool } from 'langchain';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const schema = z.object({ to: z.string() });
const asJson = JSON.parse(JSON.stringify(z.toJSONSchema(schema))) as object;
const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** Runs a call of the tool `send` that is described so, and tells what was reported of it. */
type Way = (engine: PolicyEngine, description: string) => Promise<unknown>;

const modelOf7 = () =>
  new MockLanguageModelV4({
    doGenerate: [
      {
        content: [{ type: 'tool-call', toolCallId: 'c', toolName: 'send', input: '{"to":"ann"}' }],
        finishReason: { unified: 'tool-calls', raw: undefined },
        usage,
        warnings: [],
      },
      { content: [{ type: 'text', text: 'done' }], finishReason: { unified: 'stop', raw: undefined }, usage, warnings: [] },
    ],
  });

const ways: Readonly<Record<string, Way>> = {
  'AI SDK, `licet`': (engine, description) => {
    const send = tool({ description, inputSchema: schema, execute: async () => 'sent' });
    return generateText({ model: modelOf7(), prompt: 'go', tools: { send }, ...licet(engine) });
  },
  'AI SDK, `licetTools`': (engine, description) => {
    const send = tool({ description, inputSchema: jsonSchema<{ to: string }>(asJson as never), execute: async () => 'sent' });
    return generateText({ model: modelOf7(), prompt: 'go', tools: licetTools(engine, { send }) });
  },
  LangChain: (engine, description) => {
    const model = fakeModel()
      .respondWithTools([{ name: 'send', args: { to: 'ann' }, id: 'c' }])
      .respond(new AIMessage('done'));
    const send = langchainTool(async (_input: { to: string }) => 'sent', { name: 'send', description, schema });
    const agent = createAgent({ model, tools: [send], middleware: [licetMiddleware(engine)] });
    return agent.invoke({ messages: [{ role: 'user', content: 'go' }] });
  },
  'OpenAI Agents': (engine, description) => {
    const model = new ScriptedModel([[functionCall('send', { to: 'ann' }, { callId: 'c' })], [assistantMessage('done')]]);
    const send = agents.tool({
      name: 'send',
      description,
      parameters: asJson as never,
      strict: true,
      execute: async () => 'sent',
    });
    const agent = new agents.Agent({ name: 'a', model, tools: licetFunctions(engine, [send]) });
    return new agents.Runner({ tracingDisabled: true }).run(agent, 'go');
  },
  'a tool as an object': (engine, description) =>
    withLicet({ name: 'send', description, inputSchema: schema, execute: async (_input: object) => 'sent' }, { engine }).execute({
      to: 'ann',
    }),
  'MCP gateway': async (engine, description) => {
    const server = new Server({ name: 's', version: '1' }, { capabilities: { tools: {} } });
    server.setRequestHandler(ListToolsRequestSchema, () => ({
      tools: [{ name: 'send', description, inputSchema: asJson as never }],
    }));
    server.setRequestHandler(CallToolRequestSchema, () => ({ content: [{ type: 'text', text: 'sent' }] }));
    const [near, far] = [InMemoryTransport.createLinkedPair(), InMemoryTransport.createLinkedPair()];
    await server.connect(far[1]);
    await licetGateway(far[0], engine, { name: 'mail' }).connect(near[1]);
    const client = new Client({ name: 'c', version: '1' });
    await client.connect(near[0]);
    await client.callTool({ name: 'send', arguments: { to: 'ann' } });
    await client.close();
  },
};

describe.each(Object.entries(ways))('%s', (title, run) => {
  const named = title === 'MCP gateway' ? 'mcp__mail__send' : 'send';
  const pin = toolDigests([{ name: 'send', description: 'sends a mail', inputSchema: asJson }])?.['send'] ?? '';

  it('reports what a tool is described by, so that `tool_pin` holds it to what was looked at', async () => {
    const rulings: string[] = [];
    const catalogue = Capabilities({ catalogue: { mail: { tools: [named], safety: 'read', pin } } });
    const looking = guard('looks', ({ request }) => (rulings.push(String(request?.toolDigest === pin)), pass()));
    const engine = (): PolicyEngine => new PolicyEngine(All(looking, catalogue, ToolPin()));
    const codes: (string | undefined)[] = [];
    const heard = (): PolicyEngine => {
      const made = engine();
      const evaluate = made.evaluate.bind(made);
      made.evaluate = async (...args) => {
        const evaluation = await evaluate(...args);
        codes.push(evaluation.code);
        return evaluation;
      };
      return made;
    };
    await run(heard(), 'sends a mail');
    await run(heard(), 'sends a mail, and a copy to me').catch(() => undefined);

    expect(rulings.slice(0, 1)).toEqual(['true']);
    expect(codes[0]).not.toMatch(/^tool_/u);
    expect(codes.at(-1)).toBe('tool_changed');
  });
});
