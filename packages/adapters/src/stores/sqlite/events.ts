import type { Ruling } from '@licet/core';
import type { OpenCall, SessionEvent, SessionState } from '@licet/core/store';
import { GovernanceError } from '@licet/core';
import { OPEN_CALL_MS, callChange, emptySession, foldSession } from '@licet/core/store';

import type { SqliteStatement } from './driver.ts';

type Statements = (sql: string) => SqliteStatement;

/** So many events lie beside the folded state of a session before they are folded into it. */
const FOLD_EVERY = 64;

/** Returns the state of a session: what is folded, and what waits. Throws when they do not fit together. */
export function loadSession(statement: Statements, id: string): SessionState {
  const row = statement('select version, folded from sessions where id = ?').get(id) as
    | { version: number; folded: string }
    | undefined;
  if (row === undefined) return emptySession(id);
  const folded = JSON.parse(row.folded) as SessionState;
  if (folded.id !== id || folded.version !== row.version) throw damaged();
  const waiting = statement('select version, event from events where session = ? and version > ? order by version').all(
    id,
    row.version,
  ) as { version: number; event: string }[];
  if (waiting.length === 0) return folded;
  if (waiting.at(-1)?.version !== row.version + waiting.length) throw damaged();
  return foldSession(folded, ...waiting.map(({ event }) => JSON.parse(event) as SessionEvent));
}

/** Adds events to a session and returns its new version. The state is written anew only once in a while. */
export function appendEvents(
  statement: Statements,
  id: string,
  events: readonly SessionEvent[],
  expected: number | undefined,
): number {
  const before = versionOf(statement, id);
  if (expected !== undefined && before !== expected) {
    throw new GovernanceError('session_conflict', `session \`${id}\` is at version ${before}, expected ${expected}`);
  }
  let version = before;
  for (const event of events) {
    version += 1;
    statement('insert into events (session, version, event) values (?, ?, ?)').run(id, version, JSON.stringify(event));
    follow(statement, id, event);
  }
  if (Math.floor(before / FOLD_EVERY) !== Math.floor(version / FOLD_EVERY)) {
    fold(statement, id);
    const at = events.at(-1)?.at ?? 0;
    statement('delete from calls where session = ? and at <= ?').run(id, at - OPEN_CALL_MS);
  }
  return version;
}

const VERSIONS =
  'select (select max(version) from events where session = ?) as last, (select version from sessions where id = ?) as folded';

/** The number of the last event. A session that begins is given a state of its own to fold into. */
function versionOf(statement: Statements, id: string): number {
  const { last, folded } = statement(VERSIONS).get(id, id) as { last: number | null; folded: number | null };
  const version = last ?? 0;
  if (folded === null) {
    if (last !== null) throw damaged();
    const sql = 'insert into sessions (id, version, folded) values (?, 0, ?)';
    statement(sql).run(id, JSON.stringify(emptySession(id)));
  } else if (version < folded) throw damaged();
  return version;
}

function fold(statement: Statements, id: string): void {
  const state = loadSession(statement, id);
  statement('update sessions set version = ?, folded = ? where id = ?').run(state.version, JSON.stringify(state), id);
}

const damaged = (): Error => new Error('the state of a session is damaged');

/** Opens the call of an evaluation, and closes that of an outcome. */
function follow(statement: Statements, id: string, event: SessionEvent): void {
  const change = callChange(event);
  if (change === undefined) return;
  const { callId, open } = change;
  if (open === undefined) statement('delete from calls where session = ? and call = ?').run(id, callId);
  else
    statement(
      'insert or replace into calls (session, call, evaluation, at, ruling, passed, owes) values (?, ?, ?, ?, ?, ?, ?)',
    ).run(
      id,
      callId,
      open.evaluationId,
      open.at,
      open.ruling,
      open.passed ? 1 : 0,
      open.owes === undefined ? null : JSON.stringify(open.owes),
    );
}

/** Returns a call that is open. */
export function openCall(statement: Statements, id: string, callId: string): OpenCall | undefined {
  const row = statement('select evaluation, at, ruling, passed, owes from calls where session = ? and call = ?').get(
    id,
    callId,
  ) as
    | {
        readonly evaluation: string;
        readonly at: number;
        readonly ruling: Ruling;
        readonly passed: 0 | 1;
        readonly owes: string | null;
      }
    | undefined;
  if (row === undefined) return undefined;
  const { evaluation, at, ruling, passed, owes } = row;
  const known = { evaluationId: evaluation, at, ruling, passed: passed === 1 };
  return owes === null ? known : { ...known, owes: JSON.parse(owes) as NonNullable<OpenCall['owes']> };
}
