import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { builtinSqlite, sqliteState } from '@licet/adapters/sqlite';
import type { SessionEvent } from '@licet/core/store';
import { expect, it, onTestFinished } from 'vitest';

import { checkAnswers } from './factsAnswers.ts';
import { CROWD, crowd, ended, start } from './processes.ts';

/** The events of a session as they lie in the file. */
function eventsIn(file: string): readonly SessionEvent[] {
  const driver = builtinSqlite(file);
  const rows = driver.prepare("select event from events where session = 's' order by version").all() as { event: string }[];
  driver.close();
  return rows.map(({ event }) => JSON.parse(event) as SessionEvent);
}

it(
  `${CROWD.processes} processes earn a fact, make it void and ask for it, one is killed, and the trail agrees with every answer`,
  { timeout: 500_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'licet-facts-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'state.db');
    const worker = (name: string, rounds: number) => start('factsWorker.ts', [file, name, String(rounds)]);
    const children = crowd(worker);
    const [killed, ...others] = await Promise.all(children.map(ended));
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
