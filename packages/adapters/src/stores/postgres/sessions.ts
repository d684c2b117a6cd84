import type { SessionStore } from '@licet/core';
import type { ExpectedSession, OpenCall, SessionEvent, SessionState } from '@licet/core/store';
import { GovernanceError } from '@licet/core';
import { OPEN_CALL_MS, callChange, emptySession, foldSession, requireExpected } from '@licet/core/store';

import type { Connection } from './connection.ts';
import { peek, release, reserve, settle, used } from './counters.ts';
import type { Run } from './schema.ts';
import { toText } from './text.ts';

/** Sessions in PostgreSQL. A session's state is kept beside its events, so that reading it costs one row. */
export function postgresSessionStore(connection: Connection): SessionStore {
  const { run, schema } = connection;
  return Object.freeze<SessionStore>({
    load: async id => stateOf(id, (await run<Row>(SELECT, [toText(id)]))[0]),
    append: async (id, events, expected) => append(connection, { id, events, expected }),
    call: async (id, callId) => openCall(run, id, callId),
    used: async query => used(run, query),
    peek: async request => peek(run, request),
    reserve: async request => reserve(run, schema, request),
    settle: async settlement => settle(run, settlement),
    release: async (holder, keys) => release(run, holder, keys),
  });
}

/** A session with the time of its last event. */
interface Row {
  readonly state: string;
  readonly at: number;
}

const SELECT = 'select state, at from licet.sessions where id = $1';

/** Moves a session on, if it still is where `$5` and `$6` say, and keeps its events; nothing is returned when it is not. */
const MOVE = `with moved as (
  update licet.sessions set version = $2, state = $3, at = $4 where id = $1 and version = $5 and at = $6 returning id
), kept as (
  insert into licet.events (session, version, event)
  select id, $5::float8 + place, event from moved, unnest($7::text[]) with ordinality as each (event, place)
), closed as (
  delete from licet.calls using moved where session = $1 and (call = any($8::text[]) or at <= $9 and call <> all($10::text[]))
), opened as (
  insert into licet.calls (session, call, evaluation, at, ruling, passed, owes)
  select $1, each.* from moved, unnest($10::text[], $11::text[], $12::float8[], $13::text[], $14::boolean[], $15::text[]) as each
  on conflict (session, call) do update
  set evaluation = excluded.evaluation, at = excluded.at, ruling = excluded.ruling, passed = excluded.passed, owes = excluded.owes
) select 1 from moved`;

function stateOf(id: string, row: Row | undefined): SessionState {
  return row === undefined ? emptySession(id) : (JSON.parse(row.state) as SessionState);
}

/** What is to be appended to a session. */
export interface Append {
  readonly id: string;
  readonly events: readonly SessionEvent[];
  readonly expected: ExpectedSession | undefined;
}

/**
 * Appends in two statements that hold no lock between them, which is enough unless somebody else appends to the same session
 * at the same moment. Then it takes turns: the second one sees what the first has written.
 */
async function append(connection: Connection, wish: Append): Promise<number> {
  const [row] = await connection.run<Row>(SELECT, [toText(wish.id)]);
  const moved = row === undefined ? undefined : await move(connection.run, row, wish);
  return moved ?? connection.transact(async tx => takeTurns(tx, wish));
}

/** Appends inside of a transaction: other appends to the same session wait for its end. */
export async function takeTurns(run: Run, wish: Append): Promise<number> {
  const select = async (): Promise<Row | undefined> => (await run<Row>(`${SELECT} for update`, [toText(wish.id)]))[0];
  const create = 'insert into licet.sessions (id, version, state, at) values ($1, 0, $2, 0) on conflict (id) do nothing';
  let row = await select();
  if (row === undefined) {
    await run(create, [toText(wish.id), JSON.stringify(emptySession(wish.id))]);
    row = await select();
  }
  const version = row && (await move(run, row, wish));
  if (version !== undefined) return version;
  throw new GovernanceError('store_unavailable', `session \`${wish.id}\` was changed under its lock`);
}

/** Returns the new version, or undefined when the session is no longer what `row` says. */
async function move(run: Run, row: Row, { id, events, expected }: Append): Promise<number | undefined> {
  const before = stateOf(id, row);
  const { version } = before;
  const open = typeof expected === 'object' ? await openCall(run, id, expected.open) : undefined;
  requireExpected(id, expected, { version, isOpen: () => open !== undefined });
  const state = foldSession(before, ...events);
  const at = events.at(-1)?.at ?? row.at;
  const texts = events.map(event => JSON.stringify(event));
  const moved = await run(MOVE, [
    toText(id),
    state.version,
    JSON.stringify(state),
    at,
    version,
    row.at,
    texts,
    ...callColumns(events, at),
  ]);
  return moved.length === 0 ? undefined : state.version;
}

/** The calls that events close, from when on those stay that are open, and what is known of the calls that they open. */
function callColumns(events: readonly SessionEvent[], at: number): readonly unknown[] {
  const changes = events.map(callChange).filter(change => change !== undefined);
  const last = Array.from(new Map(changes.map(({ callId, open }) => [callId, open])));
  const opened = last.flatMap(([callId, open]) => (open === undefined ? [] : [{ callId, ...open }]));
  return [
    last.filter(([, open]) => open === undefined).map(([callId]) => toText(callId)),
    at - OPEN_CALL_MS,
    opened.map(({ callId }) => toText(callId)),
    opened.map(({ evaluationId }) => JSON.stringify(evaluationId)),
    opened.map(each => each.at),
    opened.map(({ ruling }) => ruling),
    opened.map(({ passed }) => passed),
    opened.map(({ owes }) => (owes === undefined ? null : JSON.stringify(owes))),
  ];
}

async function openCall(run: Run, id: string, callId: string): Promise<OpenCall | undefined> {
  const sql = 'select evaluation, at, ruling, passed, owes from licet.calls where session = $1 and call = $2';
  const [row] = await run<
    Omit<OpenCall, 'evaluationId' | 'owes'> & { readonly evaluation: string; readonly owes: string | null }
  >(sql, [toText(id), toText(callId)]);
  if (row === undefined) return undefined;
  const { evaluation, owes, ...rest } = row;
  const known = { evaluationId: JSON.parse(evaluation) as string, ...rest };
  return owes === null ? known : { ...known, owes: JSON.parse(owes) as NonNullable<OpenCall['owes']> };
}
