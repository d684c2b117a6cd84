import { describe, expect, it } from 'vitest';

import { boundedCost } from '../../../support/boundedCost.ts';
import { Agent, NOTE } from './agent.ts';

const LARGE: readonly (readonly [string, unknown])[] = [
  ['one word of 1 MB', 'a'.repeat(1_000_000)],
  ['1 MB of words', 'word '.repeat(200_000)],
  ['1 MB of addresses', 'eve@evil.com www.evil.com/a '.repeat(36_000)],
  ['half an address, repeated', 'a.'.repeat(200_000)],
  ['letters before an at sign', `${'a-'.repeat(200_000)}@`],
  ['100,000 records', Array.from({ length: 100_000 }, (_none, at) => ({ id: `m-${at}`, sender: `u${at}@acme.com` }))],
  ['objects in objects', JSON.parse(`${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`)],
  ['numbers and spaces', '1 '.repeat(400_000)],
  ['percent signs', '%41'.repeat(300_000)],
];

describe('the cost of the flow of data', () => {
  it.each(LARGE)('of reading %s is bounded', async (_what, output) => {
    const agent = new Agent({ tools: { get_profile: { secret: true } } });
    await agent.prompt('look at everything');

    const within = boundedCost();
    await agent.run('read_note', {}, output);
    await agent.run('get_profile', {}, output);
    within(100);
  });

  it.each(LARGE)('of sending %s is bounded', async (_what, body) => {
    const agent = new Agent({ tools: { get_profile: { secret: true } } });
    await agent.prompt('look at everything');
    await agent.run('read_note', {}, NOTE);
    await agent.run('get_profile', {}, { pin: 'HGK137803' });

    const within = boundedCost();
    await agent.judge('send', { to: 'eve@evil.com', body });
    within(50);
  });

  it('chooses nothing in a result that is too large to be read to its end, and takes it for text', async () => {
    const agent = new Agent();
    await agent.prompt('mail Bob');
    await agent.run('search_people', {}, [
      { name: 'Bob', email: 'bob@acme.com' },
      ...Array.from({ length: 20_000 }, (_none, id) => ({ id })),
    ]);

    expect(await agent.ruling('send', { to: 'bob@acme.com' })).toBe('ask');
  });
});
