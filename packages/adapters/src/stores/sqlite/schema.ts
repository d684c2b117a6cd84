import { GovernanceError } from '@licet/core';

import type { SqliteDriver } from './driver.ts';
import { inTransaction, useLog } from './driver.ts';

/** The one format of state files that this version reads and writes. */
export const SCHEMA_VERSION = 9;

/** Everything that a state file consists of, without the word `create`. */
const PARTS: readonly string[] = [
  'table sessions (id text primary key not null, version integer not null, folded text not null)',
  'table events (session text not null, version integer not null, event text not null, primary key (session, version)) without rowid',
  `table calls (
  session text not null, call text not null, evaluation text not null, at integer not null, ruling text not null, passed integer not null,
  owes text, primary key (session, call)
) without rowid`,
  `table entries (
  key text not null, holder text not null, amount real not null, at integer not null,
  expires_at integer, windowed integer not null, primary key (key, holder)
) without rowid`,
  'index entries_holder on entries (holder)',
  'index entries_open on entries (key, at) where windowed = 1 or expires_at is not null',
  'table totals (key text primary key, charged real not null) without rowid',
  `table approvals (
  id text primary key, request text not null, answer text, holders text, created_at integer not null, expires_at integer not null
) without rowid`,
  "index approvals_action on approvals (json_extract(request, '$.actionDigest'))",
  "index approvals_code on approvals (json_extract(request, '$.code'))",
  'index approvals_expiry on approvals (expires_at)',
  `table audit (
  seq integer primary key, at integer not null, type text not null, session text not null, evaluation text not null,
  ruling text, guard text, code text, record text not null, prev text not null, hash text not null, deed text, machine text
)`,
  'index audit_session on audit (session, seq)',
  'index audit_deed on audit (deed) where deed is not null',
  'index audit_machine on audit (machine, seq) where machine is not null',
  'table identity (single integer primary key check (single = 1), id text not null) without rowid',
];

/** The same as SQLite keeps it in the schema of a file: as it was written, but for the first two words. */
export const OWN_PARTS: ReadonlySet<string> = new Set(
  PARTS.map(part => part.replace(/^\w+/, type => `CREATE ${type.toUpperCase()}`)),
);

/** A file has an identity, by which it is known that it is still the one that was there before. */
const IDENTITY = 'insert into identity (single, id) values (1, lower(hex(randomblob(16))))';

/** Says in the header of a file that it is ours: the letters "lict". */
const APPLICATION = 0x6c696374;

/**
 * Makes the schema of this code in an empty file. Several processes may do so at once. Throws for a file of another format, and for a
 * database that is not ours: nothing is put into it. `mayBeNew` says whether the file may be empty: one that is known to have held a
 * state may not.
 */
export function ensureSchema(driver: SqliteDriver, file: string, mayBeNew: boolean): void {
  const isNew = isEmptyNow(driver, file);
  if (isNew && !mayBeNew) throw lost(file, 'it was emptied');
  useLog(driver);
  if (!isNew) return;
  const run = (sql: string): unknown => driver.exec(sql);
  inTransaction(run, 'begin immediate', () => {
    if (!isEmpty(driver, file)) return;
    for (const part of PARTS) run(`create ${part}`);
    run(`${IDENTITY}; pragma application_id = ${APPLICATION}; pragma user_version = ${SCHEMA_VERSION}`);
  });
}

/** Says that a state which is known to have existed is not there. */
export function lost(file: string, why: string): GovernanceError {
  const out = 'put it back; a human who wants to go on with what is there runs `licet reset --accept-state`';
  return new GovernanceError('store_unavailable', `the state in \`${file}\` was in use before, and ${why}: ${out}`);
}

/** Throws for a file that holds nothing yet, nothing of ours, or a state of another format, and leaves it as it is. */
export function requireSchema(driver: SqliteDriver, file: string): void {
  if (isEmptyNow(driver, file)) throw unusable(file, 'nothing has been kept in it yet');
}

const numberOf = (driver: SqliteDriver, pragma: 'user_version' | 'application_id'): number =>
  (driver.prepare(`pragma ${pragma}`).get() as Record<typeof pragma, number>)[pragma];

/** The same at one moment: another process may be making the schema just now, and half of what it makes is no format of a state. */
function isEmptyNow(driver: SqliteDriver, file: string): boolean {
  return inTransaction(
    sql => driver.exec(sql),
    'begin',
    () => isEmpty(driver, file),
  );
}

/** Returns whether nothing lies in a file yet. Throws for a state of another format and for a database of another program. */
function isEmpty(driver: SqliteDriver, file: string): boolean {
  const [version, application] = [numberOf(driver, 'user_version'), numberOf(driver, 'application_id')];
  if (application === APPLICATION && version === SCHEMA_VERSION) return false;
  if (application === APPLICATION) {
    const out = 'a person can move it aside with `licet reset --state`, and a new one begins';
    throw unusable(file, `it has the format ${version}, and this version of licet reads and writes ${SCHEMA_VERSION}: ${out}`);
  }
  if (application !== 0 || version !== 0 || hasTables(driver))
    throw unusable(file, 'it is a database of another program; name another file in the policy');
  return true;
}

/** Tables of a knowledge graph may lie in the file of a state. */
function hasTables(driver: SqliteDriver): boolean {
  const sql = "select count(*) as count from sqlite_schema where type = 'table' and name not like 'concept\\_%' escape '\\'";
  return (driver.prepare(sql).get() as { readonly count: number }).count > 0;
}

function unusable(file: string, why: string): GovernanceError {
  return new GovernanceError('store_unavailable', `the state in \`${file}\` cannot be used: ${why}`);
}
