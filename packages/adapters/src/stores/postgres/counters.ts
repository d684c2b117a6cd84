import { GovernanceError } from '@licet/core';
import type { CounterQuery, Reservation, ReservationRequest, Settlement } from '@licet/core/store';
import { LATE_SETTLEMENT_MS } from '@licet/core/store';

import { FIRST_LEAVES, USED } from './functions.ts';
import type { Run } from './schema.ts';
import { isCut, toText } from './text.ts';

/** Returns what is used of a counter. */
export async function used(run: Run, { key, now, windowMs, excluding, ahead }: CounterQuery): Promise<number> {
  const holder = excluding === undefined ? null : toText(excluding);
  const from = ahead === true ? now : since(now, windowMs);
  const [row] = await run<{ readonly used: number }>(`select ${USED} as used`, [toText(key), now, from, holder]);
  return row?.used ?? 0;
}

interface Peeked {
  readonly held: boolean;
  readonly fits: boolean;
  readonly used: number;
  /** How many other counters hold something, where that is limited; -1 where it does not matter. */
  readonly others: number;
}

/** The key that several counters begin with. One that is too long for an index would begin with something else. */
function sharedKey({ among }: ReservationRequest): string | null {
  if (among === undefined) return null;
  const written = toText(`${among.prefix}${'x'.repeat(LONGEST_VALUE)}`);
  if (isCut(written))
    throw new GovernanceError('store_unavailable', 'the name of a counter is too long: give it a shorter `name`');
  return toText(among.prefix);
}

const LONGEST_VALUE = 32;

/** Looks what a reservation would get now. */
export async function peek(run: Run, request: ReservationRequest): Promise<Reservation> {
  const { key, holder, amount, limit, windowMs, now } = request;
  const wish = [toText(key), now, since(now, windowMs), toText(holder), amount, limit ?? null];
  const sql = 'select held, fits, used, others from licet.peek($1, $2, $3, $4, $5, $6, $7, $8)';
  const [row] = await run<Peeked>(sql, [...wish, sharedKey(request), request.among?.most ?? null]);
  return answer(run, request, row);
}

/** Takes from a counter, in one statement. */
export async function reserve(run: Run, schema: string, request: ReservationRequest): Promise<Reservation> {
  const { key, holder, amount, limit, windowMs, now, expiresAt } = request;
  const name = toText(key);
  const wish = [name, now, since(now, windowMs), toText(holder), amount, limit ?? null];
  const prefix = sharedKey(request);
  const sql = 'select held, fits, used, others from licet.reserve($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)';
  const more = [expiresAt, now - LATE_SETTLEMENT_MS, `licet:${schema}:${prefix ?? name}`, prefix, request.among?.most ?? null];
  const [row] = await run<Peeked>(sql, [...wish, ...more]);
  const reservation = await answer(run, request, row);
  return isCut(name) && reservation.granted ? remembered(run, key, reservation) : reservation;
}

async function answer(run: Run, request: ReservationRequest, row: Peeked | undefined): Promise<Reservation> {
  if (row?.held === true) return { granted: true, fresh: false };
  if (row?.fits === true) return { granted: true, fresh: true };
  const { among, now, windowMs, holder } = request;
  if (among === undefined || row === undefined || row.others < among.most) return refused(run, request, row?.used ?? 0);
  if (windowMs === undefined || among.most === 0) return { granted: false, used: row.others };
  const of = [toText(among.prefix), now, since(now, windowMs), windowMs, toText(holder)];
  const [first] = await run<{ readonly leaves: number | null }>(FIRST_LEAVES, of);
  const leaves = first?.leaves ?? null;
  return { granted: false, used: row.others, ...(leaves !== null && { retryAfterMs: Math.max(1, leaves - now) }) };
}

/** A name that is too long for an index is kept beside, for those who look into the store. */
async function remembered(run: Run, key: string, reservation: Reservation): Promise<Reservation> {
  const sql = 'insert into licet.names (short, name) values ($1, $2) on conflict (short) do nothing';
  await run(sql, [toText(key), JSON.stringify(key)]);
  return reservation;
}

/** In a sliding window the action fits once enough entries have left it, by age or because they were not settled. */
async function refused(
  run: Run,
  { key, amount, limit = 0, windowMs, now }: ReservationRequest,
  taken: number,
): Promise<Reservation> {
  if (windowMs === undefined || amount > limit) return { granted: false, used: taken };
  const [row] = await run<{ readonly leaves: number | null }>(
    `select min(leaves) as leaves from (
      select leaves, sum(amount) over (order by leaves) as gone from (
        select amount, least(at + $2, expires_at) as leaves from licet.entries where key = $1 and windowed
      ) as each where leaves > $3
    ) as sums where $4::float8 - gone + $5 <= $6`,
    [toText(key), windowMs, now, taken, amount, limit],
  );
  const leaves = row?.leaves ?? null;
  return leaves === null
    ? { granted: false, used: taken }
    : { granted: false, used: taken, retryAfterMs: Math.max(1, leaves - now) };
}

/** Charges what a holder has reserved: in one statement, so that total and entry never tell different stories. */
export async function settle(run: Run, { holder, key, amount }: Settlement): Promise<void> {
  await run(
    `with held as (
      select key, amount, expires_at, windowed from licet.entries
      where holder = $1 and ($2::text is null or key = $2) order by key for update
    ), charged as (
      update licet.entries set amount = coalesce($3::float8, entries.amount), expires_at = null from held
      where entries.holder = $1 and entries.key = held.key
    )
    insert into licet.totals (key, charged)
    select key, coalesce($3, amount) - case when expires_at is null then amount else 0 end from held
    where not windowed and coalesce($3, amount) <> case when expires_at is null then amount else 0 end
    on conflict (key) do update set charged = totals.charged + excluded.charged`,
    [toText(holder), key === undefined ? null : toText(key), amount ?? null],
  );
}

/** Gives back what a holder has reserved and not settled. */
export async function release(run: Run, holder: string, keys: readonly string[] | undefined): Promise<void> {
  await run('delete from licet.entries where holder = $1 and expires_at is not null and ($2::text[] is null or key = any($2))', [
    toText(holder),
    keys === undefined ? null : keys.map(toText),
  ]);
}

function since(now: number, windowMs: number | undefined): number | null {
  return windowMs === undefined ? null : now - windowMs;
}
