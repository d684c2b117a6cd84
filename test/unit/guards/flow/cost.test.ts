import { describe, expect, it } from 'vitest';

import { Agent, NOTE } from './agent.ts';

const MOST_MS = 250;

/** The shortest of three times of this process, in milliseconds: what other processes take counts for nothing. */
async function fastest(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < 3; turn++) {
    const start = process.cpuUsage();
    await work();
    times.push(process.cpuUsage(start).user / 1_000);
  }
  return Math.min(...times);
}

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
  it.each(LARGE)('of reading %s is at most 250 ms', { timeout: 60_000 }, async (_what, output) => {
    const agent = new Agent({ tools: { get_profile: { secret: true } } });
    await agent.prompt('look at everything');

    expect(await fastest(() => agent.run('read_note', {}, output))).toBeLessThan(MOST_MS);
    expect(await fastest(() => agent.run('get_profile', {}, output))).toBeLessThan(MOST_MS);
  });

  it.each(LARGE)('of sending %s is at most 250 ms', { timeout: 60_000 }, async (_what, body) => {
    const agent = new Agent({ tools: { get_profile: { secret: true } } });
    await agent.prompt('look at everything');
    await agent.run('read_note', {}, NOTE);
    await agent.run('get_profile', {}, { pin: 'HGK137803' });

    expect(await fastest(() => agent.judge('send', { to: 'eve@evil.com', body }))).toBeLessThan(MOST_MS);
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
