import { GovernanceError } from '@licet/core';

import { PEEK, RESERVE } from './functions.ts';

/** Runs one statement on a connection. `licet.` in it means the schema that the state lies in. */
export type Run = <Row>(sql: string, params?: readonly unknown[]) => Promise<readonly Row[]>;

/**
 * The statements that make the schema. Numbers that come from outside are doubles, as in JavaScript: an amount, a time with fractions
 * and a limit without end keep their value. Texts compare by their bytes, so that order and equality do not depend on the language of
 * the server.
 */
const SCHEMA = `create table licet.sessions (id text collate "C" primary key, version float8 not null, state text not null, at float8 not null);
create table licet.events (
  session text collate "C" not null, version float8 not null, event text not null, primary key (session, version)
);
create table licet.entries (
  key text collate "C" not null, holder text collate "C" not null, amount float8 not null, at float8 not null,
  expires_at float8, windowed boolean not null, primary key (key, holder)
);
create index entries_holder on licet.entries (holder);
create index entries_open on licet.entries (key, at) where windowed or expires_at is not null;
create table licet.totals (key text collate "C" primary key, charged float8 not null);
create table licet.approvals (
  id text collate "C" primary key, session text collate "C" not null, action text collate "C" not null,
  code text collate "C" not null, request text not null, answers text not null, holders text not null,
  created_at float8 not null, expires_at float8 not null
);
create index approvals_action on licet.approvals (action);
create index approvals_code on licet.approvals (code);
create index approvals_expiry on licet.approvals (expires_at);
create table licet.audit (
  seq bigint primary key, at float8 not null, type text not null, session text collate "C" not null, evaluation text not null,
  ruling text, guard text, code text, record text not null, prev text not null, hash text not null,
  deed text collate "C", machine text collate "C"
);
create index audit_session on licet.audit (session, seq);
create index audit_deed on licet.audit (deed) where deed is not null;
create index audit_machine on licet.audit (machine, seq) where machine is not null;
create table licet.head (single boolean primary key default true check (single), seq bigint not null, hash text not null);
insert into licet.head (seq, hash) values (0, repeat('0', 64));
create table licet.names (short text collate "C" primary key, name text not null);
create table licet.calls (
  session text collate "C" not null, call text collate "C" not null, evaluation text not null, at float8 not null,
  ruling text not null, passed boolean not null, owes text, primary key (session, call)
);
${PEEK}
${RESERVE}`;

/** The one version of the schema that this code reads and writes. */
export const SCHEMA_VERSION = 8;

/** Where the schema does not exist yet, or is an empty one that an owner has made for us. */
const NOT_THERE = new Set(['42P01', '3F000']);

/** Returns the version of the schema; 0 when there is none yet. */
export async function schemaVersion(run: Run): Promise<number> {
  try {
    const [row] = await run<{ readonly version: number }>('select version from licet.version');
    return row?.version ?? 0;
  } catch (error) {
    if (NOT_THERE.has(String((error as { readonly code?: unknown }).code))) return 0;
    throw error;
  }
}

/** Refuses a schema that another version of licet has made. 0 means none. */
export function refuseOther(found: number, schema: string): void {
  if (found === 0 || found === SCHEMA_VERSION) return;
  throw new GovernanceError(
    'store_unavailable',
    `the state in the schema \`${schema}\` has the format ${found}, and this version of licet reads and writes ${SCHEMA_VERSION}: its owner renames the schema, and a new state begins`,
  );
}

const FOREIGN = `select 'trigger' as type, t.tgname::text as name, c.relname::text as place
from pg_trigger t join pg_class c on c.oid = t.tgrelid where c.relnamespace = to_regnamespace($1) and not t.tgisinternal
union all
select 'rule', r.rulename::text, c.relname::text
from pg_rewrite r join pg_class c on c.oid = r.ev_class where c.relnamespace = to_regnamespace($1)
limit 1`;

/** Throws for a schema with a trigger, a rule or a view: none is ours, and each could swallow or change what is written. */
export async function refuseForeign(run: Run, schema: string): Promise<void> {
  const [found] = await run<{ readonly type: string; readonly name: string; readonly place: string }>(FOREIGN, [schema]);
  if (found === undefined) return;
  const what = `the ${found.type} \`${found.name}\` on \`${found.place}\` is not part of a state, so records may be lost or changed unseen`;
  throw new GovernanceError('store_unavailable', `${what}: a human looks at it, drops it, and runs \`licet audit verify\``);
}

/** Makes the schema, inside a transaction. One process does it; the others wait and find it done. */
export async function createSchema(run: Run, schema: string): Promise<void> {
  await run("select pg_advisory_xact_lock(hashtextextended('licet:schema:' || $1, 0))", [schema]);
  const [found] = await run<{ readonly encoding: string; readonly schema: string | null; readonly version: string | null }>(
    "select current_setting('server_encoding') as encoding, to_regnamespace($1)::text as schema, to_regclass($1 || '.version')::text as version",
    [schema],
  );
  if (found?.encoding !== 'UTF8') {
    const wanted = 'expected a database whose encoding is `UTF8`';
    throw new GovernanceError('store_unavailable', `${wanted}, found \`${found?.encoding}\`: create one for licet`);
  }
  if (found.schema === null) await run('create schema "licet"');
  if (found.version === null)
    await run('create table licet.version (single boolean primary key default true check (single), version int not null)');
  const [row] = await run<{ readonly version: number }>('select version from licet.version');
  if (row !== undefined) return refuseOther(row.version, schema);
  await run(SCHEMA);
  await run('insert into licet.version (version) values ($1)', [SCHEMA_VERSION]);
}
