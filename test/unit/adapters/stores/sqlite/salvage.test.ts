import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

import { betterSqlite, builtinSqlite, damageOf, examineState, salvageState, sqliteState } from '@licet/adapters/sqlite';
import { PolicyEngine } from '@licet/core';
import { emptySession, foldSession } from '@licet/core/store';
import type { SessionEvent } from '@licet/core/store';
import { Budget } from '@licet/guards';
import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';

import { cases } from '../../../../support/longRuns.ts';
import { OLDER_FORMATS, writeOlderState } from '../../../../support/olderState.ts';

const folder = mkdtempSync(join(tmpdir(), 'licet-salvage-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;
const NOW = Date.parse('2026-01-02T03:04:05.678Z');
const SESSIONS = 12;
const CALLS = 120;

/** A state with sessions, counters and a trail, in one file without a log beside it. */
const whole = join(folder, 'whole.db');
{
  const { sessions, audit, close } = sqliteState(whole);
  const engine = new PolicyEngine(Budget({ max: 1_000, per: 'session' }), { sessions, audit });
  for (let call = 0; call < CALLS; call++)
    engine.evaluateSync({ kind: 'bash', sessionId: `s${call % SESSIONS}`, payload: { command: `echo ${'x'.repeat(200)}` } });
  close();
}
const PAGE = 4_096;

function copy(): string {
  const file = join(mkdtempSync(join(folder, `${count++}-`)), 'state.db');
  copyFileSync(whole, file);
  return file;
}

/** Overwrites part of a file. */
function damage(file: string, at: number, bytes: Buffer): void {
  const text = readFileSync(file);
  bytes.copy(text, at);
  writeFileSync(file, text);
}

/** The last page that holds records of the trail, found by what stands in one of them. */
function pageOfRecord(file: string, seq: number): number {
  const { audit, close } = sqliteState(file, { readOnly: true });
  const [{ hash } = { hash: '' }] = audit.read({ after: seq - 1, limit: 1 });
  close();
  return Math.floor(readFileSync(file).indexOf(hash) / PAGE) * PAGE;
}

const opened = async (file: string) => {
  const { audit, inspect, sessions, close } = sqliteState(file);
  const found = {
    report: audit.verify(),
    last: audit.read().at(-1)?.record,
    sessions: await inspect.sessions(100),
    counters: await inspect.counters(NOW),
    engine: new PolicyEngine(Budget({ max: 1_000, per: 'session' }), { sessions, audit }),
  };
  return { ...found, close };
};

describe.each([
  ['the built-in SQLite', builtinSqlite],
  ['better-sqlite3', betterSqlite],
] as const)('a damaged state, under %s', (_name, open) => {
  it('is told from a sound one, and from none', () => {
    const file = copy();
    expect([damageOf(file, { now: NOW, open }), damageOf(join(folder, 'none.db'), { now: NOW, open })]).toEqual([[], []]);
    damage(file, 0, Buffer.alloc(100, 7));
    expect(damageOf(file, { now: NOW, open })).toEqual([expect.stringContaining('is damaged')]);
  });

  it('keeps what can be read: sessions and counters, and of the trail what is one chain, which says so', async () => {
    const file = copy();
    damage(file, pageOfRecord(file, CALLS - 20), Buffer.alloc(PAGE, 0xff));
    expect(damageOf(file, { now: NOW, open })).not.toEqual([]);

    const { kept, parts } = salvageState(file, { now: NOW, open });

    const { report, last, sessions, counters, engine, close } = await opened(file);
    const trail = parts.find(({ name }) => name === 'records of the trail');
    expect(basename(kept)).toBe('state.db.damaged-2026-01-02T03-04-05-678Z');
    expect(existsSync(kept)).toBe(true);
    expect(trail).toMatchObject({ isWhole: false });
    expect(trail?.saved).toBeGreaterThan(CALLS / 2);
    expect(trail?.saved).toBeLessThan(CALLS);
    expect(report).toMatchObject({ valid: true, records: (trail?.saved ?? 0) + 1 });
    expect(last).toMatchObject({ type: 'anomaly', code: 'state_salvaged', detail: expect.stringContaining(basename(kept)) });
    expect(sessions).toHaveLength(SESSIONS);
    expect(counters.reduce((sum, { charged, reserved }) => sum + charged + reserved, 0)).toBe(CALLS);
    expect((await engine.evaluate({ kind: 'bash', sessionId: 's0' })).passed).toBe(true);
    close();
  });

  it('begins anew where nothing can be read, and keeps the damaged file', async () => {
    const file = copy();
    damage(file, 0, Buffer.alloc(readFileSync(file).length, 1));
    const before = readFileSync(file);

    const { kept, parts } = salvageState(file, { now: NOW, open });

    expect(parts.map(({ saved, isWhole }) => [saved, isWhole])).toEqual(parts.map(() => [0, false]));
    expect(readFileSync(kept).equals(before)).toBe(true);
    const { report, close } = await opened(file);
    expect(report).toMatchObject({ valid: true, records: 1 });
    close();
  });

  it('leaves a session out whole whose events do not fit together, and says so', async () => {
    const file = copy();
    const driver = open(file);
    driver.exec("delete from events where session = 's3' and version = 4");
    driver.close();

    const { parts } = salvageState(file, { now: NOW, open });

    expect(parts[0]).toEqual({ name: 'sessions', saved: SESSIONS - 1, dropped: 1, isWhole: true });
    const { sessions, last, close } = await opened(file);
    expect(sessions.map(({ id }) => id)).not.toContain('s3');
    expect(last).toMatchObject({ detail: expect.stringContaining('11 sessions (1 that did not fit left out)') });
    close();
  });
});

describe.each(OLDER_FORMATS)('a damaged state of the older format %i', format => {
  const fact = (at: number): SessionEvent => ({ type: 'fact', at, name: `f${at}`, value: at });
  const called: SessionEvent = {
    type: 'evaluated',
    at: 3,
    evaluationId: '1',
    callId: 'open',
    kind: 'read',
    ruling: 'pass',
    passed: true,
    code: 'ok',
    risk: 0,
  };
  const events = [fact(1), fact(2), called];
  const MANY = 400;

  /** An older state with many counters, of which a page is damaged. */
  function damaged(...more: readonly string[]): string {
    const file = join(mkdtempSync(join(folder, `${count++}-`)), 'state.db');
    const driver = writeOlderState(builtinSqlite, file, format, events);
    for (let key = 0; key < MANY; key++) driver.prepare('insert into totals values (?, 1)').run(`key ${key} ${'x'.repeat(100)}`);
    for (const sql of more) driver.exec(sql);
    driver.exec('pragma wal_checkpoint(truncate)');
    driver.close();
    const lost = Math.floor(readFileSync(file).indexOf('key 250 x') / PAGE) * PAGE;
    damage(file, lost, Buffer.alloc(PAGE, 0xff));
    return file;
  }

  it('is saved as far as it can be read, and brought up to date', async () => {
    const file = damaged();
    expect(damageOf(file, { now: NOW })).not.toEqual([]);

    const { kept, format: found, parts } = salvageState(file, { now: NOW });

    const [sessions, counters, approvals, trail] = parts;
    expect(found).toBe(format);
    expect(sessions).toEqual({ name: 'sessions', saved: 1, dropped: 0, isWhole: true });
    expect(counters).toMatchObject({ dropped: 0, isWhole: false });
    expect(counters?.saved).toBeGreaterThan(MANY / 2);
    expect([approvals, trail].map(part => [part?.saved, part?.dropped, part?.isWhole])).toEqual([
      [0, 0, true],
      [0, 0, true],
    ]);
    const state = sqliteState(file);
    expect(state.sessions.load('s')).toEqual(foldSession(emptySession('s'), ...events));
    expect(state.sessions.call('s', 'open')).toMatchObject({ evaluationId: '1', at: 3, passed: true });
    expect(state.sessions.used({ key: 'k', now: 0 })).toBe(7);
    expect(state.audit.verify()).toMatchObject({ valid: true, records: 1 });
    expect(state.audit.read()[0]?.record).toMatchObject({
      code: 'state_salvaged',
      detail: expect.stringMatching(
        new RegExp(`damaged state of the older format ${format} salvaged: 1 sessions, .*${basename(kept)}`),
      ),
    });
    state.close();
    expect(examineState(file, { now: NOW })).toMatchObject({ format: { found: 6, current: 6 }, damage: [] });
  });

  it('loses a session whose events are no text of ours, and only that', () => {
    const file = damaged("insert into events values ('t', 1, '{\"type\": \"fa')");

    const { parts } = salvageState(file, { now: NOW });

    expect(parts[0]).toEqual({ name: 'sessions', saved: 1, dropped: 1, isWhole: true });
  });
});

it('a state that was salvaged verifies and decides, wherever the damage lies', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(),
      fc.integer({ min: 1, max: 3 * PAGE }),
      fc.integer({ min: 0, max: 255 }),
      async (where, length, byte) => {
        const file = copy();
        damage(file, where % readFileSync(file).length, Buffer.alloc(length, byte));
        salvageState(file, { now: NOW });
        const { report, counters, close } = await opened(file);
        expect(report.valid).toBe(true);
        expect(counters.reduce((sum, { charged, reserved }) => sum + charged + reserved, 0)).toBeLessThanOrEqual(CALLS);
        close();
        rmSync(dirname(file), { recursive: true });
      },
    ),
    { numRuns: cases(40) },
  );
});
