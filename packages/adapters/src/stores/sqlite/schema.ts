import { GovernanceError } from '@licet/core';

import type { SqliteDriver } from './driver.ts';
import { inTransaction, useLog } from './driver.ts';

/** The version of the schema that this code reads and writes. */
export const SCHEMA_VERSION = 6;

/** The first format that has a table of open calls. */
export const CALLS_SINCE = 4;

const TABLES = `
create table if not exists sessions (id text primary key, version integer not null, state text not null, at integer not null) without rowid;
create table if not exists events (session text not null, version integer not null, event text not null, primary key (session, version)) without rowid;
create table if not exists entries (
  key text not null, holder text not null, amount real not null, at integer not null,
  expires_at integer, windowed integer not null, primary key (key, holder)
) without rowid;
create index if not exists entries_holder on entries (holder);
create index if not exists entries_open on entries (key, at) where windowed = 1 or expires_at is not null;
create table if not exists totals (key text primary key, charged real not null) without rowid;
create table if not exists approvals (
  id text primary key, request text not null, answer text, holder text, created_at integer not null, expires_at integer not null
) without rowid;
create table if not exists audit (
  seq integer primary key, at integer not null, type text not null, session text not null, evaluation text not null,
  ruling text, guard text, code text, record text not null, prev text not null, hash text not null
);
create index if not exists audit_session on audit (session, seq);
`;

/** Requests hold several answers from here on, and are found by what they are for and by their code. Older ones have lapsed. */
const APPROVALS = `
delete from approvals;
create index if not exists approvals_action on approvals (json_extract(request, '$.actionDigest'));
create index if not exists approvals_code on approvals (json_extract(request, '$.code'));
create index if not exists approvals_expiry on approvals (expires_at);
`;

/**
 * The state of a session lags behind its events from here on. What an older version would read as the whole state has another
 * name, so that a process of that version that still has the file open stops instead of going by it.
 */
const FOLDED = `
alter table sessions rename column state to folded;
alter table sessions drop column at;
create index if not exists entries_open on entries (key, at) where windowed = 1 or expires_at is not null;
`;

/**
 * Which calls are open has a table of its own from here on: the state of a session remembers only its last events. And a file has
 * an identity, by which it is known that it is still the one that was there before.
 */
const CALLS = `
create table if not exists calls (
  session text not null, call text not null, evaluation text not null, at integer not null, ruling text not null, passed integer not null,
  owes text, primary key (session, call)
) without rowid;
insert or replace into calls (session, call, evaluation, at, ruling, passed, owes)
select session, event ->> '$.callId', event ->> '$.evaluationId', event ->> '$.at', event ->> '$.ruling', event ->> '$.passed', event -> '$.owes'
from events where event ->> '$.type' = 'evaluated' and event ->> '$.callId' is not null order by session, version;
delete from calls where evaluation in (select event ->> '$.evaluationId' from events where event ->> '$.type' = 'outcome');
create table if not exists identity (single integer primary key check (single = 1), id text not null) without rowid;
insert or ignore into identity (single, id) values (1, lower(hex(randomblob(16))));
`;

/**
 * Decisions and outcomes carry facts from here on. An older version would not see them, and refuses the file for its number. And a
 * session is found by an index: a table without row ids reads the states of other sessions, which are long, on the way to one.
 */
const FACTS = `
create table sessions_by_index (id text primary key not null, version integer not null, folded text not null);
insert into sessions_by_index (id, version, folded) select id, version, folded from sessions;
drop table sessions;
alter table sessions_by_index rename to sessions;
`;

/** Records of what people did are found by what they answer, or by their own identity, from here on. */
const DEEDS = `
alter table audit add column deed text;
create index audit_deed on audit (deed) where deed is not null;
`;

/** What brings a file from each version to the next. */
const STEPS: readonly string[] = [TABLES, APPROVALS, FOLDED, CALLS, FACTS, DEEDS];

/** Says in the header of a file that it is ours: the letters "lict". */
const APPLICATION = 0x6c696374;

/**
 * Makes the schema of this code in an empty file. Several processes may do so at once. Throws for a file of another format, older
 * or newer, and for a database that is not ours: nothing is put into it. `mayBeNew` says whether the file may be empty: one that is
 * known to have held a state may not.
 */
