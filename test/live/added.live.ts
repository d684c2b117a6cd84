import { expect, it } from 'vitest';

import { CLIENTS } from './clients.ts';
import { play } from './play.ts';
import type { Play } from './play.ts';

const CALLS = 12;
const ROUNDS = 4;

const POLICY = `version: 1
default: pass
include: [standard]
`;

const idle = (events: readonly string[]): string => {
  const hooks = [{ matcher: '*', hooks: [{ type: 'command', command: '/bin/true' }] }];
  return JSON.stringify({ hooks: Object.fromEntries(events.map(event => [event, hooks])) });
};

/** The ways by which a call reaches the policy, and two that have none: no hook, and as many hooks that do nothing. */
const WAYS: Readonly<Record<string, Pick<Play, 'init' | 'files'>>> = {
  'no hook': { init: 'none', files: {} },
  '/bin/true before and after': {
    init: 'none',
    files: { '.claude/settings.json': idle(['PreToolUse', 'PostToolUse']) },
  },
  'a process for every call': { init: ['--no-resident'], files: {} },
  'the launcher with a process that stays': { init: [], files: {} },
};

/** The time from one answer of the model to the next request, for each call; the first few start what stays. */
function timesOf(requests: readonly { readonly at: number }[]): readonly number[] {
  return requests
    .slice(1)
    .map(({ at }, index) => at - (requests[index]?.at ?? at))
    .slice(3);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

it('tells how long a tool call of the real Claude Code takes, by each way, in turns', async () => {
  const [client] = CLIENTS;
  if (client?.runtime !== 'claude-code') expect.fail('expected Claude Code first');
  const commands = Array.from({ length: CALLS }, (_, index) => [`echo ${index}`]);
  const found = new Map<string, number[]>(Object.keys(WAYS).map(way => [way, []]));
  let version = '';
  for (let round = 0; round < ROUNDS; round++)
    for (const [way, more] of Object.entries(WAYS)) {
      const played = await play(client, { policy: POLICY, commands, ...more });
      expect([way, played.code, played.requests.length]).toEqual([way, 0, CALLS + 1]);
      version = played.version;
      found.get(way)?.push(median(timesOf(played.requests)));
      console.log(`${way}: ${found.get(way)?.at(-1)?.toFixed(0)} ms`);
    }
  const without = median(found.get('no hook') ?? []);
  console.log(`${client.package} ${version}, ${ROUNDS} rounds of ${CALLS} calls, medians a call`);
  for (const [way, times] of found)
    console.log(
      `${way}: ${median(times).toFixed(0)} ms, added ${(median(times) - without).toFixed(0)} ms, best ${Math.min(...times).toFixed(0)} ms`,
    );
}, 1_800_000);
