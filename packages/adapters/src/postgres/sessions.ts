import type { SessionEvent, SessionState, SessionStore } from '@licet/core';
import { GovernanceError, emptySession, foldSession } from '@licet/core';

import type { Connection } from './connection.ts';
import { peek, release, reserve, settle, used } from './counters.ts';
import type { Run } from './schema.ts';
import { toText } from './text.ts';

/** Sessions in PostgreSQL. A session's state is kept beside its events, so that reading it costs one row. */
export function postgresSessionStore(connection: Connection): SessionStore {
  const { run, schema } = connection;
  return Object.freeze<SessionStore>({
    load: async id => stateOf(id, await run<Row>('select state from licet.sessions where id = $1', [toText(id)])),
    append: async (id, events, expected) => connection.transact(async tx => append(tx, id, events, expected)),
    used: async query => used(run, query),
    peek: async request => (await peek(run, request)).answer,
    reserve: async request => connection.transact(async tx => reserve(tx, schema, request)),
    settle: async settlement => settle(run, settlement),
    release: async (holder, keys) => release(run, holder, keys),
  });
}

interface Row {
  readonly state: string;
}

function stateOf(id: string, [row]: readonly Row[]): SessionState {
  return row === undefined ? emptySession(id) : (JSON.parse(row.state) as SessionState);
}

/** Appending to one session takes turns: whoever comes second sees what the first has written. */
async function append(run: Run, id: string, events: readonly SessionEvent[], expected: number | undefined): Promise<number> {
  const key = toText(id);
  const before = await locked(run, id);
  if (expected !== undefined && before.version !== expected) {
    throw new GovernanceError('session_conflict', `session \`${id}\` is at version ${before.version}, expected ${expected}`);
  }
  const state = foldSession(before, ...events);
  await run(
    `with moved as (update licet.sessions set version = $2, state = $3, at = $4 where id = $1)
    insert into licet.events (session, version, event)
    select $1, $5::float8 + place, event from unnest($6::text[]) with ordinality as each (event, place)`,
    [
      key,
      state.version,
      JSON.stringify(state),
      events.at(-1)?.at ?? 0,
      before.version,
      events.map(event => JSON.stringify(event)),
    ],
  );
  return state.version;
}

async function locked(run: Run, id: string): Promise<SessionState> {
  const select = async (): Promise<readonly Row[]> =>
    run<Row>('select state from licet.sessions where id = $1 for update', [toText(id)]);
  const rows = await select();
  if (rows.length > 0) return stateOf(id, rows);
  const sql = 'insert into licet.sessions (id, version, state, at) values ($1, 0, $2, 0) on conflict (id) do nothing';
  await run(sql, [toText(id), JSON.stringify(emptySession(id))]);
  return stateOf(id, await select());
}
