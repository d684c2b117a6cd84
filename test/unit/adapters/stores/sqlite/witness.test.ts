import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { ANCHOR_EVERY, betterSqlite, builtinSqlite, sqliteState } from '@licet/adapters/sqlite';
import type { OpenDriver, SqliteState } from '@licet/adapters/sqlite';
import { PolicyEngine } from '@licet/core';
import { Budget } from '@licet/guards';
import { afterAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'licet-witness-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;

interface Place {
  readonly file: string;
  readonly witness: string;
}

const place = (): Place => {
  const root = join(folder, `${count++}`);
  return { file: join(root, '.licet', 'state.db'), witness: join(root, 'elsewhere', 'witness.json') };
};

const open = ({ file, witness }: Place, driver: OpenDriver): SqliteState =>
  sqliteState(file, { open: driver, witness, makeFolder: true, busyTimeoutMs: 50 });

/** Judges actions in a new process. */
function ask(where: Place, driver: OpenDriver, times = 1) {
  const { sessions, audit, close } = open(where, driver);
  const engine = new PolicyEngine(Budget({ max: 1_000, per: 'project' }), { sessions, audit });
  let last = engine.evaluateSync({ kind: 'bash', sessionId: 's' });
  for (let call = 1; call < times; call++) last = engine.evaluateSync({ kind: 'bash', sessionId: 's' });
  close();
  return last;
}

const parts = ({ file }: Place): readonly string[] => ['', '-wal', '-shm'].map(ending => `${file}${ending}`);
const blocked = (why: RegExp) => ({
  passed: false,
  errors: expect.arrayContaining([expect.objectContaining({ message: expect.stringMatching(why) })]),
});

describe.each([
  ['the built-in SQLite', builtinSqlite],
  ['better-sqlite3', betterSqlite],
] as const)('a state with a witness, under %s', (_name, driver) => {
  it('is gone: blocks in every process that follows, and creates nothing again', () => {
    const where = place();
    expect(ask(where, driver).passed).toBe(true);
    rmSync(dirname(where.file), { recursive: true });

    for (let time = 0; time < 2; time++) expect(ask(where, driver)).toMatchObject(blocked(/in use before, and it is gone/));
    expect(existsSync(where.file)).toBe(false);
  });

  it('has an empty log when its witness has been told of the trail, unless somebody reads', () => {
    const where = place();
    const { sessions, audit, close } = open(where, driver);
    const engine = new PolicyEngine(Budget({ max: 1_000, per: 'project' }), { sessions, audit });
    const logAfter = (calls: number): number => {
      for (let call = 0; call < calls; call++)
        expect(engine.evaluateSync({ kind: 'bash', sessionId: 's' })).toMatchObject({ passed: true });
      return statSync(`${where.file}-wal`).size;
    };
    expect(logAfter(ANCHOR_EVERY - 1)).toBeGreaterThan(0);
    expect(logAfter(1)).toBe(0);

    const reader = driver(where.file);
    reader.exec('begin');
    reader.prepare('select count(*) from audit').get();
    expect(logAfter(ANCHOR_EVERY)).toBeGreaterThan(0);
    reader.close();

    expect(logAfter(ANCHOR_EVERY)).toBe(0);
    expect(audit.verify()).toMatchObject({ valid: true, records: 3 * ANCHOR_EVERY });
    close();
  });

  it('was emptied: blocks and stays empty', () => {
    const where = place();
    ask(where, driver);
    for (const part of parts(where)) rmSync(part, { force: true });
    writeFileSync(where.file, '');

    expect(ask(where, driver)).toMatchObject(blocked(/in use before, and it was emptied/));
    expect(readFileSync(where.file)).toHaveLength(0);
  });

  it('lost all but its name: blocks', () => {
    const where = place();
    ask(where, driver);
    for (const part of parts(where)) if (existsSync(part)) truncateSync(part);

    expect(ask(where, driver).passed).toBe(false);
  });

  it('is another one: blocks', () => {
    const [where, other] = [place(), place()];
    for (const each of [where, other]) ask(each, driver);
    for (const part of parts(where)) rmSync(part, { force: true });
    copyFileSync(other.file, where.file);

    expect(ask(where, driver)).toMatchObject(blocked(/another one is there/));
  });

  it('is an older copy: blocks once an anchor was taken of what it has lost', () => {
    const where = place();
    ask(where, driver);
    const kept = join(dirname(where.witness), 'copy.db');
    copyFileSync(where.file, kept);
    ask(where, driver, ANCHOR_EVERY);
    for (const part of parts(where)) rmSync(part, { force: true });
    copyFileSync(kept, where.file);

    expect(ask(where, driver)).toMatchObject(blocked(new RegExp(`does not hold record ${ANCHOR_EVERY} as it was`)));
  });

  it('has lost the end of its trail: blocks, and the check of the trail says where', () => {
    const where = place();
    ask(where, driver, 2 * ANCHOR_EVERY + 3);
    const connection = driver(where.file);
    connection.exec(`delete from audit where seq > ${ANCHOR_EVERY}`);
    connection.close();

    expect(ask(where, driver)).toMatchObject(blocked(/the end was cut off/));
    const unwitnessed = sqliteState(where.file, { open: driver, readOnly: true });
    const anchor = (JSON.parse(readFileSync(where.witness, 'utf8')) as { anchor: { seq: number; hash: string } }).anchor;
    expect(anchor.seq).toBe(2 * ANCHOR_EVERY);
    expect(unwitnessed.audit.verify()).toMatchObject({ valid: true });
    expect(unwitnessed.audit.verify(anchor)).toMatchObject({ valid: false, bad: { seq: ANCHOR_EVERY + 1 } });
    unwitnessed.close();
  });

  it('is written to by a process that lives on: its anchor is written when no call waits, and at the end', () => {
    const where = place();
    const waiting: (() => void)[] = [];
    const { sessions, audit, close } = sqliteState(where.file, {
      open: driver,
      witness: where.witness,
      makeFolder: true,
      later: work => void waiting.push(work),
    });
    const engine = new PolicyEngine(Budget({ max: 1_000, per: 'project' }), { sessions, audit });
    const judge = (times: number): void => {
      for (let call = 0; call < times; call++) engine.evaluateSync({ kind: 'bash', sessionId: 's' });
    };
    const anchored = (): number | undefined =>
      (JSON.parse(readFileSync(where.witness, 'utf8')) as { readonly anchor?: { readonly seq: number } }).anchor?.seq;

    judge(ANCHOR_EVERY);
    expect(anchored()).toBeUndefined();
    for (const work of waiting.splice(0)) work();
    expect(anchored()).toBe(ANCHOR_EVERY);
    judge(ANCHOR_EVERY);
    close();
    expect(anchored()).toBe(2 * ANCHOR_EVERY);
    for (const work of waiting) work();
    expect(anchored()).toBe(2 * ANCHOR_EVERY);
  });

  it('has lost the end of its trail while it is open: the check of the trail finds it by the anchor', () => {
    const where = place();
    ask(where, driver, ANCHOR_EVERY);
    const state = open(where, driver);
    expect(state.audit.verify()).toMatchObject({ valid: true, records: ANCHOR_EVERY });
    const connection = driver(where.file);
    connection.exec(`delete from audit where seq > 10`);
    connection.close();

    expect(state.audit.verify()).toMatchObject({ valid: false, bad: { seq: 11 } });
    state.close();
  });

  it('that was there before is taken on, and goes on', () => {
    const where = place();
    const { sessions, close } = sqliteState(where.file, { open: driver, makeFolder: true });
    void sessions.append('s', [{ type: 'fact', at: 1, name: 'reviewed', value: true }]);
    close();

    expect(ask(where, driver).passed).toBe(true);
    expect(existsSync(where.witness)).toBe(true);
    expect(ask(where, driver).passed).toBe(true);
  });

  it('has a witness that says nothing: blocks instead of guessing', () => {
    const where = place();
    ask(where, driver);
    writeFileSync(where.witness, '{"id":');

    expect(ask(where, driver)).toMatchObject(blocked(/cannot be read/));
  });

  it('has a witness that cannot be written: goes on without', () => {
    const where = place();
    mkdirSync(`${where.witness}.${process.pid}.part`, { recursive: true });

    expect(ask(where, driver, ANCHOR_EVERY + 1).passed).toBe(true);
    expect(existsSync(where.witness)).toBe(false);
  });

  it('is only looked at: writes no witness', () => {
    const where = place();
    sqliteState(where.file, { open: driver, makeFolder: true }).inspect.reset({});
    const { inspect, close } = sqliteState(where.file, { open: driver, witness: where.witness, readOnly: true });
    void inspect.sessions();
    close();

    expect(existsSync(where.witness)).toBe(false);
  });

  it('is closed and opened by many, and none of them is stopped', () => {
    const where = place();
    for (let call = 0; call < 40; call++) expect(ask(where, driver, 5).passed).toBe(true);
    const { audit, close } = open(where, driver);

    expect(audit.verify()).toMatchObject({ valid: true, records: 200 });
    close();
  });
});
