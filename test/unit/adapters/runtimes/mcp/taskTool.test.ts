import { ask, block, guard, pass } from '@licet/core';
import { describe, expect, it } from 'vitest';

import { call, done, stage, tool } from './stage.ts';
import type { Message } from './stage.ts';

const asking = { channel: 'out_of_band', isReachable: true } as const;
const policy = guard('careful', ({ tool: name }) => {
  if (name === 'mcp__test__Frozen') return block('it is frozen', { fix: 'wait' });
  return name === 'mcp__test__Free' ? pass() : ask('it reaches people', { fix: 'ask first' });
});

const declare = (id: unknown, needs: unknown, task: unknown = 'tell ann'): Message => ({
  id,
  method: 'tools/call',
  params: { name: 'licet_request', arguments: { task, needs } },
});

const textOf = (message: Message | undefined): string =>
  (message?.['result'] as { readonly content?: readonly { readonly text: string }[] } | undefined)?.content?.[0]?.text ?? '';

const toolsOf = (message: Message | undefined): readonly string[] =>
  ((message?.['result'] as { readonly tools?: readonly { readonly name: string }[] } | undefined)?.tools ?? []).map(
    ({ name }) => name,
  );

describe('a task declared through the gateway', () => {
  it('is one question for exactly the calls that it names, and grants nothing', async () => {
    const { client, server, says, audit } = await stage(policy, { asking });
    await says(declare(1, [{ tool: 'Tool', arguments: { to: 'ann' } }]));

    expect(textOf(client.got.at(-1))).toMatch(
      /a human can approve it with `licet approve .{9}`.*\n {2}exactly this call, again/u,
    );
    expect(audit.records.map(({ type }) => type)).toEqual(['ask']);
    await says(call(2, { arguments: { to: 'ann' } }));
    expect(textOf(client.got.at(-1))).toMatch(/it reaches people/u);
    expect(server.got.filter(({ method }) => method === 'tools/call')).toEqual([]);
  });

  it('is not put with a call that is blocked, or that does not ask, or with other arguments', async () => {
    const { client, says, lists } = await stage(policy, { asking });
    lists(tool('Tool'), tool('Frozen'), tool('Free'));
    await says(declare(1, [{ tool: 'Tool' }, { tool: 'Frozen' }]));
    expect(textOf(client.got.at(-1))).toMatch(/need 2 is blocked: it is frozen/u);
    await says(declare(2, [{ tool: 'Free' }]));
    expect(textOf(client.got.at(-1))).toMatch(/no call of the task asks/u);
    for (const [id, given] of [7, [{ tool: 7 }], [{ tool: 'Tool', arguments: [] }]].entries()) {
      await says(declare(id + 3, given));
      expect(client.got.at(-1)).toMatchObject({ error: { code: -32_602 } });
    }
  });

  it('is offered only where a person can answer from elsewhere, and never in the place of a tool of the server', async () => {
    const list = { id: 1, method: 'tools/list' };
    const alone = await stage(policy);
    await alone.says(list);
    expect(toolsOf(alone.client.got.at(-1))).toEqual(['Tool']);
    const offered = await stage(policy, { asking });
    await offered.says(list);
    expect(toolsOf(offered.client.got.at(-1))).toEqual(['Tool', 'licet_request']);

    const taken = await stage(
      guard('yes', () => pass()),
      { asking },
    );
    taken.lists(tool('licet_request', 'their own'));
    taken.answers(done);
    await taken.says(list);
    expect(toolsOf(taken.client.got.at(-1))).toEqual(['licet_request']);
    await taken.says(declare(2, [{ tool: 'Tool' }]));
    expect(textOf(taken.client.got.at(-1))).toBe('done');
  });
});
