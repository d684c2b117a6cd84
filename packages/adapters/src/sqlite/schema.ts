import { GovernanceError } from '@licet/core';

import type { SqliteDriver } from './driver.ts';

/** The version of the schema that this code reads and writes. */
export const SCHEMA_VERSION = 2;

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

/** What brings a file from each version to the next. */
const STEPS: readonly string[] = [TABLES, APPROVALS];

/**
 * Brings a file to the schema of this code: creates it in an empty file, or takes an older one on. Several processes may do so at once. Throws for a
 * file that a newer version has written.
 */
export function ensureSchema(driver: SqliteDriver): void {
  const found = versionOf(driver);
  if (found === SCHEMA_VERSION) return;
  if (found > SCHEMA_VERSION) {
    throw new GovernanceError(
      'store_unavailable',
      `the state has the format ${found}, and this version of licet knows up to ${SCHEMA_VERSION}: update licet`,
    );
  }
  driver.exec('begin immediate');
  try {
    for (const step of STEPS.slice(versionOf(driver))) driver.exec(step);
    driver.exec(`pragma user_version = ${SCHEMA_VERSION}`);
    driver.exec('commit');
  } catch (error) {
    driver.exec('rollback');
    throw error;
  }
}

function versionOf(driver: SqliteDriver): number {
  return (driver.prepare('pragma user_version').get() as { user_version: number }).user_version;
}
