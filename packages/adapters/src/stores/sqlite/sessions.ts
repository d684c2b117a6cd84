import type { SessionStore } from '@licet/core';
import type { CounterQuery, Reservation, ReservationRequest, Settlement } from '@licet/core/store';
import { LATE_SETTLEMENT_MS } from '@licet/core/store';

import type { Connection } from './connection.ts';
import type { Statements } from './driver.ts';
import { NUMBER, TEXT } from './driver.ts';
import type { SessionLog } from './events.ts';
import { openCall } from './events.ts';

interface Entry {
  readonly amount: number;
  readonly at: number;
  readonly expires_at: number | null;
  readonly windowed: 0 | 1;
}

/** Sessions in SQLite. What a session has come to is kept beside its events, so that reading it does not cost all of them. */
export function sqliteSessionStore(connection: Connection, log: SessionLog): SessionStore {
  return Object.freeze<SessionStore>({
    load: id => connection.read(statement => log.load(statement, id)),
    append: (id, events, expected) => connection.write(statement => log.append(statement, id, events, expected)),
    call: (id, callId) => connection.read(statement => openCall(statement, id, callId)),
    used: query => connection.read(statement => used(statement, query)),
    peek: request => connection.read(statement => peek(statement, request)),
    reserve: request => connection.write(statement => reserve(statement, request)),
    settle: settlement => connection.write(statement => settle(statement, settlement)),
    release: (holder, keys) => connection.write(statement => release(statement, holder, keys)),
  });
}

function counted(sum: number | null): number {
  if (sum === null) return 0;
  if (!Number.isFinite(sum) || sum < 0) throw new Error('a counter is damaged');
  return sum;
}

/**
 * Charges without a window are kept as one total; only what may still lapse or leave the window is added up. SQLite would look
 * through every charge of the key by itself: it does not know how few are open.
 */
function used(statement: Statements, { key, now, windowMs, excluding, ahead }: CounterQuery): number {
  if (windowMs !== undefined) {
    const since = ahead === true ? now : now - windowMs;
    const row = statement(USED_IN_WINDOW).get(key, since, now, excluding ?? null) as { sum: number | null };
    return counted(row.sum);
  }
  const row = statement(USED).get(key, key, now, excluding ?? null, key, excluding ?? null) as Record<
    'charged' | 'open' | 'own',
    number | null
  >;
  return counted(row.charged) - counted(row.own) + counted(row.open);
}

const USED_IN_WINDOW = `select sum(amount) as sum from entries
  where key = ${TEXT} and at > ${NUMBER} and (expires_at is null or expires_at > ${NUMBER}) and holder is not ${TEXT}`;

const USED = `select
  (select charged from totals where key = ?) as charged,
  (select sum(amount) from entries indexed by entries_open
    where key = ${TEXT} and expires_at > ${NUMBER} and holder is not ${TEXT}) as open,
  (select amount from entries where key = ? and holder = ? and expires_at is null) as own`;

function find(statement: Statements, key: string, holder: string): Entry | undefined {
  return statement('select amount, at, expires_at, windowed from entries where key = ? and holder = ?').get(key, holder) as
    | Entry
    | undefined;
}

function peek(statement: Statements, request: ReservationRequest): Reservation {
  const { key, holder, amount, limit, windowMs, now } = request;
  const held = find(statement, key, holder);
  const counts =
    held !== undefined &&
    (held.expires_at === null || held.expires_at > now) &&
    (windowMs === undefined || held.at > now - windowMs);
  if (counts) return { granted: true, fresh: false };
  const full = tooMany(statement, request);
  if (full !== undefined) return full;
  const taken = used(statement, request);
  if (limit !== undefined && !(taken + amount <= limit)) return refused(statement, request, taken);
  return { granted: true, fresh: true };
}

