import type { ReservationState, ResetReport, ResetScope, StateInspector } from '@licet/core/store';
import { isCounterOf } from '@licet/core/store';

import { requestsIn } from './approvals.ts';
import type { Connection } from './connection.ts';
import type { Statements } from './driver.ts';
import type { SessionLog } from './events.ts';
import { loadSession } from './events.ts';

const LISTED = 20;

/** A look into a state file. A reset is one transaction, and leaves the audit trail alone. */
export function sqliteInspector(connection: Connection, log: SessionLog): StateInspector {
  return Object.freeze<StateInspector>({
    sessions: (limit = LISTED) =>
      connection.read(statement =>
        (statement(LATEST).all(limit) as { id: string }[]).map(({ id }) => loadSession(statement, id)),
      ),
    counters: now =>
      connection.read(statement =>
        (statement(COUNTERS).all(now) as { key: string; charged: number; reserved: number }[]).map(row => ({ ...row })),
      ),
    requests: now => connection.read(statement => requestsIn(statement, now)),
    reservations: now =>
      connection.read(statement => (statement(RESERVATIONS).all(now) as ReservationState[]).map(row => ({ ...row }))),
    reset: scope =>
      connection.write(statement => {
        log.forget();
        return reset(statement, scope);
      }),
  });
}

/** When something happened in a session last, its last event says. */
const LATEST = `
select id from sessions order by (
  select event ->> '$.at' from events where session = id order by version desc limit 1
) desc, id limit ?`;

/** Charges without a window are in the totals; the entries of the same key only say who was charged. */
const COUNTERS = `
select key, sum(charged) as charged, sum(reserved) as reserved from (
  select key, charged, 0 as reserved from totals
  union all
  select key, iif(expires_at is null and windowed = 1, amount, 0), iif(expires_at > ?, amount, 0) from entries
) group by key having sum(charged) <> 0 or sum(reserved) <> 0 order by key`;

const RESERVATIONS =
  'select key, holder, amount, at, expires_at as expiresAt from entries where expires_at > ? order by at, key, holder';

function reset(statement: Statements, { sessionId }: ResetScope): ResetReport {
  const keys = (statement('select key from totals union select key from entries order by key').all() as { key: string }[]).filter(
    ({ key }) => sessionId === undefined || isCounterOf(sessionId, key),
  );
  for (const { key } of keys) {
    statement('delete from totals where key = ?').run(key);
    statement('delete from entries where key = ?').run(key);
  }
  const changes = (sql: string, column: string): number =>
    Number(
      sessionId === undefined ? statement(sql).run().changes : statement(`${sql} where ${column} = ?`).run(sessionId).changes,
    );
  const sessions = changes('delete from sessions', 'id');
  changes('delete from events', 'session');
  changes('delete from calls', 'session');
  return { sessions, counters: keys.length, approvals: changes('delete from approvals', `request ->> '$.sessionId'`) };
}
