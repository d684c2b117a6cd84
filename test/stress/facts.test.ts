import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { builtinSqlite, sqliteState } from '@licet/adapters/sqlite';
import type { SessionEvent } from '@licet/core/store';
import { expect, it, onTestFinished } from 'vitest';

import { isLongRun } from '../support/longRuns.ts';
import { checkAnswers } from './factsAnswers.ts';
import { ended, start } from './processes.ts';

const PROCESSES = isLongRun ? 16 : 4;
const ROUNDS = isLongRun ? 60 : 20;

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
    const { earned, opened, closed } = checkAnswers(eventsIn(file), records);
    expect(Math.min(earned, opened, closed)).toBeGreaterThan(0);
  },
);
