import { block, guard } from '@licet/core';
import { describe, expect, it } from 'vitest';

import { methods, stage, tool, yes } from './stage.ts';
import type { Message } from './stage.ts';

const deploy = { concept: 'deploy', meaning: 'puts a build on the servers', evidence: 'README.md' };

const call = (id: unknown, given: unknown): Message => ({
  id,
  method: 'tools/call',
  params: { name: 'propose_concept', arguments: given },
});

const listed = (message: Message | undefined): readonly string[] => {
  const { tools = [] } = (message?.['result'] ?? {}) as { readonly tools?: readonly { readonly name: string }[] };
  return tools.map(({ name }) => name);
};

describe('the tool by which an agent suggests a concept', () => {
  it('hands it to the host, and tells what became of it; the server never sees it', async () => {
    const seen: unknown[] = [];
    const propose = async (suggestion: unknown) => {
      seen.push(suggestion);
      return { isKept: seen.length === 1, text: `number ${seen.length}` };
    };
    const closed = guard('closed', () => block('no', { fix: 'wait' }));
    const { client, server, says } = await stage(closed, { propose });

    await says(call(1, { ...deploy, more: 'x' }));
    await says(call(2, deploy));

    expect(seen).toEqual([deploy, deploy]);
    expect(client.got.map(({ result }) => result)).toMatchObject([
      { content: [{ text: 'number 1' }], isError: false },
      { content: [{ text: 'number 2' }], isError: true },
    ]);
    expect(methods(server.got)).not.toContain('tools/call');
  });

  it('is offered only where the host keeps suggestions, and never in the place of a tool of the server', async () => {
    const propose = async () => ({ isKept: true, text: 'ours' });
    const without = await stage(yes);
    await without.says({ id: 1, method: 'tools/list' });
    const own = await stage(yes, { propose });
    own.lists(tool('propose_concept'));
    own.answers({ result: { content: [{ type: 'text', text: 'of the server' }] } });
    await own.says({ id: 1, method: 'tools/list' });
    await own.says(call(2, deploy));

    expect(listed(without.client.got.at(-1))).toEqual(['Tool']);
    expect(listed(own.client.got[0])).toEqual(['propose_concept']);
    expect(own.client.got.at(-1)).toMatchObject({ result: { content: [{ text: 'of the server' }] } });
  });

  it.each([[undefined], [{}], [{ ...deploy, meaning: 7 }], [[deploy]]])('refuses %j', async given => {
    const { client, says } = await stage(yes, { propose: async () => ({ isKept: true, text: '' }) });

    await says(call(1, given));

    expect(client.got.at(-1)).toMatchObject({ error: { code: -32_602 } });
  });
});
