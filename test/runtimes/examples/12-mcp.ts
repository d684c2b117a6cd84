// A server of MCP behind a policy, for a client that knows nothing of it. Run: node --conditions=@licet/source 12-mcp.ts
import { licetGateway } from '@licet/adapters/mcp';
import { PolicyEngine, ask, guard, pass } from '@licet/core';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

// The server: one tool that looks, and one that does.
const server = new McpServer({ name: 'issues', version: '1.0.0' });
const text = (words: string) => ({ content: [{ type: 'text' as const, text: words }] });
server.registerTool('list', { description: 'lists issues' }, async () => text('#1 it is slow'));
server.registerTool('close', { description: 'closes an issue', inputSchema: z.object({ id: z.number() }) }, async ({ id }) =>
  text(`closed #${id}`),
);

// The policy sees the tools as `mcp__issues__list` and `mcp__issues__close`.
const policy = guard('closing', ({ tool }) =>
  tool === 'mcp__issues__close' ? ask('an issue is closed for everybody', { fix: 'ask the user' }) : pass(),
);

// The client: a question of the policy reaches its user as a form.
const client = new Client({ name: 'client', version: '1.0.0' }, { capabilities: { elicitation: {} } });
client.setRequestHandler('elicitation/create', async ({ params }) => {
  console.log(params.message.split('\n')[0]); // => licet: an issue is closed for everybody. What to do instead: ask the user
  return { action: 'accept', content: { approve: true } };
});

const [near, far] = [InMemoryTransport.createLinkedPair(), InMemoryTransport.createLinkedPair()];
await server.connect(far[1]);
await licetGateway(far[0], new PolicyEngine(policy), { name: 'issues' }).connect(near[1]);
await client.connect(near[0]);

const said = async (name: string, args = {}) => JSON.stringify((await client.callTool({ name, arguments: args })).content);
console.log(await said('list')); // => [{"type":"text","text":"#1 it is slow"}]
console.log(await said('close', { id: 1 })); // => [{"type":"text","text":"closed #1"}]
await client.close();
