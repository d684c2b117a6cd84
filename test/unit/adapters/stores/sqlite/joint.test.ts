import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { groupCommit } from '@licet/adapters';
import { builtinSqlite, sqliteState } from '@licet/adapters/sqlite';
import type { OpenDriver } from '@licet/adapters/sqlite';
import { All, PolicyEngine, guard, pass } from '@licet/core';
import type { AuditRecord } from '@licet/core';
import type { SessionEvent } from '@licet/core/store';
import { afterAll, describe, expect, it, test } from 'vitest';
import { drivers } from '../../../../support/sqliteDrivers.ts';

const folder = mkdtempSync(join(tmpdir(), 'licet-joint-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;

const action = { kind: 'bash', sessionId: 's', callId: 'c' } as const;
const yes = guard('yes', () => pass());
const outcome: AuditRecord = { type: 'outcome', at: 1, evaluationId: 'e', sessionId: 's', status: 'ok' };
const fact: SessionEvent = { type: 'fact', at: 1, name: 'x', value: 1 };

/** A state that tells which statements were run that end a transaction. */
function counted(open: OpenDriver) {
  const file = join(folder, `${count++}.db`);
  const ended: string[] = [];
  const state = sqliteState(file, {
    open: path => {
      const driver = open(path);
      const prepare: typeof driver.prepare = sql => {
        const statement = driver.prepare(sql);
        if (!/^(commit|rollback)$/.test(sql)) return statement;
        return Object.assign(Object.create(statement) as typeof statement, {
          run: () => {
            ended.push(sql);
            return statement.run();
          },
        });
      };
      return { exec: sql => driver.exec(sql), prepare, close: () => driver.close() };
    },
  });
  void state.sessions.load('s');
  ended.length = 0;
  return { ...state, file, ended };
}

const damage = (file: string, sql: string): void => {
  const driver = builtinSqlite(file);
  driver.exec(sql);
  driver.close();
};

describe.each(drivers)('session and trail in one file, under %s', (_name, open) => {
  it('take a decision and an outcome in one transaction each', async () => {
    const { sessions, audit, ended, close } = counted(open);
    const engine = new PolicyEngine(yes, { sessions, audit });
    const evaluation = engine.evaluateSync(action);
    expect(ended).toEqual(['commit']);
    await engine.postAction(evaluation, { success: true });

    expect(ended).toEqual(['commit', 'commit']);
    expect(sessions.load('s')).toMatchObject({ version: 2, evaluated: 1, outcomes: { ok: 1 } });
    expect(audit.read().map(({ record }) => record.type)).toEqual(['evaluation', 'outcome']);
    close();
  });

  it('keep what an action takes and its decision in one transaction, or neither', () => {
    const { sessions, audit, ended, file, close } = counted(open);
    const takes = guard('takes', () => pass(), {
      commit(_action, { session }) {
        void session.reserve('k');
        void session.setFact('x', 1);
        return undefined;
      },
    });
    const engine = new PolicyEngine(takes, { sessions, audit });
    expect(engine.evaluateSync(action).passed).toBe(true);
    expect(ended).toEqual(['commit']);
    expect(sessions.load('s')).toMatchObject({ version: 1, evaluated: 1, facts: { x: 1 } });
    expect(sessions.used({ key: 'k', now: Date.now() })).toBe(1);

    damage(file, 'alter table audit rename column record to elsewhere');
    expect(engine.evaluateSync({ ...action, callId: 'd' })).toMatchObject({ passed: false, code: 'store_unavailable' });
    damage(file, 'alter table audit rename column elsewhere to record');
    expect(sessions.used({ key: 'k', now: Date.now() })).toBe(1);
    expect(sessions.load('s')).toMatchObject({ version: 1 });
    expect(engine.evaluateSync({ ...action, callId: 'd' }).passed).toBe(true);
    expect(sessions.used({ key: 'k', now: Date.now() })).toBe(2);
    close();
  });

  it('keep the facts of a decision in its event, and a value once that several get in a row', () => {
    const { sessions, audit, file, close } = counted(open);
    const sets = guard('sets', () => pass(), {
      commit(_action, { session }) {
        for (const [name, value] of Object.entries({ x: 1, y: 1, z: 2, w: 1 })) void session.setFact(name, value);
        return undefined;
      },
    });
    new PolicyEngine(sets, { sessions, audit }).evaluateSync(action);
    const driver = builtinSqlite(file);
    const rows = driver.prepare('select event from events').all() as { event: string }[];
    driver.close();

    expect(rows.map(({ event }) => JSON.parse(event) as unknown)).toMatchObject([
      {
        type: 'evaluated',
        facts: [
          [1, 'x', 'y'],
          [2, 'z'],
          [1, 'w'],
        ],
      },
    ]);
    expect(sessions.load('s')).toMatchObject({ version: 1, facts: { x: 1, y: 1, z: 2, w: 1 } });
    expect(audit.read().map(({ record }) => record.type)).toEqual(['fact', 'fact', 'fact', 'fact', 'evaluation']);
    close();
  });

  it('are read as they stand at one moment while the guards check, until somebody writes or waits', async () => {
    const { sessions, audit, file, close } = counted(open);
    const other = sqliteState(file);
    let holders = 0;
    const charge = (): void =>
      void other.sessions.reserve({
        key: 'k',
        holder: `h${(holders += 1)}`,
        amount: 1,
        now: Date.now(),
        expiresAt: Date.now() + 60_000,
      });
    const seen: unknown[] = [];
    const look = guard('looks', (_action, { session }) => {
      seen.push(session.used('k'));
      charge();
      return pass();
    });
    const writes = guard('writes', () => {
      audit.append(outcome);
      return pass();
    });
    const waits = guard('waits', async () => Promise.resolve(pass()));

    new PolicyEngine(All(look, look), { sessions, audit }).evaluateSync(action);
    expect(seen.splice(0)).toEqual([0, 0]);
    new PolicyEngine(All(look, writes, look), { sessions, audit }).evaluateSync({ ...action, callId: 'd' });
    expect(seen.splice(0)).toEqual([2, 3]);
    await new PolicyEngine(All(look, waits, look, look), { sessions, audit }).evaluate({ ...action, callId: 'e' });
    expect(seen.splice(0)).toEqual([4, 5, 6]);
    expect(audit.verify()).toMatchObject({ valid: true, records: 4 });
    other.close();
    close();
  });

  it('are written one after the other when the trail is not the one of the file itself', async () => {
    const { sessions, audit, ended, close } = counted(open);
    await new PolicyEngine(yes, { sessions, audit: groupCommit(audit, { windowMs: 0 }) }).evaluate(action);
    await new PolicyEngine(yes, { sessions, audit: { ...audit } }).evaluate(action);
    await new PolicyEngine(yes, { sessions: { ...sessions }, audit }).evaluate(action);

    expect(ended).toHaveLength(6);
    expect(audit.verify()).toMatchObject({ valid: true, records: 3 });
    close();
  });

  test.each([
    ['the trail', 'drop table audit', 'audit_unavailable'],
    ['the session', 'drop table events', 'store_unavailable'],
  ])('take neither when %s cannot be written, and the block says which', (_what, sql, code) => {
    const { sessions, audit, ended, file, close } = counted(open);
    const engine = new PolicyEngine(yes, { sessions, audit });
    damage(file, sql);

    expect(engine.evaluateSync(action)).toMatchObject({ passed: false, code, errors: [{ code }] });
    expect(engine.evaluateSync(action).reason).toMatch(/could not be written down.*damaged; a person can move it aside/);
    expect(ended).toEqual(['rollback', 'rollback']);
    close();
  });

  it('take neither when a record is not data, and go on', () => {
    const { sessions, audit, close } = counted(open);
    const broken = { ...outcome, error: '\ud800' } as AuditRecord;

    expect(() => audit.joint.write('s', [fact], [outcome, broken])).toThrow(
      expect.objectContaining({ code: 'audit_unavailable' }) as Error,
    );
    expect(sessions.load('s')).toMatchObject({ version: 0 });
    void audit.joint.write('s', [fact], [outcome, outcome]);
    expect(sessions.load('s')).toMatchObject({ version: 1 });
    expect(audit.verify()).toMatchObject({ valid: true, records: 2 });
    close();
  });
});
