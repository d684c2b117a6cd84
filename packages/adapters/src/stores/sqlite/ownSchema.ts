import { GovernanceError } from '@licet/core';

import type { SqliteDriver } from './driver.ts';

/**
 * Everything that the schema of this version consists of, as {@link textOf} writes it: what `schema.ts` makes, step by step. Whatever else lies
 * in a state file could swallow or change what is written into it.
 */
const OWN: ReadonlySet<string> = new Set([
  'table approvals: create table approvals(id text primary key,request text not null,answer text,holder text,created_at integer not null,expires_at integer not null)without rowid',
  "index approvals_action: create index approvals_action on approvals(json_extract(request,'$.actionDigest'))",
  "index approvals_code: create index approvals_code on approvals(json_extract(request,'$.code'))",
  'index approvals_expiry: create index approvals_expiry on approvals(expires_at)',
  'table audit: create table audit(seq integer primary key,at integer not null,type text not null,session text not null,evaluation text not null,ruling text,guard text,code text,record text not null,prev text not null,hash text not null,deed text)',
  'index audit_deed: create index audit_deed on audit(deed)where deed is not null',
  'index audit_session: create index audit_session on audit(session,seq)',
  'table calls: create table calls(session text not null,call text not null,evaluation text not null,at integer not null,ruling text not null,passed integer not null,owes text,primary key(session,call))without rowid',
  'table entries: create table entries(key text not null,holder text not null,amount real not null,at integer not null,expires_at integer,windowed integer not null,primary key(key,holder))without rowid',
  'index entries_holder: create index entries_holder on entries(holder)',
  'index entries_open: create index entries_open on entries(key,at)where windowed = 1 or expires_at is not null',
  'table events: create table events(session text not null,version integer not null,event text not null,primary key(session,version))without rowid',
  'table identity: create table identity(single integer primary key check(single = 1),id text not null)without rowid',
  'table sessions: create table sessions(id text primary key not null,version integer not null,folded text not null)',
  'table totals: create table totals(key text primary key,charged real not null)without rowid',
]);

type Row = readonly [type: string, name: string, sql: string | null];

const PARTS = 'select json_group_array(json_array(type, name, sql)) as parts from sqlite_schema';

/** A part of a schema without what SQLite writes in one way or another: quotes of names, white space, the case of keywords. */
const textOf = ([type, name, sql]: Row): string =>
  `${type} ${name}: ${(sql ?? '')
    .replaceAll('"', '')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/ ?([(),]) ?/gu, '$1')
    .replaceAll(/'[^']*'|[A-Z]+/gu, part => (part.startsWith("'") ? part : part.toLowerCase()))}`;

/** Names of tables and indexes that SQLite makes for itself, and those of a knowledge graph in the same file. */
const ALSO_OURS = /^(?:sqlite|concept)_/u;

/** Triggers and views are never ours: both change what a statement does. */
const isOwn = (row: Row): boolean =>
  (row[0] === 'table' || row[0] === 'index') && (ALSO_OURS.test(row[1]) || OWN.has(textOf(row)));

/** Throws for a state file that holds a trigger, a view, a table or an index that is not part of a state. */
function refuseForeign(driver: SqliteDriver, file: string): void {
  const { parts } = driver.prepare(PARTS).get() as { readonly parts: string };
  const foreign = (JSON.parse(parts) as readonly Row[]).find(row => !isOwn(row));
  if (foreign !== undefined) throw unsound(file, foreign);
}

/**
 * Returns what throws where the schema of a file is not ours any more. It is read when the file is opened, and again when its number has
 * changed: anything else costs one pragma.
 */
export function watchSchema(driver: SqliteDriver, file: string): () => void {
  const version = driver.prepare('pragma schema_version');
  let seen: unknown;
  const check = (): void => {
    const { schema_version: now } = version.get() as { readonly schema_version: number };
    if (now === seen) return;
    refuseForeign(driver, file);
    seen = now;
  };
  check();
  return check;
}

function unsound(file: string, [type, name]: Row): GovernanceError {
  const what = `it holds the ${type} \`${name}\`, which licet has not made and which may change what is kept`;
  const out = 'a person looks at it and removes it, or moves the file away and runs `licet reset --accept-state`';
  return new GovernanceError('store_unavailable', `the state in \`${file}\` cannot be used: ${what}: ${out}`);
}
