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

/** What a request for `amount` of a counter would get: whether its holder has it already, or whether it fits into the limit. */
export const PEEK: string = `create function licet.peek(
  key text, now float8, since float8, holder text, amount float8, most float8,
  out held boolean, out fits boolean, out used float8, out expires float8
) language sql stable as $body$
  select entries.at is not null and coalesce(entries.expires_at > $2, true) and ($3 is null or entries.at > $3),
    $6 is null or (used + $5 <= $6 and $6 <> 'NaN'), used, entries.expires_at
  from (select ${USED.replaceAll('$4', 'null::text')} as used) as counter
  left join licet.entries on entries.key = $1 and entries.holder = $4
$body$;`;

/**
 * Takes from a counter, in one call. Whoever takes from the same counter waits, so that nobody takes what is taken already;
 * settling and giving back do not wait, because they never make it more. Each statement sees what was committed before it, and
 * refuses to run where the server is set up otherwise. Nothing is taken when what had lapsed is settled at this very moment
 * after all: that is a charge, to be looked at again.
 */
export const RESERVE: string = `create function licet.reserve(
  wanted text, moment float8, since float8, taker text, wish float8, most float8, until float8, known float8, lock text,
  out held boolean, out fits boolean, out used float8
) language plpgsql volatile as $body$
declare
  lapses float8;
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'licet needs the isolation level read committed' using errcode = '25000';
  end if;
  perform pg_advisory_xact_lock(hashtextextended(lock, 0));
  loop
    select p.held, p.fits, p.used, p.expires into held, fits, used, lapses
      from licet.peek(wanted, moment, since, taker, wish, most) p;
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
