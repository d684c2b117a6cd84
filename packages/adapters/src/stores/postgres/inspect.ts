import type { CounterState, ReservationState, ResetReport, ResetScope, SessionState, StateInspector } from '@licet/core/store';
import { isCounterOf } from '@licet/core/store';

import { requestsIn } from './approvals.ts';
import type { Connection } from './connection.ts';
import type { Run } from './schema.ts';
import { fromText, isCut, toText } from './text.ts';

const LISTED = 20;

/** Charges without a window are in the totals; the entries of the same key only say who was charged. */
const COUNTERS = `select key, sum(charged) as charged, sum(reserved) as reserved from (
  select key, charged, 0 as reserved from licet.totals
  union all
  select key, case when expires_at is null and windowed then amount else 0 end, case when expires_at > $1 then amount else 0 end
  from licet.entries
) as each group by key having sum(charged) <> 0 or sum(reserved) <> 0 order by key`;

const RESERVATIONS = `select key, holder, amount, at, expires_at as "expiresAt" from licet.entries
where expires_at > $1 order by at, key, holder`;

/** A look into a database. A reset is one transaction, and leaves the audit trail alone. */
export function postgresInspector(connection: Connection): StateInspector {
  const { run } = connection;
  return Object.freeze<StateInspector>({
    async sessions(limit = LISTED) {
      const sql = 'select state from licet.sessions where version > 0 order by at desc, id limit $1';
      return (await run<{ readonly state: string }>(sql, [limit])).map(({ state }) => JSON.parse(state) as SessionState);
    },
    counters: async now => named(run, await run<CounterState>(COUNTERS, [now])),
    requests: async now => requestsIn(run, now),
    async reservations(now) {
      const found = await named(run, await run<ReservationState>(RESERVATIONS, [now]));
      return found.map(each => ({ ...each, holder: fromText(each.holder) }));
    },
    reset: async scope => connection.transact(async tx => reset(tx, scope)),
  });
}

/** Gives counters their own names back, also those that are too long for an index. */
async function named<Row extends { readonly key: string }>(run: Run, rows: readonly Row[]): Promise<readonly Row[]> {
  const short = rows.map(({ key }) => key).filter(isCut);
  const kept =
    short.length === 0
      ? []
      : await run<{ readonly short: string; readonly name: string }>(
          'select short, name from licet.names where short = any($1)',
          [short],
        );
  const names = new Map(kept.map(row => [row.short, JSON.parse(row.name) as string]));
  return rows.map(row => ({ ...row, key: names.get(row.key) ?? fromText(row.key) }));
}

async function reset(run: Run, { sessionId }: ResetScope): Promise<ResetReport> {
  const all = await run<{ readonly key: string }>('select key from licet.totals union select key from licet.entries');
  const full = await named(run, all);
  const keys = all.filter((_, index) => sessionId === undefined || isCounterOf(sessionId, full[index]?.key ?? ''));
  const counters = [keys.map(({ key }) => key)];
  for (const table of ['totals', 'entries']) await run(`delete from licet.${table} where key = any($1)`, counters);
  await run('delete from licet.names where short = any($1)', counters);
  const id = sessionId === undefined ? null : toText(sessionId);
  const count = async (sql: string): Promise<number> => (await run(`${sql} returning 1`, [id])).length;
  await run('delete from licet.events where $1::text is null or session = $1', [id]);
  await run('delete from licet.calls where $1::text is null or session = $1', [id]);
  return {
    sessions: await count('delete from licet.sessions where $1::text is null or id = $1'),
    counters: keys.length,
    approvals: await count('delete from licet.approvals where $1::text is null or session = $1'),
  };
}
