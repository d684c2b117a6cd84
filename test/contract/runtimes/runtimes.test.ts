import { readFileSync } from 'node:fs';

import { answerEvent, inProcessRuntimes, runtimes } from '@licet/adapters/runtimes';
import { describe, expect, it } from 'vitest';

import { describeRow } from './describeRow.ts';
import { ownPlayers } from './hooks.ts';
import { conformancePage } from './page.ts';
import { ownRows, sdkRows } from './rows.ts';
import { scenarios } from './scenarios.ts';

const players = ownPlayers();

for (const row of ownRows) {
  const play = players[row.facts.name];
  if (play === undefined) throw new Error(`nothing plays \`${row.facts.name}\``);
  describeRow(row, play);
}

describe.each(await Promise.all(Object.values(runtimes).map(load => load())))('the descriptor of $title', runtime => {
  it('gives a reason for everything that it cannot do, and for no more', () => {
    const cannot = Object.entries(runtime.capabilities).flatMap(([name, can]) => (can ? [] : [name]));

    expect(Object.keys(runtime.gaps).sort()).toEqual(cannot.sort());
  });

  it('answers every fault after a call without a stop', async () => {
    for (const [name, phase] of Object.entries(runtime.events)) {
      if (phase === 'before') continue;
      const reply = await answerEvent(runtime, { hook_event_name: name }, { engine: () => expect.fail('no engine') });
      expect(runtime.readReply(reply)).toBe('run');
      expect(reply).not.toHaveProperty('continue');
    }
  });
});

describe('the table of runtimes', () => {
  it('has forty scenarios, each named once', () => {
    expect(new Set(scenarios.map(({ name }) => name)).size).toBe(40);
  });

  it('has a row for every runtime that there is', () => {
    const known = new Set([...ownRows, ...sdkRows].map(({ facts }) => facts.name));

    expect([...Object.keys(runtimes), ...Object.keys(inProcessRuntimes)].filter(name => !known.has(name))).toEqual([]);
  });

  it('is in the guide as it is played', () => {
    const page = new URL('../../../docs/guide/conformance.md', import.meta.url);

    expect(readFileSync(page, 'utf8')).toBe(conformancePage());
  });
});
