import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { builtinSqlite, sqliteState } from '@licet/adapters/sqlite';
import { afterAll, describe, expect, it, test } from 'vitest';

import { drivers } from '../../../../support/sqliteDrivers.ts';

const folder = mkdtempSync(join(tmpdir(), 'licet-schema-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;

/** A file into which a statement was run, perhaps after a state was kept in it. */
function fileWith(sql: string, isState: boolean): string {
  const file = join(folder, `${count++}.db`);
  if (isState) {
    const { sessions, close } = sqliteState(file);
    sessions.append('s', [{ type: 'fact', at: 1, name: 'kept', value: true }]);
    close();
  }
  const driver = builtinSqlite(file);
  driver.exec(`${sql}; pragma wal_checkpoint(truncate)`);
  driver.close();
  return file;
}

describe.each(drivers)('a file under %s', (_name, open) => {
  test.each([
    ['of an older format', 'pragma user_version = 6', true, /it has the format 6.*reads and writes 9.*`licet reset --state`/u],
    ['of a newer format', 'pragma user_version = 99', true, /it has the format 99.*`licet reset --state`/u],
    ['of a format below the first', 'pragma user_version = 0', true, /it has the format 0.*`licet reset --state`/u],
    ['of another program', 'create table notes (text)', false, /a database of another program/u],
    ['with the number of another program', 'pragma user_version = 3', false, /a database of another program/u],
    ['with the mark of another program', 'pragma application_id = 7', true, /a database of another program/u],
  ] as const)('%s is refused, and is left as it is', (_what, sql, isState, said) => {
    const file = fileWith(sql, isState);
    const before = readFileSync(file);
    for (const readOnly of [true, false]) {
      const { sessions, close } = sqliteState(file, { open, readOnly });

      expect(() => sessions.load('s')).toThrow(said);
      if (!readOnly) expect(() => sessions.append('s', [{ type: 'fact', at: 2, name: 'x', value: 1 }])).toThrow(said);
      close();
    }
    expect(readFileSync(file)).toEqual(before);
  });

  it('with the tables of a knowledge graph alone takes a state as well', () => {
    const file = fileWith('create table concept_meta (name text primary key, value integer not null) without rowid', false);
    const { sessions, close } = sqliteState(file, { open });

    expect(sessions.append('s', [{ type: 'fact', at: 2, name: 'x', value: 1 }])).toBe(1);
    close();
  });
});