export function ensureSchema(driver: SqliteDriver, file: string, mayBeNew: boolean): void {
  const found = ourVersion(driver, file);
  if (found === 0 && !mayBeNew) throw lost(file, 'it was emptied');
  if (found > 0) refuseOlder(file, found);
  useLog(driver);
  if (found === 0) takeOn(driver, () => refuseOlder(file, ourVersion(driver, file) || SCHEMA_VERSION));
}

/** Takes a file from its format to that of this code, in one transaction. `check` runs in it first, and throws where nothing may be done. */
export function takeOn(driver: SqliteDriver, check: () => void): void {
  const run = (sql: string): unknown => driver.exec(sql);
  inTransaction(run, 'begin immediate', () => {
    check();
    STEPS.slice(formatOf(driver)).forEach(run);
    run(`pragma application_id = ${APPLICATION}; pragma user_version = ${SCHEMA_VERSION}`);
  });
}

/** Makes an empty file of a format, has it filled, and brings it to the format of this code, in one transaction. */
export function makeFrom(driver: SqliteDriver, format: number, fill: () => void): void {
  useLog(driver);
  takeOn(driver, () => {
    for (const step of STEPS.slice(0, format)) driver.exec(step);
    driver.exec(`pragma user_version = ${format}`);
    fill();
  });
}

/** Says that a state which is known to have existed is not there. */
export function lost(file: string, why: string): GovernanceError {
  const out = 'put it back; a human who wants to go on with what is there runs `licet reset --accept-state`';
  return new GovernanceError('store_unavailable', `the state in \`${file}\` was in use before, and ${why}: ${out}`);
}

/** Throws for a file that holds nothing yet, or nothing of ours, and leaves it as it is. */
export function requireSchema(driver: SqliteDriver, file: string): void {
  if (ourVersion(driver, file) === 0) throw unusable(file, 'nothing has been kept in it yet');
}

/** Like {@link requireSchema}, and throws for a file of an older format. */
export function requireCurrentSchema(driver: SqliteDriver, file: string): void {
  requireSchema(driver, file);
  refuseOlder(file, ourVersion(driver, file));
}

/** What lies in an older file is a human's to bring up to date: nothing is changed without a copy of it. */
function refuseOlder(file: string, version: number): void {
  if (version >= SCHEMA_VERSION) return;
  const out = '`licet doctor --fix`, run by a human, keeps a copy of it and brings it up to date';
  throw unusable(file, `it has the older format ${version}, and this version of licet goes on with ${SCHEMA_VERSION}; ${out}`);
}

const numberOf = (driver: SqliteDriver, pragma: 'user_version' | 'application_id'): number =>
  (driver.prepare(`pragma ${pragma}`).get() as Record<typeof pragma, number>)[pragma];

/** The number that a file carries of its format. */
export const formatOf = (driver: SqliteDriver): number => numberOf(driver, 'user_version');

/** The version of the schema in a file, 0 for an empty one. */
export function ourVersion(driver: SqliteDriver, file: string): number {
  const [version, application] = [formatOf(driver), numberOf(driver, 'application_id')];
  const isOurs = application === APPLICATION || (application === 0 && hasNoOtherTables(driver));
  if (!isOurs) throw unusable(file, 'it is a database of another program; name another file in the policy');
  if (version > SCHEMA_VERSION)
    throw unusable(file, `it has the format ${version}, and this version of licet knows up to ${SCHEMA_VERSION}; update licet`);
  return version;
}

/** Files of the first versions carry no mark: they are known by their tables, and a fresh one by having none but those of a graph. */
function hasNoOtherTables(driver: SqliteDriver): boolean {
  const sql =
    "select count(*) as count, sum(name in ('sessions', 'events', 'entries', 'totals')) as ours from sqlite_schema where type = 'table' and name not like 'concept\\_%' escape '\\'";
  const { count, ours } = driver.prepare(sql).get() as { count: number; ours: number | null };
  return count === 0 || ours === 4;
}

function unusable(file: string, why: string): GovernanceError {
  return new GovernanceError('store_unavailable', `the state in \`${file}\` cannot be used: ${why}`);
}
