import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { builtinSqlite, sqliteState } from '@licet/adapters/sqlite';
import type { OpenDriver } from '@licet/adapters/sqlite';
import { PolicyEngine, guard, pass } from '@licet/core';
import type { AuditRecord } from '@licet/core';
import { afterAll, describe, expect, it, test } from 'vitest';

import { plain, request } from '../../../core/store/approvalFixtures.ts';
import { drivers } from '../../../../support/sqliteDrivers.ts';

const folder = mkdtempSync(join(tmpdir(), 'licet-own-schema-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;
const fresh = (): string => join(folder, `${(count += 1)}.db`);

const yes = guard('yes', () => pass());
const action = { kind: 'bash', sessionId: 's' } as const;
const outcome: AuditRecord = { type: 'outcome', at: 1, evaluationId: 'e', sessionId: 's', status: 'ok' };
const change = (file: string, sql: string): void => {
  const driver = builtinSqlite(file);
  driver.exec(sql);
  driver.close();
};

const COPY = 'create table copy as select * from audit; drop table audit;';
const FOREIGN: readonly (readonly [what: string, name: string, sql: string])[] = [
  ['a trigger that swallows records', 'swallow', 'create trigger swallow before insert on audit begin select raise(ignore); end'],
  [
    'a trigger that removes records',
    'swallow',
    'create trigger swallow after insert on audit begin delete from audit where seq = new.seq; end',
  ],
  [
    'a trigger that grants approvals',
    'grant',
    'create trigger "grant" after insert on approvals begin update approvals set answer = \'[]\'; end',
  ],
  ['a trigger on another table of ours', 'free', 'create trigger free after insert on entries begin delete from entries; end'],
  [
    'a trigger with a name of SQLite',
    'concept_x',
    'create trigger concept_x after insert on events begin delete from events; end',
  ],
  ['a view', 'seen', 'create view seen as select * from audit'],
  [
    'a view in the place of a table',
    'totals',
    'drop table totals; create view totals as select key, 0.0 as charged from entries',
  ],
  ['another table', 'notes', 'create table notes (text)'],
  ['another index', 'one', 'create unique index one on audit (session)'],
  [
    'a table of ours that drops what conflicts',
    'audit',
    `${COPY} create table audit (seq integer primary key on conflict ignore, at integer not null, type text not null, session text not null, evaluation text not null, ruling text, guard text, code text, record text not null, prev text not null, hash text not null, deed text, machine text); insert into audit select * from copy; drop table copy`,
  ],
  ['a table of ours with one more column', 'totals', 'alter table totals add column spare text'],
];

describe.each(drivers)('a state file under %s', (_name, open) => {
  test.each(FOREIGN)('with %s is refused, and the refusal names it', (_what, name, sql) => {
    const file = fresh();
    const before = sqliteState(file, { open });
    before.audit.append(outcome);
    before.close();
    change(file, sql);
    const { sessions, audit, close } = sqliteState(file, { open });

    expect(() => audit.append(outcome)).toThrow(
      expect.objectContaining({ code: 'store_unavailable', message: expect.stringContaining(`\`${name}\``) as string }) as Error,
    );
    expect(() => audit.verify()).toThrow(/which licet has not made.*licet reset --state/u);
    expect(new PolicyEngine(yes, { sessions, audit }).evaluateSync(action)).toMatchObject({ passed: false, ruling: 'block' });
    close();
  });

  test.each(FOREIGN)('that is in use is refused as soon as it has %s, and nothing is written', (_what, name, sql) => {
    const file = fresh();
    const { sessions, audit, close } = sqliteState(file, { open });
    const engine = new PolicyEngine(yes, { sessions, audit });
    expect(engine.evaluateSync(action).passed).toBe(true);
    change(file, sql);
    const stopped = engine.evaluateSync(action);
    close();

    expect(stopped).toMatchObject({ passed: false, ruling: 'block' });
    expect(stopped.errors.map(({ message }) => message).join()).toContain(`\`${name}\``);
    const driver = builtinSqlite(file);
    expect(driver.prepare('select count(*) as count from audit').get()).toEqual({ count: 1 });
    driver.close();
  });

  it('goes on when the foreign part is gone, and when a knowledge graph lies in the same file', () => {
    const file = fresh();
    const { sessions, audit, close } = sqliteState(file, { open });
    const engine = new PolicyEngine(yes, { sessions, audit });
    engine.evaluateSync(action);
    change(file, 'create view seen as select 1');
    expect(engine.evaluateSync(action).passed).toBe(false);
    change(
      file,
      'drop view seen; create table concept_meta (name text primary key) without rowid; create index concept_i on concept_meta (name)',
    );

    expect(engine.evaluateSync(action).passed).toBe(true);
    expect(audit.verify()).toMatchObject({ valid: true, records: 2 });
    close();
  });

  it('has its schema read once, and again only when it has changed', () => {
    const read: string[] = [];
    const watched: OpenDriver = (file, options) => {
      const driver = open(file, options);
      return {
        exec: sql => driver.exec(sql),
        prepare(sql) {
          if (sql.includes('json_group_array(json_array(type')) read.push(sql);
          return driver.prepare(sql);
        },
        close: () => driver.close(),
      };
    };
    const file = fresh();
    const { sessions, audit, close } = sqliteState(file, { open: watched });
    const engine = new PolicyEngine(yes, { sessions, audit });
    for (let call = 0; call < 20; call++) engine.evaluateSync(action);
    expect(read).toHaveLength(1);

    change(file, 'create table concept_meta (name text)');
    for (let call = 0; call < 20; call++) engine.evaluateSync(action);
    expect(read).toHaveLength(2);
    close();
  });

  /** A trigger of the connection itself is in no schema: what it swallows is missed when it is counted and read back. */
  const swallowing = (table: string, when: string): ReturnType<typeof sqliteState> => {
    let own: ReturnType<OpenDriver> | undefined;
    const state = sqliteState(fresh(), { open: (file, options) => (own = open(file, options)) });
    state.audit.append(outcome);
    own?.exec(
      when === 'before'
        ? `create temp trigger swallow before insert on main.${table} begin select raise(ignore); end`
        : `create temp trigger swallow after insert on main.${table} begin delete from ${table} where rowid = new.rowid; end`,
    );
    return state;
  };

  it.each(['before', 'after'])('does not take a record that is swallowed %s it is written', when => {
    const { audit, close } = swallowing('audit', when);

    expect(() => audit.append(outcome)).toThrow(expect.objectContaining({ code: 'store_unavailable' }) as Error);
    close();
  });

  it('does not take an event or a request that is swallowed', () => {
    const events = swallowing('events', 'before');
    expect(() => events.sessions.append('s', [{ type: 'fact', at: 1, name: 'x', value: 1 }])).toThrow(
      expect.objectContaining({ code: 'store_unavailable' }) as Error,
    );
    events.close();
    const approvals = swallowing('approvals', 'before');
    expect(() => approvals.approvals.open(request([plain]))).toThrow(
      expect.objectContaining({ code: 'store_unavailable' }) as Error,
    );
    approvals.close();
  });
});
