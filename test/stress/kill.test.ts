import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { installedSqlite, sqliteState } from '@licet/adapters/sqlite';
import type { SessionEvent } from '@licet/core/store';
import { emptySession, foldSession } from '@licet/core/store';
import { afterAll, describe, expect, it } from 'vitest';

import { isLongRun } from '../support/longRuns.ts';
import { ended, start } from './processes.ts';

const folder = mkdtempSync(join(tmpdir(), 'licet-kill-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const KILLS = Number(process.env['LICET_KILLS'] ?? (isLongRun ? 12 : 6));
const MAX = 60;
const KEY = 'budget:calls:project';
const HOUR = 3_600_000;

/** Where each round kills: from the creation of the file to far into the work, at another statement each time. */
const killPoint = (round: number): number => 1 + ((round * 37) % 400);

/** Looks at the file as the next process would, and checks everything that a kill must not break. */
async function examine(file: string, ran: readonly string[]): Promise<void> {
  const { audit, sessions, inspect, close } = sqliteState(file);
  const report = audit.verify();
  const records = audit.read().map(({ record }) => record);
  const audited = new Set(
    records.flatMap(record => (record.type === 'evaluation' && record.enforced === 'pass' ? [record.evaluationId] : [])),
  );
  const settled = records.filter(record => record.type === 'outcome' && record.status === 'ok').length;
  const now = Date.now();

  expect(report).toMatchObject({ valid: true, records: records.length });
  expect(ran.filter(id => !audited.has(id))).toEqual([]);
  expect(await sessions.used({ key: KEY, now })).toBeLessThanOrEqual(MAX);
  expect(await inspect.reservations(now + HOUR)).toEqual([]);
  expect(await sessions.used({ key: KEY, now: now + HOUR })).toBeGreaterThanOrEqual(settled);
  close();
  requireWhole(file);
}

/** No table contradicts another, and the file is sound. */
function requireWhole(file: string): void {
  const driver = installedSqlite(file);
  expect(driver.prepare('pragma integrity_check').all()).toMatchObject([{ integrity_check: 'ok' }]);
  for (const row of driver.prepare('select id, version, folded from sessions').all()) {
    const { id, version, folded } = row as { id: string; version: number; folded: string };
    const events = driver.prepare('select version, event from events where session = ? order by version').all(id) as {
      version: number;
      event: string;
    }[];
    const before = events.slice(0, version).map(({ event }) => JSON.parse(event) as SessionEvent);
    expect(events.map(each => each.version)).toEqual(events.map((_, index) => index + 1));
    expect(events.length - version).toBeLessThan(64);
    expect(JSON.parse(folded)).toEqual(foldSession(emptySession(id), ...before));
    expect(foldSession(emptySession(id), ...before).version).toBe(version);
  }
  const totals = driver.prepare('select coalesce(sum(charged), 0) as sum from totals').get() as { sum: number };
  const entries = driver
    .prepare('select coalesce(sum(amount), 0) as sum from entries where expires_at is null and windowed = 0')
    .get() as { sum: number };
  expect(totals.sum).toBe(entries.sum);
  driver.close();
}

describe('a state whose processes are killed', () => {
  it(
    `is whole after each of ${KILLS} kills at a statement, with everything that ran on record`,
    { timeout: 900_000 },
    async () => {
      const ran: string[] = [];
      let kills = 0;
      for (let round = 0; round < KILLS; round++) {
        const place = Math.floor(round / 6);
        const file = join(folder, `${place}.db`);
        const result = await ended(start('killedWorker.ts', [file, `k${round}`, String(killPoint(round)), String(MAX)]));
        expect(result.errors).toBe('');
        if (result.signal === 'SIGKILL') kills += 1;
        ran.push(...Array.from(result.output.matchAll(/^ran (\S+) *$/gmu), ([, id = '']) => `${place} ${id}`));
        const mine = ran.flatMap(line => (line.startsWith(`${place} `) ? [line.slice(`${place} `.length)] : []));
        await examine(file, mine);
      }

      expect(kills).toBeGreaterThan(KILLS / 2);
      expect(ran.length).toBeGreaterThan(KILLS);
    },
  );

  it('lets go of what two killed processes held, and never more than the budget runs at once', { timeout: 300_000 }, async () => {
    const file = join(folder, 'two.db');
    for (let round = 0; round < Math.max(4, KILLS / 10); round++) {
      const children = [0, 1].map(index => start('killedWorker.ts', [file, `t${round}${index}`, '0', '1e9']));
      const endings = children.map(ended);
      await Promise.all(
        children.map(child => new Promise(resolve => child.stdout?.once('data', resolve).once('close', resolve))),
      );
      await new Promise(resolve => setTimeout(resolve, (round * 13) % 40));
      for (const child of children) child.kill('SIGKILL');
      const outputs = (await Promise.all(endings)).map(({ output }) => output);
      const { audit, inspect, close } = sqliteState(file);
      const ran = outputs.flatMap(output => Array.from(output.matchAll(/^ran (\S{36})$/gmu), ([, id = '']) => id));
      const audited = new Set(audit.read({ type: 'evaluation' }).map(({ record }) => record.evaluationId));

      expect(audit.verify().valid).toBe(true);
      expect(ran.filter(id => !audited.has(id))).toEqual([]);
      expect(await inspect.reservations(Date.now() + HOUR)).toEqual([]);
      close();
      requireWhole(file);
    }
  });
});
