import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { builtinSqlite, sqliteState } from '@licet/adapters/sqlite';
import type { Json } from '@licet/core';
import type { SessionEvent } from '@licet/core/store';
import { isEstablished } from '@licet/core/store';
import { expect, it, onTestFinished } from 'vitest';

import { isLongRun } from '../support/longRuns.ts';
import { ended, start } from './processes.ts';

const PROCESSES = isLongRun ? 16 : 4;
const ROUNDS = isLongRun ? 60 : 20;
const FACT = 'tested';

interface Seen {
  readonly earned: number;
  readonly opened: number;
  readonly closed: number;
}

/**
 * Walks the events of the session in the order in which they were written. A question was answered with yes only where the fact has
 * held at some moment since its process, which does one thing after the other, was last heard of: that is when the state was read.
 */
function check(events: readonly SessionEvent[]): Seen {
  const facts: Record<string, Json> = {};
  const lastOf = new Map<string, number>();
  const held: boolean[] = [];
  let [earned, opened, closed] = [0, 0, 0];
  for (const [index, event] of events.entries()) {
    for (const [name, value] of event.type === 'fact' ? [[event.name, event.value] as const] : (event.facts ?? []))
      facts[name] = value;
    held.push(isEstablished(facts, FACT));
    if (held[index] === true && held[index - 1] !== true) earned += 1;
    if (event.type !== 'evaluated') continue;
    const { callId = '', ruling } = event;
    const [name = ''] = callId.split('-');
    if (callId.endsWith('-ask')) {
      if (ruling === 'pass') expect([callId, held.slice(lastOf.get(name) ?? 0, index).includes(true)]).toEqual([callId, true]);
      if (ruling === 'pass') opened += 1;
      else closed += 1;
    }
    lastOf.set(name, index);
  }
  return { earned, opened, closed };
}

/** The events of a session as they lie in the file. */
function eventsIn(file: string): readonly SessionEvent[] {
  const driver = builtinSqlite(file);
  const rows = driver.prepare("select event from events where session = 's' order by version").all() as { event: string }[];
  driver.close();
  return rows.map(({ event }) => JSON.parse(event) as SessionEvent);
}

it(
  `${PROCESSES} processes earn a fact, make it void and ask for it, one is killed, and the trail agrees with every answer`,
  { timeout: 500_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'licet-facts-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'state.db');
    const worker = (name: string, rounds: number) => start('factsWorker.ts', [file, name, String(rounds)]);
    // The first one would go on for ever, and is killed in the middle of something.
    const victim = worker('p0', 1_000_000);
    const children = Array.from({ length: PROCESSES - 1 }, (_, index) => worker(`p${index + 1}`, ROUNDS));
    let turns = 0;
    victim.stdout?.on('data', chunk => {
      turns += String(chunk).length;
      if (turns >= ROUNDS / 4) victim.kill('SIGKILL');
    });
    const [killed, ...others] = await Promise.all([victim, ...children].map(ended));
    // One more, alone: it earns, asks, makes void and asks, whatever the others have left.
    others.push(await ended(worker('p30', 5)));
    const state = sqliteState(file);
    const records = state.audit.read().map(({ record }) => record);
    const report = state.audit.verify();
    state.close();

    expect(killed?.signal).toBe('SIGKILL');
    expect(others.map(({ code, errors }) => [code, errors])).toEqual(others.map(() => [0, '']));
    expect(report).toMatchObject({ valid: true, records: records.length });
    const events = eventsIn(file);
    const answers = records.flatMap(record => (record.type === 'evaluation' ? [[record.callId, record.ruling]] : []));
    expect(answers).toEqual(events.flatMap(event => (event.type === 'evaluated' ? [[event.callId, event.ruling]] : [])));
    const { earned, opened, closed } = check(events);
    expect(Math.min(earned, opened, closed)).toBeGreaterThan(0);
  },
);
