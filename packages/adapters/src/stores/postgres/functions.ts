/**
 * What is used of `$1` at `$2`, without what `$4` holds. Charges without a window are kept as one total; only what may
 * still lapse or leave the window, which began at `$3`, is added up. One statement sees total and entries of one moment.
 */
export const USED: string = `coalesce(case when $3::float8 is null
  then coalesce((select charged from licet.totals where key = $1), 0)
    - coalesce((select amount from licet.entries where key = $1 and holder = $4 and expires_at is null), 0)
    + coalesce((select sum(amount) from licet.entries where key = $1 and expires_at > $2 and holder is distinct from $4), 0)
  else (select sum(amount) from licet.entries where key = $1 and windowed and at > $3
    and (expires_at is null or expires_at > $2) and holder is distinct from $4) end, 0)`;

/** What counts in an entry of a counter at `$2`, in a window that began at `$3`, for anyone but `$4`. */
const COUNTS = `amount > 0 and ($3 is null or at > $3) and (expires_at is null or expires_at > $2) and holder <> $4`;

/** How many counters hold something whose keys begin with `$7`, without the one that is asked about; none where it holds something itself. */
const OTHERS = `case when $7 is null or exists (select 1 from licet.entries where key = $1 and ${COUNTS}) then -1
  else (select count(distinct key) from licet.entries where key >= $7 and key < $7 || chr(1114111) and ${COUNTS}) end`;

/** When the first of the counters that begin with `$1` holds nothing any more, in a window of `$4`, at `$2`; for anyone but `$5`. */
export const FIRST_LEAVES: string = `select min(leaves) as leaves from (
  select max(least(at + $4, expires_at)) as leaves from licet.entries
  where key >= $1 and key < $1 || chr(1114111) and amount > 0 and at > $3 and (expires_at is null or expires_at > $2) and holder <> $5 group by key
) as each`;

/**
 * What a request for `amount` of a counter would get: whether its holder has it already, or whether it fits into the limit, and among the counters that may
 * hold something.
 */
export const PEEK: string = `create function licet.peek(
  key text, now float8, since float8, holder text, amount float8, most float8, prefix text, crowd float8,
  out held boolean, out fits boolean, out used float8, out expires float8, out others float8
) language sql stable as $body$
  select entries.at is not null and coalesce(entries.expires_at > $2, true) and ($3 is null or entries.at > $3),
    ($6 is null or (used + $5 <= $6 and $6 <> 'NaN')) and (others < 0 or others < $8), used, entries.expires_at, others
  from (select ${USED.replaceAll('$4', 'null::text')} as used, ${OTHERS} as others) as counter
  left join licet.entries on entries.key = $1 and entries.holder = $4
$body$;`;

/**
 * Takes from a counter, in one call. Each call that takes from the same counter waits, so that no call takes what is taken already;
 * settling and giving back do not wait, because they never make it more. Each statement sees what was committed before it, and
 * refuses to run where the server is set up otherwise. Nothing is taken when what had lapsed is settled at this very moment
 * after all: that is a charge, to be looked at again.
 */
export const RESERVE: string = `create function licet.reserve(
  wanted text, moment float8, since float8, taker text, wish float8, most float8, until float8, known float8, lock text,
  prefix text, crowd float8, out held boolean, out fits boolean, out used float8, out others float8
) language plpgsql volatile as $body$
declare
  lapses float8;
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'licet needs the isolation level read committed' using errcode = '25000';
  end if;
  perform pg_advisory_xact_lock(hashtextextended(lock, 0));
  loop
    select p.held, p.fits, p.used, p.expires, p.others into held, fits, used, lapses, others
      from licet.peek(wanted, moment, since, taker, wish, most, prefix, crowd) p;
    if held or not fits then return; end if;
    delete from licet.entries e
      where e.key = wanted and e.holder <> taker and (e.expires_at <= known or e.windowed and e.at <= since);
    insert into licet.entries as e (key, holder, amount, at, expires_at, windowed)
      values (wanted, taker, wish, moment, until, since is not null)
      on conflict (key, holder) do update
      set amount = excluded.amount, at = excluded.at, expires_at = excluded.expires_at, windowed = excluded.windowed
      where e.expires_at is not distinct from lapses;
    if found then return; end if;
  end loop;
end $body$;`;
