import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { ChatModelOptions } from '@licet/adapters/models';
import { chatModel } from '@licet/adapters/models';
import { learnAll, modelLearner } from '@licet/epistemic/learning';
import { memoryGraph } from '@licet/epistemic';
import { afterEach, describe, expect, it } from 'vitest';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** An answer that stops in its middle. */
const BROKEN = '{"message":';

interface Seen {
  readonly path: string | undefined;
  readonly authorization: string | undefined;
  readonly body: Record<string, unknown>;
}

/** A server on the loopback interface that gives these answers, one after the other. */
async function serve(answers: readonly (string | number)[]): Promise<{ url: string; seen: Seen[] }> {
  const seen: Seen[] = [];
  const left = [...answers];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', part => (text += String(part)));
    request.on('end', () => {
      seen.push({ path: request.url, authorization: request.headers.authorization, body: JSON.parse(text) as Seen['body'] });
      const answer = left.shift() ?? 500;
      if (typeof answer === 'number') response.writeHead(answer).end('no');
      else if (answer === BROKEN) response.writeHead(200, { 'content-length': 99 }).write(answer, () => response.destroy());
      else response.writeHead(200).end(answer);
    });
  });
  servers.push(server);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

const whole = {
  ollama: (content: string) => JSON.stringify({ message: { content } }),
  openai: (content: string) => JSON.stringify({ choices: [{ message: { content } }] }),
};
const streamed = {
  ollama: (parts: readonly string[]) => parts.map(content => `${JSON.stringify({ message: { content } })}\n`).join(''),
  openai: (parts: readonly string[]) =>
    `${parts.map(content => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`).join('')}data: [DONE]\n\n`,
};
const hello = [{ role: 'user', content: 'hello' }] as const;

describe.each(['ollama', 'openai'] as const)('chatModel with the interface of %s', api => {
  const model = (url: string, more: Partial<ChatModelOptions> = {}) => chatModel({ api, url, model: 'm', ...more });

  it('sends the conversation, the schema and the key, and returns the text', async () => {
    const { url, seen } = await serve([whole[api]('hi')]);

    expect(await model(`${url}/`, { key: 'secret' })(hello, { schema: { type: 'object' } })).toBe('hi');
    expect(seen[0]).toMatchObject({
      path: api === 'ollama' ? '/api/chat' : '/chat/completions',
      authorization: 'Bearer secret',
      body: { model: 'm', messages: hello, stream: false },
    });
    expect(JSON.stringify(seen[0]!.body)).toContain('{"type":"object"}');
  });

  it('shows the answer as it grows', async () => {
    const { url, seen } = await serve([streamed[api](['Grüß', ' ', 'Gott'])]);
    const parts: string[] = [];

    expect(await model(url, { onText: part => void parts.push(part) })(hello)).toBe('Grüß Gott');
    expect(parts).toEqual(['Grüß', ' ', 'Gott']);
    expect(seen[0]!.body).toMatchObject({ stream: true });
  });

  it('throws for a status, for something that is no answer, and when it takes too long, and never says the key', async () => {
    const { url } = await serve([503, '{"error":"no"}', '<html>', whole[api]('late')]);
    const ask = model(url, { key: 'secret' });

    await expect(ask(hello)).rejects.toThrow('found status 503');
    await expect(ask(hello)).rejects.toThrow('expected a message of the model');
    await expect(ask(hello)).rejects.toMatchObject({ code: 'model_unavailable', message: expect.stringContaining('else') });
    await expect(ask(hello, { signal: AbortSignal.abort() })).rejects.toThrow(/found none$/);
    const error: unknown = await model('http://127.0.0.1:9', { key: 'secret' })(hello).catch((thrown: unknown) => thrown);
    expect(String(error)).not.toContain('secret');
  });

  it.each([{}, { onText: () => undefined }])('throws for an answer that is too long or breaks off: %o', async options => {
    const { url } = await serve([whole[api]('a'.repeat(1_000_001)), BROKEN]);
    const ask = model(url, options);

    await expect(ask(hello)).rejects.toMatchObject({
      code: 'model_unavailable',
      message: expect.stringMatching(/found (?:more|a longer one)$/),
    });
    await expect(ask(hello)).rejects.toMatchObject({
      code: 'model_unavailable',
      message: expect.stringMatching(/one that broke off$/),
    });
  });

  it('teaches a graph: a proposal is shown, changed with the words of a person, shown again, and then written', async () => {
    const form = (is: string): string =>
      JSON.stringify({ kind: 'EXISTENCE', name: 'queue', d1: { level: 1, properties: { is } } });
    const { url, seen } = await serve([
      whole[api]('I am not sure.'),
      whole[api](`\`\`\`json\n${form('a line')}\n\`\`\``),
      whole[api](form('a list')),
    ]);
    const graph = memoryGraph();
    const shown: string[] = [];
    const learner = modelLearner({
      ask: model(url),
      review: ({ candidate, round }) => {
        shown.push(JSON.stringify(candidate));
        expect(graph.snapshot().size).toBe(0);
        return round === 0 ? { decision: 'modify', feedback: 'it is a list' } : { decision: 'accept' };
      },
    });

    const { result, outcomes } = await learnAll(graph, ['queue'], learner, { now: 0 });

    expect(result.grounded).toBe(true);
    expect(outcomes.map(each => each.outcome)).toEqual(['modified']);
    expect(shown).toEqual([form('a line'), form('a list')]);
    expect(JSON.stringify(seen.at(-1)!.body['messages'])).toContain('it is a list');
    expect(graph.find({ name: 'queue' })?.depths[1]).toMatchObject({
      properties: { is: 'a list' },
      provenance: { source: 'conversational' },
    });
  });
});
