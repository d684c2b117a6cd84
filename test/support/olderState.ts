import type { OpenDriver } from '@licet/adapters/sqlite';
import { emptySession, foldSession } from '@licet/core/store';
import type { SessionEvent } from '@licet/core/store';

/** The statements by which versions of Licet made their files, format by format. */
const FIRST = `
create table sessions (id text primary key, version integer not null, state text not null, at integer not null) without rowid;
create table events (session text not null, version integer not null, event text not null, primary key (session, version)) without rowid;
create table entries (
  key text not null, holder text not null, amount real not null, at integer not null,
  expires_at integer, windowed integer not null, primary key (key, holder)
) without rowid;
create index entries_holder on entries (holder);
create index entries_open on entries (key, at) where windowed = 1 or expires_at is not null;
create table totals (key text primary key, charged real not null) without rowid;
create table approvals (
  id text primary key, request text not null, answer text, holder text, created_at integer not null, expires_at integer not null
) without rowid;
create table audit (
  seq integer primary key, at integer not null, type text not null, session text not null, evaluation text not null,
  ruling text, guard text, code text, record text not null, prev text not null, hash text not null
);
create index audit_session on audit (session, seq);`;
const SECOND = `
create index approvals_action on approvals (json_extract(request, '$.actionDigest'));
create index approvals_code on approvals (json_extract(request, '$.code'));
create index approvals_expiry on approvals (expires_at);`;

const FOURTH = `
create table calls (
  session text not null, call text not null, evaluation text not null, at integer not null, ruling text not null, passed integer not null,
  owes text, primary key (session, call)
) without rowid;
create table identity (single integer primary key check (single = 1), id text not null) without rowid;
insert into identity (single, id) values (1, lower(hex(randomblob(16))));`;
const OPEN_CALLS = `
insert or replace into calls (session, call, evaluation, at, ruling, passed)
select session, event ->> '$.callId', event ->> '$.evaluationId', event ->> '$.at', event ->> '$.ruling', event ->> '$.passed'
from events where event ->> '$.type' = 'evaluated' and event ->> '$.callId' is not null order by session, version;
delete from calls where evaluation in (select event ->> '$.evaluationId' from events where event ->> '$.type' = 'outcome');`;

export type OlderFormat = 1 | 2 | 3 | 4;

export const OLDER_FORMATS: readonly OlderFormat[] = [1, 2, 3, 4];

/** Writes a file as a version of that format did: a session `s` with its events, and a counter `k` at 7. It is left open. */
export function writeOlderState(
  open: OpenDriver,
  file: string,
  format: OlderFormat,
  events: readonly SessionEvent[],
): ReturnType<OpenDriver> {
  const driver = open(file);
  driver.exec(`pragma journal_mode = wal;${FIRST}${format >= 2 ? SECOND : ''}`);
  if (format >= 3) driver.exec('alter table sessions rename column state to folded; alter table sessions drop column at');
  if (format >= 4) driver.exec(FOURTH);
  // Files of the first format carried no mark.
  driver.exec(`pragma user_version = ${format}; insert into totals values ('k', 7)`);
  if (format >= 2) driver.exec('pragma application_id = 1818846068');
  for (const [index, event] of events.entries())
    driver.prepare('insert into events values (?, ?, ?)').run('s', index + 1, JSON.stringify(event));
  if (format >= 4) driver.exec(OPEN_CALLS);
  const state = foldSession(emptySession('s'), ...events);
  const columns = ['s', state.version, JSON.stringify(state), ...(format < 3 ? [3] : [])];
  driver.prepare(`insert into sessions values (${columns.map(() => '?').join(', ')})`).run(...columns);
  return driver;
}
