import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { builtinSqlite, sqliteState } from '@licet/adapters/sqlite';
import type { OpenDriver } from '@licet/adapters/sqlite';
import { All, PolicyEngine, block, guard, pass } from '@licet/core';
import { Budget } from '@licet/guards';
import { afterAll, describe, expect, it, test } from 'vitest';
import { drivers } from '../../../../support/sqliteDrivers.ts';

const folder = mkdtempSync(join(tmpdir(), 'licet-connection-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;
const fresh = (): string => join(mkdtempSync(join(folder, 'd-')), `${count++}.db`);

const engineOn = (file: string, open: OpenDriver = builtinSqlite) => {
  const state = sqliteState(file, { open, busyTimeoutMs: 50 });
  const { sessions, approvals, audit } = state;
  const engine = new PolicyEngine(Budget({ max: 100, per: 'project' }), { sessions, approvals, audit });
  return { ...state, ask: () => engine.evaluateSync({ kind: 'bash', sessionId: 's' }) };
};

const outcome = { type: 'outcome', at: 1, evaluationId: 'e', sessionId: 's', status: 'ok' } as const;

describe.each(drivers)('a state file that changes under %s', (_name, open) => {
  it('is not created again when it was removed, and goes on when it is back', () => {
    const file = fresh();
    const { ask, close, audit } = engineOn(file, open);
    expect(ask().passed).toBe(true);
    const away = `${file}.away`;
    for (const end of ['', '-wal', '-shm']) renameSync(file + end, away + end);

    expect(ask()).toMatchObject({ passed: false, ruling: 'block' });
    expect(ask().errors[0]?.message).toMatch(/removed while it was in use; put it back/);
    expect(existsSync(file)).toBe(false);

    for (const end of ['', '-wal', '-shm']) if (existsSync(away + end)) renameSync(away + end, file + end);
    expect(ask().passed).toBe(true);
    expect(audit.verify()).toMatchObject({ valid: true, records: 2 });
    close();
  });

  it('is not written to when another one lies in its place; the next call uses that one', () => {
    const file = fresh();
    const first = engineOn(file, open);
    first.ask();
    for (const end of ['', '-wal', '-shm']) renameSync(file + end, `${file}.away${end}`);
    const second = engineOn(file, open);
    second.ask();

    const stopped = first.ask();
    expect(stopped.passed).toBe(false);
    expect(stopped.errors[0]).toMatchObject({ code: 'store_unavailable' });
    expect(first.ask().passed).toBe(true);
    expect(second.audit.verify()).toMatchObject({ valid: true, records: 3 });
    first.close();
    second.close();
  });

  it('is not created again when its whole folder was removed, and works when both are back', () => {
    const file = fresh();
    const { ask, close } = engineOn(file, open);
    ask();
    renameSync(dirname(file), `${dirname(file)}-away`);

    expect(ask().errors[0]).toMatchObject({ code: 'store_unavailable' });
    renameSync(`${dirname(file)}-away`, dirname(file));
    expect(ask().passed).toBe(true);
    close();
  });

  it('blocks when a folder lies in its place', () => {
    const file = fresh();
    mkdirSync(file);

    expect(engineOn(file, open).ask().errors[0]?.message).toMatch(/cannot be opened/);
  });
});

describe.each(drivers)('a state that is only read by %s', (_name, open) => {
  it('does not create a file, and says that there is none', () => {
    const file = fresh();
    const { inspect } = sqliteState(file, { open, readOnly: true });

    expect(() => inspect.sessions()).toThrow(/there is no such file/);
    expect(existsSync(file)).toBe(false);
  });

  it('leaves every byte as it was, and refuses to change one', () => {
    const file = fresh();
    const writer = engineOn(file, open);
    writer.ask();
    writer.close();
    const before = readdirSync(dirname(file)).map(name => [name, readFileSync(join(dirname(file), name), 'hex')]);
    const { inspect, sessions, audit, close } = sqliteState(file, { open, readOnly: true });

    expect(inspect.sessions()).toHaveLength(1);
    expect(inspect.counters(0)).toHaveLength(1);
    expect(() => audit.append(outcome)).toThrow(expect.objectContaining({ code: 'store_unavailable' }) as Error);
    expect(() => inspect.reset({})).toThrow(/may not be written/);
    expect(() => sessions.append('s', [])).toThrow(/may not be written/);
    close();
    expect(readdirSync(dirname(file)).map(name => [name, readFileSync(join(dirname(file), name), 'hex')])).toEqual(before);
  });

  it('makes no tables in an empty file', () => {
    const file = fresh();
    writeFileSync(file, '');

    expect(() => sqliteState(file, { open, readOnly: true }).inspect.counters(0)).toThrow(/nothing has been kept/);
    expect(readFileSync(file)).toHaveLength(0);
  });
});

describe('a database that is not ours', () => {
  test.each([
    ['of another program', 'create table notes (text); insert into notes values (1)'],
    ['of another program with a version', 'create table notes (text); pragma user_version = 1'],
    ['that another program has marked', 'pragma application_id = 1196444487'],
  ])('%s is refused and left alone', (_what, sql) => {
    const file = fresh();
    const driver = builtinSqlite(file);
    driver.exec(sql);
    driver.close();
    const before = readFileSync(file, 'hex');

    expect(engineOn(file).ask().errors[0]?.message).toMatch(/another program/);
    expect(readFileSync(file, 'hex')).toBe(before);
  });
});

describe('a state that holds what cannot be', () => {
  const reading = guard('reading', (_action, ctx) => (ctx.session.state.version >= 0 ? pass() : block('no', { fix: 'wait' })));

  test.each([
    ['a session that is no JSON', "update sessions set folded = 'x'"],
    ['a session of another version', 'update sessions set version = 7'],
    ['a session under another name', `update sessions set folded = replace(folded, '"s"', '"t"')`],
    ['a session whose last events are gone', 'delete from events where version > 60'],
    ['a session of whose events one is gone', 'delete from events where version = 66'],
    ['events of a session that is gone', 'delete from sessions'],
    ['a total that is text', "update totals set charged = 'much'"],
    ['a total below zero', 'update totals set charged = -50'],
    ['a table that is gone', 'drop table entries'],
  ])('%s is a block that names it', async (_what, sql) => {
    const file = fresh();
    const { ask, close, sessions } = engineOn(file);
    const first = ask();
    for (let call = 0; call < 66; call++) ask();
    await sessions.settle({ holder: `evaluation:${first.id}`, now: 0 });
    close();
    const driver = builtinSqlite(file);
    driver.exec(sql);
    driver.close();
    const policy = All(Budget({ max: 100, per: 'project' }), reading);
    const damaged = sqliteState(file, { open: builtinSqlite });
    const stopped = new PolicyEngine(policy, { sessions: damaged.sessions, audit: damaged.audit }).evaluateSync({
      kind: 'bash',
      sessionId: 's',
    });
    damaged.close();

    expect(stopped).toMatchObject({ passed: false, ruling: 'block' });
    expect(`${stopped.code} ${stopped.errors.map(({ message }) => message).join()}`).toMatch(/store_unavailable|damaged/);
  });
});
