import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { builtinSqlite, examineState, sqliteState } from '@licet/adapters/sqlite';
import type { OpenDriver } from '@licet/adapters/sqlite';
import { emptySession, foldSession } from '@licet/core/store';
import type { SessionEvent } from '@licet/core/store';
import { afterAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'licet-schema-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;

const Database = createRequire(import.meta.url)('better-sqlite3') as new (file: string) => ReturnType<OpenDriver>;
const drivers: readonly (readonly [string, OpenDriver])[] = [
  ['the built-in SQLite', builtinSqlite],
  ['better-sqlite3', file => new Database(file)],
];

const fact = (at: number): SessionEvent => ({ type: 'fact', at, name: `f${at}`, value: at });
const EVENTS = [1, 2, 3].map(fact);

/** A file as version 2 wrote it: the whole state of a session beside its events. */
function versionTwo(open: OpenDriver): { file: string; driver: ReturnType<OpenDriver> } {
  const file = join(folder, `${count++}.db`);
  const driver = open(file);
  driver.exec(`
    pragma journal_mode = wal;
    create table sessions (id text primary key, version integer not null, state text not null, at integer not null) without rowid;
    create table events (session text not null, version integer not null, event text not null, primary key (session, version)) without rowid;
    create table entries (
      key text not null, holder text not null, amount real not null, at integer not null,
      expires_at integer, windowed integer not null, primary key (key, holder)
    ) without rowid;
    create table totals (key text primary key, charged real not null) without rowid;
    create table approvals (
      id text primary key, request text not null, answer text, holder text, created_at integer not null, expires_at integer not null
    ) without rowid;
    create table audit (
      seq integer primary key, at integer not null, type text not null, session text not null, evaluation text not null,
      ruling text, guard text, code text, record text not null, prev text not null, hash text not null
    );
    insert into totals values ('k', 7);
    pragma application_id = 1818846068;
    pragma user_version = 2;
  `);
  for (const [index, event] of EVENTS.entries())
    driver.prepare('insert into events values (?, ?, ?)').run('s', index + 1, JSON.stringify(event));
  const state = foldSession(emptySession('s'), ...EVENTS);
  driver.prepare('insert into sessions values (?, ?, ?, ?)').run('s', state.version, JSON.stringify(state), 3);
  return { file, driver };
}

describe.each(drivers)('a file of the version before, under %s', (_name, open) => {
  it('goes on where it stood', async () => {
    const { file, driver } = versionTwo(open);
    driver.close();
    const { sessions, inspect, close } = sqliteState(file, { open });

    expect(sessions.load('s')).toEqual(foldSession(emptySession('s'), ...EVENTS));
    expect(sessions.append('s', [fact(4)], 3)).toBe(4);
    expect(sessions.load('s')).toEqual(foldSession(emptySession('s'), ...EVENTS, fact(4)));
    expect(sessions.used({ key: 'k', now: 0 })).toBe(7);
    expect(await inspect.sessions()).toHaveLength(1);
    close();
    expect(examineState(file, { now: 5, open })).toMatchObject({ format: { found: 4, current: 4 }, newestAt: 4, damage: [] });
  });

  it('knows which of its calls are open', () => {
    const { file, driver } = versionTwo(open);
    const evaluated = (id: string, callId: string): SessionEvent => ({
      type: 'evaluated',
      at: 4,
      evaluationId: id,
      callId,
      kind: 'read',
      ruling: 'warn',
      passed: true,
      code: 'ok',
      risk: 0,
    });
    const events: readonly SessionEvent[] = [
      evaluated('1', 'open'),
      evaluated('2', 'open'),
      evaluated('3', 'closed'),
      { type: 'outcome', at: 5, evaluationId: '3', status: 'ok' },
    ];
    for (const [index, event] of events.entries())
      driver.prepare('insert into events values (?, ?, ?)').run('s', index + 4, JSON.stringify(event));
    driver.close();
    const { sessions, close } = sqliteState(file, { open });
    const version = sessions.append('s', [fact(9)]);

    expect(version).toBe(8);
    expect(sessions.call('s', 'open')).toEqual({ evaluationId: '2', at: 4, ruling: 'warn', passed: true });
    expect(sessions.call('s', 'closed')).toBeUndefined();
    close();
  });

  it('is not called damaged by who only reads it', () => {
    const { file, driver } = versionTwo(open);
    driver.close();
    const { sessions, close } = sqliteState(file, { open, readOnly: true });

    expect(() => sessions.load('s')).toThrow(/has the format 2.*the next action that is judged brings it up to date/);
    close();
  });

  it('stops a process of that version that still has it open, instead of letting it read what lags behind', () => {
    const { file, driver } = versionTwo(open);
    const [read, write] = [
      driver.prepare('select version, state from sessions where id = ?'),
      driver.prepare('insert into sessions (id, version, state, at) values (?, ?, ?, ?)'),
    ];
    expect(read.get('s')).toMatchObject({ version: 3 });
    const { sessions, close } = sqliteState(file, { open });
    void sessions.append('s', [fact(4)]);

    expect(() => read.get('s')).toThrow(/no such column/);
    expect(() => write.run('t', 1, '{}', 1)).toThrow(/no column named/);
    close();
    driver.close();
  });
});
