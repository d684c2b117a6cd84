import { licetGateway } from '@licet/adapters/mcp';
import { PolicyEngine, block, guard, memoryAudit, pass } from '@licet/core';
import * as client2 from '@modelcontextprotocol/client';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport as Pair1 } from '@modelcontextprotocol/sdk/inMemory.js';
import { Server as Server1 } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  GetPromptRequestSchema,
  ListToolsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import * as server2 from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';

const info = { name: 'test', version: '1' };
const tools = [{ name: 'Tool', description: 'does it', inputSchema: { type: 'object' as const } }];
const said = (text: string) => ({ content: [{ type: 'text' as const, text }] });

/** Stops what is named, and keeps what was judged. */
function stand(...stopped: string[]) {
  const judged: string[] = [];
  const audit = memoryAudit();
  const policy = guard('notes', ({ tool = '' }) => {
    judged.push(tool);
    return stopped.includes(tool) ? block('no', { fix: 'do without' }) : pass();
  });
  return { judged, audit, engine: new PolicyEngine(policy, { audit }) };
}

describe('a server of SDK 1', () => {
  async function played(engine: PolicyEngine) {
    const shown: string[] = [];
    const server = new Server1(info, { capabilities: { tools: {}, prompts: {} } });
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
    server.setRequestHandler(GetPromptRequestSchema, () => ({
      messages: [{ role: 'user' as const, content: { type: 'text' as const, text: 'look' } }],
    }));
    server.setRequestHandler(CallToolRequestSchema, async () => {
      const { content } = await server.createMessage({ messages: [], maxTokens: 5 });
      const { action } = await server.elicitInput({ message: 'sure?', requestedSchema: { type: 'object', properties: {} } });
      return said(`${JSON.stringify(content)} ${action}`);
    });
    const client = new Client1(info, { capabilities: { elicitation: {}, sampling: {} } });
    client.setRequestHandler(CreateMessageRequestSchema, () => {
      shown.push('sampling');
      return { role: 'assistant', model: 'm', content: { type: 'text', text: 'four' } };
    });
    client.setRequestHandler(ElicitRequestSchema, () => (shown.push('elicitation'), { action: 'accept', content: {} }));
    const [near, far] = [Pair1.createLinkedPair(), Pair1.createLinkedPair()];
    await server.connect(far[1]);
    await licetGateway(far[0], engine, { name: 'x' }).connect(near[1]);
    await client.connect(near[0]);
    const result = await client.callTool({ name: 'Tool', arguments: {} }).catch((error: unknown) => String(error));
    const prompt = await client.getPrompt({ name: 'look' }).catch((error: unknown) => String(error));
    await client.close();
    return { shown, result: JSON.stringify(result), prompt: JSON.stringify(prompt) };
  }

  it('reaches the model and the user of its client where the policy lets it', async () => {
    const { engine, judged, audit } = stand();

    expect(await played(engine)).toMatchObject({
      shown: ['sampling', 'elicitation'],
      result: expect.stringContaining('four'),
      prompt: expect.stringContaining('look'),
    });
    expect(judged).toEqual(['mcp__x__Tool', 'mcp__x__sampling', 'mcp__x__ask_user', 'mcp__x__get_prompt']);
    expect(audit.records.filter(({ type }) => type === 'anomaly')).toEqual([]);
  });

  it.each([
    ['mcp__x__sampling', []],
    ['mcp__x__ask_user', ['sampling']],
  ])('does not where the policy stops it: %s', async (name, shown) => {
    expect(await played(stand(name).engine)).toMatchObject({ shown, result: expect.stringContaining('do without') });
  });
});

describe('a server of SDK 2, protocol 2026-07-28', () => {
  async function played(engine: PolicyEngine) {
    const shown: string[] = [];
    const made = () => {
      const server = new server2.Server(info, { capabilities: { tools: {} } });
      server.setRequestHandler('tools/list', () => ({ tools }));
      server.setRequestHandler('tools/call', ({ params }, context) => {
        const answers = (params as { readonly inputResponses?: object }).inputResponses ?? context.mcpReq.inputResponses;
        if (answers !== undefined) return said(`heard ${JSON.stringify(answers)}`);
        return server2.inputRequired({
          inputRequests: {
            a: {
              method: 'elicitation/create',
              params: { mode: 'form', message: 'sure?', requestedSchema: { type: 'object', properties: {} } },
            },
          },
          requestState: 'one',
        });
      });
      return server;
    };
    const handler = server2.createMcpHandler(made);
    const fetch = (url: string | URL, init?: RequestInit) => handler.fetch(new Request(url, init));
    const upstream = new client2.StreamableHTTPClientTransport(new URL('http://localhost/mcp'), { fetch });
    const client = new client2.Client(info, {
      capabilities: { elicitation: {} },
      versionNegotiation: { mode: { pin: '2026-07-28' } },
    });
    client.setRequestHandler('elicitation/create', async () => (shown.push('elicitation'), { action: 'accept', content: {} }));
    const near = client2.InMemoryTransport.createLinkedPair();
    await licetGateway(upstream, engine, { name: 'x' }).connect(near[1]);
    await client.connect(near[0]);
    const result = await client.callTool({ name: 'Tool', arguments: {} }).catch((error: unknown) => String(error));
    await client.close();
    return { shown, result: JSON.stringify(result) };
  }

  it('asks inside an answer, and each round is decided about', async () => {
    const { engine, judged } = stand();

    expect(await played(engine)).toMatchObject({ shown: ['elicitation'], result: expect.stringContaining('heard') });
    expect(judged).toEqual(['mcp__x__Tool', 'mcp__x__ask_user', 'mcp__x__Tool']);
  });

  it('reaches no user where the policy stops the question', async () => {
    expect(await played(stand('mcp__x__ask_user').engine)).toMatchObject({
      shown: [],
      result: expect.stringContaining('do without'),
    });
  });
});
