import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { builtinSqlite, damageOf, examineState, sqliteState, upgradeState } from '@licet/adapters/sqlite';
import type { OpenDriver } from '@licet/adapters/sqlite';
import { emptySession, foldSession } from '@licet/core/store';
import type { SessionEvent } from '@licet/core/store';
import { afterAll, describe, expect, it, test } from 'vitest';

import { OLDER_FORMATS, writeOlderState } from '../../../../support/olderState.ts';
import type { OlderFormat } from '../../../../support/olderState.ts';
import { drivers } from '../../../../support/sqliteDrivers.ts';

const folder = mkdtempSync(join(tmpdir(), 'licet-upgrade-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;

const NOW = Date.parse('2026-01-02T03:04:05.678Z');

const fact = (at: number): SessionEvent => ({ type: 'fact', at, name: `f${at}`, value: at });
const evaluated = (evaluationId: string, callId: string): SessionEvent => ({
  type: 'evaluated',
  at: 4,
  evaluationId,
  callId,
  kind: 'read',
  ruling: 'warn',
  passed: true,
  code: 'ok',
  risk: 0,
});
const EVENTS: readonly SessionEvent[] = [
  fact(1),
  fact(2),
  evaluated('1', 'open'),
  evaluated('2', 'open'),
  evaluated('3', 'closed'),
  { type: 'outcome', at: 5, evaluationId: '3', status: 'ok' },
];

const cases = drivers.flatMap(([name, open]) => OLDER_FORMATS.map(format => ({ name, open, format })));

function older(open: OpenDriver, format: OlderFormat): { file: string; driver: ReturnType<OpenDriver> } {
  const file = join(folder, `${count++}.db`);
  return { file, driver: writeOlderState(open, file, format, EVENTS) };
}

/** Every row of a file. */
function rowsOf(open: OpenDriver, file: string): unknown {
  const driver = open(file);
  const tables = driver.prepare("select name from sqlite_schema where type = 'table' order by name").all() as { name: string }[];
  const rows = tables.map(({ name }) => [name, driver.prepare(`select * from ${name}`).all()]);
  driver.close();
  return rows;
}

describe.each(cases)('a state of format $format, under $name', ({ open, format }) => {
  test.each([true, false])('is refused with the command that keeps it, and is left as it is (read only: %s)', readOnly => {
    const { file, driver } = older(open, format);
    driver.close();
    const before = rowsOf(open, file);
    const { sessions, close } = sqliteState(file, { open, readOnly });

    const refusal = new RegExp(`older format ${format}, and this version of licet goes on with 6; \`licet doctor --fix\``);
    expect(() => sessions.load('s')).toThrow(refusal);
    if (!readOnly) expect(() => sessions.append('s', [fact(9)])).toThrow(refusal);
    close();
    expect(rowsOf(open, file)).toEqual(before);
    expect(damageOf(file, { now: NOW, open })).toEqual([]);
  });

  it('is brought up to date with everything in it, beside a private copy of it as it was, and its trail says so', async () => {
    const { file, driver } = older(open, format);
    driver.close();
    const before = rowsOf(open, file);

    const upgrade = upgradeState(file, { now: NOW, open });

    expect(upgrade).toEqual({ kept: `${file}.format-${format}-2026-01-02T03-04-05-678Z`, from: format, to: 6 });
    expect(rowsOf(open, upgrade?.kept ?? '')).toEqual(before);
    expect(statSync(upgrade?.kept ?? '').mode & 0o777).toBe(0o600);
    const { sessions, inspect, audit, close } = sqliteState(file, { open });
    expect(sessions.load('s')).toEqual(foldSession(emptySession('s'), ...EVENTS));
    expect(sessions.call('s', 'open')).toEqual({ evaluationId: '2', at: 4, ruling: 'warn', passed: true });
    expect(sessions.call('s', 'closed')).toBeUndefined();
    expect(sessions.append('s', [fact(9)], EVENTS.length)).toBe(EVENTS.length + 1);
    expect(sessions.used({ key: 'k', now: 0 })).toBe(7);
    expect(await inspect.sessions()).toHaveLength(1);
    expect(audit.verify()).toMatchObject({ valid: true, records: 1 });
    expect(audit.read()[0]?.record).toMatchObject({
      code: 'state_upgraded',
      detail: expect.stringContaining(basename(upgrade?.kept ?? '')) as string,
    });
    close();
    expect(examineState(file, { now: NOW, open })).toMatchObject({ format: { found: 6, current: 6 }, damage: [] });
    expect(upgradeState(file, { now: NOW, open })).toBeUndefined();
  });

  it('stops a process of that version that still has it open, instead of letting it read what lags behind', () => {
    const { file, driver } = older(open, format);
    const column = format < 3 ? 'state' : 'folded';
    const read = driver.prepare(`select version, ${column} from sessions where id = ?`);
    const write = driver.prepare('insert into sessions values (?, ?, ?, ?)'.replace(format < 3 ? '' : ', ?', ''));
    expect(read.get('s')).toMatchObject({ version: EVENTS.length });

    upgradeState(file, { now: NOW, open });

    if (format < 3) {
      expect(() => read.get('s')).toThrow(/no such column/);
      expect(() => write.run('t', 1, '{}', 1)).toThrow(/columns/);
    }
    driver.close();
  });
});

describe('what is written into an older state while it is copied', () => {
  it('is in the copy and in the file: it is copied again', () => {
    const { file, driver } = older(builtinSqlite, 2);
    let copies = 0;
    const open: OpenDriver = name => {
      const opened = builtinSqlite(name);
      const prepare = (sql: string) => {
        const statement = opened.prepare(sql);
        if (sql !== 'vacuum into ?') return statement;
        const run: typeof statement.run = (...values) => {
          const done = statement.run(...values);
          if (++copies === 1) driver.exec("insert into totals values ('late', 3)");
          return done;
        };
        return { ...statement, run };
      };
      return { exec: sql => opened.exec(sql), prepare, close: () => opened.close() };
    };

    const upgrade = upgradeState(file, { now: NOW, open });

    expect(copies).toBe(2);
    for (const each of [file, upgrade?.kept ?? '']) expect(JSON.stringify(rowsOf(builtinSqlite, each))).toContain('"late"');
    driver.close();
  });
});

describe('nothing is brought up to date', () => {
  it('where there is no file, or a current one', () => {
    const file = join(folder, `${count++}.db`);
    expect(upgradeState(file, { now: NOW })).toBeUndefined();
    expect(existsSync(file)).toBe(false);
    const { sessions, close } = sqliteState(file);
    sessions.append('s', [fact(1)]);
    close();
    expect(upgradeState(file, { now: NOW })).toBeUndefined();
  });

  it('where the file is of another program or of a newer version, which stay as they are', () => {
    for (const [sql, said] of [
      ['create table notes (text)', /of another program/],
      ['pragma application_id = 1818846068; pragma user_version = 99', /update licet/],
    ] as const) {
      const file = join(folder, `${count++}.db`);
      const driver = builtinSqlite(file);
      driver.exec(sql);
      driver.close();
      const before = readFileSync(file);
      expect(() => upgradeState(file, { now: NOW })).toThrow(said);
      expect(readFileSync(file)).toEqual(before);
    }
  });
});
