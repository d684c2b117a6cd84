import { httpTransport } from '@licet/adapters/mcp';
import { describe, expect, it } from 'vitest';

const CHUNK = new Uint8Array(8 * 1024 * 1024).fill(97);

/** A server that answers with the first text, and then with more of it than anybody can hold. */
function endless(type: string, first: string): { readonly fetch: typeof fetch; readonly sent: () => number } {
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    start: controller => controller.enqueue(new TextEncoder().encode(first)),
    pull: controller => {
      sent += 1;
      controller.enqueue(CHUNK);
    },
  });
  const answer = async (_url: unknown, { method }: { readonly method?: string } = {}): Promise<Response> =>
    method === 'POST' ? new Response(body, { headers: { 'content-type': type } }) : new Response('', { status: 405 });
  return { fetch: answer, sent: () => sent };
}

async function callOf(server: typeof fetch): Promise<{ readonly answer: unknown; readonly errors: readonly string[] }> {
  const transport = httpTransport('http://127.0.0.1:9', { fetch: server });
  const errors: string[] = [];
  const answer = new Promise<unknown>(resolve => {
    Object.assign(transport, { onmessage: resolve, onerror: ({ message }: Error) => void errors.push(message) });
  });
  await transport.send({ jsonrpc: '2.0', id: 1, method: 'tools/call' } as never);
  return { answer: await answer, errors };
}

describe('answers over HTTP', () => {
  it('that are too long are read no further, and the caller is told', async () => {
    const { fetch: server, sent } = endless('application/json', '{"jsonrpc":"2.0","id":1,"result":{"text":"');

    const { answer } = await callOf(server);

    expect(answer).toMatchObject({ id: 1, error: { message: 'a message is too long' } });
    expect(sent()).toBeLessThan(12);
  });

  it('in a stream whose event never ends are read no further, and the caller is told', async () => {
    const { fetch: server, sent } = endless('text/event-stream', 'data: ');

    const { answer, errors } = await callOf(server);

    expect(answer).toMatchObject({ id: 1, error: { message: 'the server broke off before it answered' } });
    await expect.poll(() => errors).toEqual(['a message is too long']);
    expect(sent()).toBeLessThan(12);
  });
});
