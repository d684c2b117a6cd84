import type { CounterQuery, Reservation, ReservationRequest, Settlement } from '@licet/core';
import { LATE_SETTLEMENT_MS } from '@licet/core';

import type { Run } from './schema.ts';
import { isCut, toText } from './text.ts';

const IN_WINDOW = 'key = $1 and windowed and at > $3 and (expires_at is null or expires_at > $2)';

/**
 * What is used of `$1` at `$2`, without what `$4` holds. Charges without a window are kept as one total; only what may
 * still lapse or leave the window, which began at `$3`, is added up. One statement sees total and entries of one moment.
 */
const USED = `coalesce(case when $3::float8 is null
  then coalesce((select charged from licet.totals where key = $1), 0)
    - coalesce((select amount from licet.entries where key = $1 and holder = $4 and expires_at is null), 0)
    + coalesce((select sum(amount) from licet.entries where key = $1 and expires_at > $2 and holder is distinct from $4), 0)
  else (select sum(amount) from licet.entries where ${IN_WINDOW} and holder is distinct from $4) end, 0)`;

/** Returns what is used of a counter. */
export async function used(run: Run, { key, now, windowMs, excluding }: CounterQuery): Promise<number> {
  const holder = excluding === undefined ? null : toText(excluding);
  const [row] = await run<{ readonly used: number }>(`select ${USED} as used`, [toText(key), now, since(now, windowMs), holder]);
  return row?.used ?? 0;
}

/** What a request would get, and what its holder has of the counter now. */
interface Peeked {
  readonly answer: Reservation;
  readonly held?: { readonly at: number; readonly expiresAt: number | null };
}

interface PeekRow {
  readonly used: number;
  readonly at: number | null;
  readonly expires: number | null;
}

/** Looks what a reservation would get now. */
export async function peek(run: Run, request: ReservationRequest): Promise<Peeked> {
  const { key, holder, amount, limit, windowMs, now } = request;
  const [row] = await run<PeekRow>(
    `select ${USED.replaceAll('$4', 'null::text')} as used, held.at, held.expires_at as expires
    from (values (1)) as one left join licet.entries held on held.key = $1 and held.holder = $4`,
    [toText(key), now, since(now, windowMs), toText(holder)],
  );
  const { used: taken = 0, at = null, expires: expiresAt = null } = row ?? {};
  const held = at === null ? {} : { held: { at, expiresAt } };
  const counts = at !== null && (expiresAt === null || expiresAt > now) && (windowMs === undefined || at > now - windowMs);
  if (counts) return { answer: { granted: true, fresh: false }, ...held };
  const fits = limit === undefined || taken + amount <= limit;
  return { answer: fits ? { granted: true, fresh: true } : await refused(run, request, taken), ...held };
}

/**
 * Takes from a counter, inside a transaction. Whoever takes from the same counter waits, so that nobody takes what is taken
 * already; settling and giving back do not wait, because they never make it more.
 */
export async function reserve(run: Run, schema: string, request: ReservationRequest): Promise<Reservation> {
  await run('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`licet:${schema}:${toText(request.key)}`]);
  for (;;) {
    const { answer, held } = await peek(run, request);
    if (!answer.granted || !answer.fresh) return answer;
    const { key, holder, amount, windowMs, now, expiresAt } = request;
    const taken = await run(
      `with gone as (delete from licet.entries where key = $1 and holder <> $2 and (expires_at <= $9 or windowed and at <= $5))
      insert into licet.entries as held (key, holder, amount, at, expires_at, windowed) values ($1, $2, $3, $4, $6, $7)
      on conflict (key, holder) do update
      set amount = excluded.amount, at = excluded.at, expires_at = excluded.expires_at, windowed = excluded.windowed
      where held.expires_at is not distinct from $8 returning 1`,
      [
        toText(key),
        toText(holder),
        amount,
        now,
        since(now, windowMs),
        expiresAt,
        windowMs !== undefined,
        held?.expiresAt ?? null,
        now - LATE_SETTLEMENT_MS,
      ],
    );
    // Nothing was taken when what had lapsed was settled at this very moment after all: that is a charge to look at again.
    if (taken.length > 0) return remembered(run, request.key, answer);
  }
}

/** A name that is too long for an index is kept beside, for those who look into the store. */
async function remembered(run: Run, key: string, answer: Reservation): Promise<Reservation> {
  const short = toText(key);
  if (isCut(short))
    await run('insert into licet.names (short, name) values ($1, $2) on conflict (short) do nothing', [
      short,
      JSON.stringify(key),
    ]);
  return answer;
}

/** In a sliding window the action fits once enough entries have left it, by age or because nobody settled them. */
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
