import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { builtinSqlite, sqliteState } from '@licet/adapters/sqlite';
import { afterAll, describe, expect, it } from 'vitest';

import { plain, request } from '../../../core/store/approvalFixtures.ts';

const folder = mkdtempSync(join(tmpdir(), 'licet-foreign-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
const record = { type: 'anomaly', at: 1, evaluationId: '1', sessionId: 's', code: 'trail_torn', detail: 'x' } as const;
const SWALLOWS = 'create trigger swallow before insert on audit begin select raise(ignore); end';

/** A state file in which something was kept, and what changes it behind its back. */
function kept(): { readonly file: string; readonly tamper: (sql: string) => void } {
  const file = join(folder, `${files++}.db`);
  const { audit, close } = sqliteState(file, { open: builtinSqlite });
  audit.append(record);
  close();
  return {
    file,
    tamper(sql) {
      const driver = builtinSqlite(file);
      driver.exec(sql);
      driver.close();
    },
  };
}

describe('a state file that another program has changed', () => {
  it.each([
    ['a trigger', SWALLOWS, 'the trigger `swallow`'],
    ['a view', 'create view answers as select 1', 'the view `answers`'],
    ['a table', 'create table more (a text)', 'the table `more`'],
    ['an index', 'create index fast on audit (at)', 'the index `fast`'],
  ])('is refused for %s, to write and to read', (_what, sql, named) => {
    const { file, tamper } = kept();
    tamper(sql);

    for (const readOnly of [false, true])
      expect(() => sqliteState(file, { open: builtinSqlite, readOnly }).audit.head()).toThrow(named);
  });

  it.each(['audit', 'events', 'approvals'])('blocks when a trigger that came while it was open swallows a row of %s', table => {
    const { file, tamper } = kept();
    const { audit, sessions, approvals, close } = sqliteState(file, { open: builtinSqlite });
    const write: Readonly<Record<string, () => unknown>> = {
      audit: () => audit.append(record),
      events: () => sessions.append('s', [{ type: 'fact', at: 1, name: 'a', value: 1 }]),
      approvals: () => approvals.open(request([plain])),
    };
    audit.append(record);

    tamper(`create trigger swallow before insert on ${table} begin select raise(ignore); end`);

    expect(write[table]).toThrow('the trigger `swallow`');
    close();
  });

  it('may hold a graph beside the state', () => {
    const { file, tamper } = kept();
    tamper('create table concept_nodes (a text)');

    expect(sqliteState(file, { open: builtinSqlite, readOnly: true }).audit.head()).toMatchObject({ seq: 1 });
  });
});