/** Refuses a counter that would be one too many of those that hold something. */
function tooMany(statement: Statements, { key, holder, among, now, windowMs }: ReservationRequest): Reservation | undefined {
  if (among === undefined) return undefined;
  const { prefix, most } = among;
  const since = windowMs === undefined ? Number.MIN_SAFE_INTEGER : now - windowMs;
  const own = statement(HOLDS).get(key, since, now, holder) as { readonly holds: 0 | 1 };
  if (own.holds === 1) return undefined;
  const { count, leaves } = statement(AMONG).get(windowMs ?? 0, prefix, `${prefix}\u{10ffff}`, since, now, holder) as {
    readonly count: number;
    readonly leaves: number | null;
  };
  if (count < most) return undefined;
  const isWaiting = windowMs !== undefined && most > 0 && leaves !== null;
  return { granted: false, used: count, ...(isWaiting && { retryAfterMs: Math.max(1, leaves - now) }) };
}

const COUNTED = `amount > 0 and at > ${NUMBER} and (expires_at is null or expires_at > ${NUMBER}) and holder is not ${TEXT}`;

const HOLDS = `select exists (select 1 from entries where key = ${TEXT} and ${COUNTED}) as holds`;

const AMONG = `select count(*) as count, min(leaves) as leaves from (
  select max(min(at + ${NUMBER}, coalesce(expires_at, 9e15))) as leaves from entries where key >= ${TEXT} and key < ${TEXT} and ${COUNTED} group by key
)`;

function reserve(statement: Statements, request: ReservationRequest): Reservation {
  const { key, holder, amount, windowMs, now, expiresAt } = request;
  const answer = peek(statement, request);
  if (!answer.granted || !answer.fresh) return answer;
  statement(LAPSED).run(key, now - LATE_SETTLEMENT_MS);
  if (windowMs !== undefined) statement(`delete from entries where key = ${TEXT} and at <= ${NUMBER}`).run(key, now - windowMs);
  const windowed = windowMs === undefined ? 0 : 1;
  statement('insert or replace into entries (key, holder, amount, at, expires_at, windowed) values (?, ?, ?, ?, ?, ?)').run(
    key,
    holder,
    amount,
    now,
    expiresAt,
    windowed,
  );
  return answer;
}

const LAPSED = `delete from entries indexed by entries_open where key = ${TEXT} and expires_at <= ${NUMBER}`;

/** In a sliding window the action fits once enough entries have left it, by age or because they were not settled. */
function refused(
  statement: Statements,
  { key, amount, limit = 0, windowMs, now }: ReservationRequest,
  taken: number,
): Reservation {
  if (windowMs === undefined || amount > limit) return { granted: false, used: taken };
  const sql =
    'select amount, min(at + ?, coalesce(expires_at, at + ?)) as leaves from entries where key = ? and leaves > ? order by leaves';
  let left = taken;
  for (const row of statement(sql).all(windowMs, windowMs, key, now) as { amount: number; leaves: number }[]) {
    left -= row.amount;
    if (left + amount <= limit) return { granted: false, used: taken, retryAfterMs: Math.max(1, row.leaves - now) };
  }
  return { granted: false, used: taken };
}

function settle(statement: Statements, { holder, key, amount }: Settlement): void {
  const rows = (
    key === undefined
      ? statement(`select key, amount, windowed, expires_at from entries where holder = ${TEXT}`).all(holder)
      : statement('select key, amount, windowed, expires_at from entries where holder = ? and key = ?').all(holder, key)
  ) as (Entry & { key: string })[];
  for (const row of rows) {
    const charged = amount ?? row.amount;
    statement('update entries set amount = ?, expires_at = null where key = ? and holder = ?').run(charged, row.key, holder);
    const difference = row.expires_at === null ? charged - row.amount : charged;
    if (row.windowed === 1 || difference === 0) continue;
    statement(
      'insert into totals (key, charged) values (?, ?) on conflict (key) do update set charged = charged + excluded.charged',
    ).run(row.key, difference);
  }
}

function release(statement: Statements, holder: string, keys: readonly string[] | undefined): void {
  if (keys === undefined) {
    statement(`delete from entries where holder = ${TEXT} and expires_at is not null`).run(holder);
    return;
  }
  for (const key of keys)
    statement('delete from entries where holder = ? and key = ? and expires_at is not null').run(holder, key);
}
