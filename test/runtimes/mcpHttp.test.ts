import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { httpTransport, licetGateway } from '@licet/adapters/mcp';
import { PolicyEngine, block, guard, memoryAudit, pass } from '@licet/core';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { Server as Server1 } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { Server as Server2, createMcpHandler } from '@modelcontextprotocol/server';
import { describe, expect, it, onTestFinished } from 'vitest';

const info = { name: 'test', version: '1' };
const tools = ['greet', 'drop'].map(name => ({ name, description: 'does it', inputSchema: { type: 'object' as const } }));
const result = (text: string) => ({ content: [{ type: 'text' as const, text }] });

/** Serves on the loopback interface until the test is over, and returns the address. */
async function serve(handle: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server: Server = createServer(handle);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

/** A server of SDK 1, with sessions and answers in streams. */
async function sessions(seen: Set<string>): Promise<string> {
  const transports = new Map<string, StreamableHTTPServerTransport>();
  const made = async (): Promise<StreamableHTTPServerTransport> => {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: id => void transports.set(id, transport),
    });
    const server = new Server1(info, { capabilities: { tools: {} } });
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
    server.setRequestHandler(CallToolRequestSchema, ({ params }) => result(`did ${params.name}`));
    await server.connect(transport);
    return transport;
  };
  return serve((request, response) => {
    const { 'mcp-session-id': session, authorization = '' } = request.headers;
    seen.add(authorization);
    void (async () => {
      const transport = transports.get(String(session)) ?? (await made());
      await transport.handleRequest(request, response);
    })();
  });
}

/** A server of SDK 2, for either version of the protocol. */
async function stateless(): Promise<string> {
  const handler = createMcpHandler(() => {
    const server = new Server2(info, { capabilities: { tools: {} } });
    server.setRequestHandler('tools/list', () => ({ tools }));
    server.setRequestHandler('tools/call', ({ params }) => result(`did ${params.name}`));
    return server;
  });
  return serve((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)] as [string, string]);
      const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {};
      const answer = await handler.fetch(
        new Request(`http://localhost${request.url ?? ''}`, { method: request.method ?? 'GET', headers, ...body }),
      );
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      response.end(Buffer.from(await answer.arrayBuffer()));
    })();
  });
}

async function connect(url: string, client: Client, headers: Readonly<Record<string, string>> = {}) {
  const audit = memoryAudit();
  const policy = guard('no drop', ({ tool }) =>
    tool === 'mcp__web__drop' ? block('nothing is dropped', { fix: 'rename it' }) : pass(),
  );
  const [near, far] = InMemoryTransport.createLinkedPair();
  const faults: string[] = [];
  const onFault = (text: string): void => void faults.push(text);
  const engine = new PolicyEngine(policy, { audit });
  const gateway = licetGateway(httpTransport(url, { headers }), engine, { name: 'web', onFault });
  await gateway.connect(far);
  await client.connect(near);
  return { audit, faults, gateway };
}

const modern = () => new Client(info, { versionNegotiation: { mode: { pin: '2026-07-28' } } });

describe('a server of MCP over HTTP', () => {
  it.each<[string, () => Promise<string>, () => Client]>([
    ['SDK 1, with sessions', () => sessions(new Set()), () => new Client(info)],
    ['SDK 2, protocol 2025-11-25', stateless, () => new Client(info)],
    ['SDK 2, protocol 2026-07-28', stateless, modern],
  ])('is governed: %s', async (_what, start, makeClient) => {
    const client = makeClient();
    const { audit, gateway } = await connect(await start(), client);

    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['greet', 'drop']);
    expect(await client.callTool({ name: 'greet', arguments: {} })).toMatchObject(result('did greet'));
    const stopped = await client.callTool({ name: 'drop', arguments: {} });
    expect(stopped.isError).toBe(true);
    expect(JSON.stringify(stopped)).toContain('nothing is dropped');
    expect(audit.records.map(({ type }) => type)).toEqual(['evaluation', 'outcome', 'evaluation']);
    await client.close();
    await gateway.closed;
  });

  it('sees the headers that the host has named', async () => {
    const seen = new Set<string>();
    const client = new Client(info);
    await connect(await sessions(seen), client, { authorization: 'Bearer x' });
    await client.close();

    expect([...seen]).toEqual(['Bearer x']);
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['refuses', response => response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":"who are you"}')],
    ['fails', response => response.writeHead(500).end()],
    ['answers with nothing', response => response.writeHead(202).end()],
    ['leads elsewhere', response => response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end()],
    ['breaks off', response => response.writeHead(200, { 'content-type': 'text/event-stream' }).end(': nothing\n\n')],
    ['speaks of something else', response => response.writeHead(200, { 'content-type': 'application/json' }).end('[]')],
  ])('that %s gives an error for every request, and no wait', async (_how, end) => {
    const url = await serve((request, response) => {
      request.resume();
      end(response);
    });

    await expect(connect(url, new Client(info))).rejects.toThrow();
  });
});
