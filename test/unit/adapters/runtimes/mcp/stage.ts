import { licetGateway } from '@licet/adapters/mcp';
import type { GatewayOptions, McpMessage, McpTransport } from '@licet/adapters/mcp';
import { PolicyEngine, guard, memoryAudit, pass } from '@licet/core';
import type { GuardInput } from '@licet/core/nodes';

export type Message = Readonly<Record<string, unknown>>;

/** One end of a connection: what was sent to it, and a way to say something. */
export function endOf(): { readonly transport: McpTransport; readonly got: Message[]; readonly say: (message: unknown) => void } {
  const got: Message[] = [];
  const transport: McpTransport = {
    start: async () => undefined,
    send: async (message: McpMessage) => void got.push(message as unknown as Message),
    async close() {
      transport.onclose?.();
    },
  };
  return { transport, got, say: message => transport.onmessage?.(message) };
}

export const tool = (name: string, description = 'does it'): Message => ({ name, description, inputSchema: { type: 'object' } });

export const stateIn = (message: Message | undefined): unknown =>
  (message?.['result'] as { readonly requestState?: unknown } | undefined)?.requestState;

/** A client and a server of our own, so that either can say what no SDK would. */
export async function stage(policy: GuardInput, options: GatewayOptions = {}) {
  const [client, server] = [endOf(), endOf()];
  const audit = memoryAudit();
  const faults: string[] = [];
  let tools = [tool('Tool')];
  const answered: unknown[] = [];
  server.transport.send = async (message: McpMessage) => {
    const { id, method } = message as unknown as { readonly id?: unknown; readonly method?: string };
    server.got.push(message as unknown as Message);
    if (method === 'tools/list') server.say({ jsonrpc: '2.0', id, result: { tools } });
    if (method === 'tools/call' && answered.length > 0) server.say({ jsonrpc: '2.0', id, ...(answered.shift() as object) });
  };
  const engine = new PolicyEngine(policy, { audit });
  const gateway = licetGateway(server.transport, engine, { name: 'test', onFault: text => void faults.push(text), ...options });
  await gateway.connect(client.transport);
  const settle = () => new Promise(resolve => setTimeout(resolve, 0));
  return {
    gateway,
    client,
    server,
    audit,
    faults,
    settle,
    answers: (...results: object[]) => void answered.push(...results),
    lists: (...next: Message[]) => void (tools = next),
    says: async (message: Message): Promise<void> => {
      client.say({ jsonrpc: '2.0', ...message });
      await settle();
      await settle();
    },
  };
}

export const yes = guard('yes', () => pass());
export const call = (id: unknown, more: object = {}, name = 'Tool') => ({
  id,
  method: 'tools/call',
  params: { name, arguments: {}, ...more },
});
export const done = { result: { content: [{ type: 'text', text: 'done' }] } };
export const methods = (got: readonly Message[]) => got.map(({ method }) => method);
