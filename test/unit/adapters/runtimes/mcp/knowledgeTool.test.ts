import { block, guard } from '@licet/core';
import { describe, expect, it } from 'vitest';

import { methods, stage, tool, yes } from './stage.ts';
import type { Message } from './stage.ts';

const knowledge = async (action: string): Promise<string> => `of ${action}: nothing`;

const ask = (id: unknown, given: unknown): Message => ({
  id,
  method: 'tools/call',
  params: { name: 'what_do_you_know', arguments: given },
});

const listed = (message: Message | undefined): readonly string[] => {
  const { tools = [] } = (message?.['result'] ?? {}) as { readonly tools?: readonly { readonly name: string }[] };
  return tools.map(({ name }) => name);
};

describe('the tool that tells what is known', () => {
  it('answers by itself: the server never sees the question, and no policy is needed to read', async () => {
    const closed = guard('closed', () => block('no', { fix: 'wait' }));
    const { client, server, says } = await stage(closed, { knowledge });

    await says(ask(1, { action: 'deploy' }));

    expect(client.got.at(-1)).toMatchObject({ result: { content: [{ text: 'of deploy: nothing' }], isError: false } });
    expect(methods(server.got)).not.toContain('tools/call');
  });

  it('is offered only where the host knows something, and never in the place of a tool of the server', async () => {
    const list = { id: 1, method: 'tools/list' };
    const without = await stage(yes);
    await without.says(list);
    const offered = await stage(yes, { knowledge });
    await offered.says(list);
    const own = await stage(yes, { knowledge });
    own.lists(tool('what_do_you_know'));
    own.answers({ result: { content: [{ type: 'text', text: 'of the server' }] } });
    await own.says(list);
    await own.says(ask(2, { action: 'x' }));

    expect(listed(without.client.got.at(-1))).toEqual(['Tool']);
    expect(listed(offered.client.got.at(-1))).toEqual(['Tool', 'what_do_you_know']);
    expect(own.client.got.at(-1)).toMatchObject({ result: { content: [{ text: 'of the server' }] } });
  });

  it.each([[undefined], [{}], [{ action: 7 }], [{ action: 'x'.repeat(501) }], [['deploy']]])('refuses %j', async given => {
    const { client, says } = await stage(yes, { knowledge });

    await says(ask(1, given));

    expect(client.got.at(-1)).toMatchObject({ error: { code: -32_602 } });
  });

  it('answers with an error where the knowledge cannot be read', async () => {
    const broken = async (): Promise<string> => Promise.reject(new Error('no graph'));
    const { client, says } = await stage(yes, { knowledge: broken });

    await says(ask(1, { action: 'deploy' }));

    expect(client.got.at(-1)).toMatchObject({ error: { message: expect.stringContaining('no graph') } });
  });
});
