import { licetGateway } from '@licet/adapters/mcp';
import type { McpTransport } from '@licet/adapters/mcp';
import * as client2 from '@modelcontextprotocol/client';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport as Pair1 } from '@modelcontextprotocol/sdk/inMemory.js';
import { Server as Server1 } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ElicitRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import * as server2 from '@modelcontextprotocol/server';

import type { Args, Play, Played, Player } from '../../contract/runtimes/row.ts';
import { playedOf, toolOf } from '../../contract/runtimes/row.ts';
import { optionsOf } from './options.ts';

const info = { name: 'test', version: '1' };
const tools = [{ name: 'Tool', description: 'does it', inputSchema: { type: 'object' as const } }];
const params = ({ id, args }: Play['calls'][number]) => ({ name: 'Tool', arguments: { ...args }, _meta: { id } });
const idIn = (meta: unknown): string => String((meta as Args | undefined)?.['id']);
const content = (output: unknown) => [
  { type: 'text' as const, text: typeof output === 'string' ? output : JSON.stringify(output) },
];

/** How a human answers what the client shows. */
function humanOf({ calls, answer, meanwhile }: Play) {
  const asked = new Set<string>();
  const shown: string[] = [];
  return {
    asked,
    shown,
    async elicit(message: string) {
      shown.push(message);
      await meanwhile?.();
      const [id = ''] =
        calls.length === 1 ? [calls[0]?.id] : calls.flatMap(each => (message.includes(`"${each.id}"`) ? [each.id] : []));
      if (answer === undefined) asked.add(id);
      return answer === undefined
        ? { action: 'cancel' as const }
        : { action: 'accept' as const, content: { approve: answer === 'yes' } };
    },
  };
}

/** A call that is cancelled gets no answer any more. */
async function carried(
  { cancelled = false }: Play,
  run: (id: string, args: Args) => unknown,
  id: string,
  args: Args,
): Promise<unknown> {
  try {
    return await run(id, args);
  } catch (error) {
    if (cancelled) return new Promise(() => undefined);
    throw error;
  }
}

type Call = (call: Play['calls'][number]) => Promise<unknown>;

/** Lets a client call, all at once, through a gateway. */
async function through(
  given: Play,
  upstream: McpTransport,
  downstream: McpTransport,
  connect: () => Promise<Call>,
): Promise<Played> {
  const noticed: string[] = [];
  const gateway = licetGateway(upstream, given.engine, { ...optionsOf(given, noticed), name: 'test' });
  await gateway.connect(downstream);
  const call = await connect();
  const told = await Promise.all(given.calls.map(each => call(each).catch((error: unknown) => ({ error: String(error) }))));
  return { ended: [], told: JSON.stringify([noticed, told]), args: [] };
}

async function play1(given: Play): Promise<Played> {
  const { run, ran, signal } = toolOf(given);
  const human = humanOf(given);
  const server = new Server1(info, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params: { arguments: args = {}, _meta } }) => ({
    content: content(await carried(given, run, idIn(_meta), args)),
  }));
  const client = new Client1(info, { capabilities: { elicitation: {} } });
  client.setRequestHandler(ElicitRequestSchema, async ({ params: { message } }) => human.elicit(message));
  const [near, far] = [Pair1.createLinkedPair(), Pair1.createLinkedPair()];
  await server.connect(far[1]);
  const played = await through(given, far[0], near[1], async () => {
    await client.connect(near[0]);
    return call => client.callTool(params(call), undefined, { signal });
  });
  await client.close();
  return playedOf(given, ran, human.asked, played.told + JSON.stringify(human.shown));
}

function server2Of(given: Play, { run }: ReturnType<typeof toolOf>): server2.Server {
  const server = new server2.Server(info, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', () => ({ tools }));
  server.setRequestHandler('tools/call', async ({ params: { arguments: args = {}, _meta } }) => {
    try {
      return { content: content(await carried(given, run, idIn(_meta), args)) };
    } catch (error) {
      return { content: content(String(error)), isError: true };
    }
  });
  return server;
}

async function play2(given: Play, isStateless: boolean): Promise<Played> {
  const tool = toolOf(given);
  const human = humanOf(given);
  const client = new client2.Client(info, {
    capabilities: { elicitation: {} },
    ...(isStateless && { versionNegotiation: { mode: { pin: '2026-07-28' } } }),
  });
  client.setRequestHandler('elicitation/create', async ({ params: { message } }) => human.elicit(message));
  const near = client2.InMemoryTransport.createLinkedPair();
  const far = server2.InMemoryTransport.createLinkedPair();
  const handler = server2.createMcpHandler(() => server2Of(given, tool));
  const fetch = (url: string | URL, init?: RequestInit) => handler.fetch(new Request(url, init));
  const upstream = isStateless ? new client2.StreamableHTTPClientTransport(new URL('http://localhost/mcp'), { fetch }) : far[0];
  if (!isStateless) await server2Of(given, tool).connect(far[1]);
  const played = await through(given, upstream, near[1], async () => {
    await client.connect(near[0]);
    return call => client.callTool(params(call), { signal: tool.signal });
  });
  await client.close();
  return playedOf(given, tool.ran, human.asked, played.told + JSON.stringify(human.shown));
}

export const players: Readonly<Record<string, Player>> = {
  'MCP, SDK 1': play1,
  'MCP, SDK 2, 2025-11-25': given => play2(given, false),
  'MCP, SDK 2, 2026-07-28': given => play2(given, true),
};
