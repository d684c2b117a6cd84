import type { Ruling } from '@licet/core';
import type { ExpectedSession, OpenCall, SessionEvent, SessionState } from '@licet/core/store';
import { OPEN_CALL_MS, callChange, emptySession, foldSession, requireExpected } from '@licet/core/store';

import type { SqliteStatement, Statements } from './driver.ts';
import { NUMBER, TEXT } from './driver.ts';
import { requireChanges, requireLast } from './failure.ts';

/** So many events lie beside the folded state of a session before they are folded into it. */
const FOLD_EVERY = 64;

interface Row {
  readonly version: number;
  readonly event: string;
}

/** A session as it lies in a file: a state, and the events after it. */
interface Stored {
  readonly state: SessionState;
  readonly waiting: readonly Row[];
}

/** Returns the state of a session: what is folded, and what waits. Throws when they do not fit together. */
export function loadSession(statement: Statements, id: string): SessionState {
  const { state, waiting } = stored(statement, id);
  return waiting.length === 0 ? state : foldSession(state, ...waiting.map(({ event }) => JSON.parse(event) as SessionEvent));
}

function stored(statement: Statements, id: string): Stored {
  const row = statement('select version, folded from sessions where id = ?').get(id) as
    | { version: number; folded: string }
    | undefined;
  if (row === undefined) return { state: emptySession(id), waiting: [] };
  const state = JSON.parse(row.folded) as SessionState;
  if (state.id !== id || state.version !== row.version) throw damaged();
  const waiting = eventsFrom(statement, id, row.version + 1);
  if (waiting.length > 0 && waiting.at(-1)?.version !== row.version + waiting.length) throw damaged();
  return { state, waiting };
}

/** Undefined if it is no longer the remembered one. Most often no event was added. */
function addedSince(statement: Statements, { state, event }: Known): Stored | undefined {
  const { last, mark: found } = statement(LAST).get(state.id, state.id, state.version) as Last;
  if (last === state.version && found === event) return { state, waiting: [] };
  const [mark, ...waiting] = eventsFrom(statement, state.id, state.version);
  const isSame = mark?.version === state.version && mark.event === event;
  const isWhole = waiting.length === 0 || waiting.at(-1)?.version === state.version + waiting.length;
  return isSame && isWhole ? { state, waiting } : undefined;
}

const eventsFrom = (statement: Statements, id: string, version: number): readonly Row[] =>
  statement(EVENTS).all(id, version) as Row[];

const EVENTS = `select version, event from events where session = ${TEXT} and version >= ${NUMBER} order by version`;

/** A session as it was after an event that has the id of an evaluation, and that event. */
interface Known {
  readonly state: SessionState;
  readonly event: string;
}

/** Sessions of a file that are remembered: a project has few at once, and a process that stays has many projects. */
const MOST_KNOWN = 64;

/**
 * The sessions of a file. Remembers those that this process has read and written, and reads only what was added since. What it
 * remembers counts where the session still has the event of that version: ids of evaluations are used once, so a session that was
 * reset, one in another file, and what a transaction has written and taken back, have another.
 */
export class SessionLog {
  readonly #known: Map<string, Known> = new Map();
  /** Up to which event a session is folded, unless another connection has written since. */
  readonly #folded: Map<string, number> = new Map();
  /** The last event of a session that this connection has written to, unless another one has written since. */
  readonly #ends: Map<string, End> = new Map();
  /** What said the last time whether another connection has written, and what it said. */
  #seen: readonly [SqliteStatement | undefined, number] = [undefined, 0];

  load(statement: Statements, id: string): SessionState {
    const before = this.#known.get(id);
    const added = before && addedSince(statement, before);
    const { state, waiting } = added ?? stored(statement, id);
    const events = waiting.map(({ event }) => JSON.parse(event) as SessionEvent);
    const last = events.findLastIndex(({ type }) => type !== 'fact');
    const same = added && before;
    const mark = last < 0 ? same : { state: foldSession(state, ...events.slice(0, last + 1)), event: waiting[last]?.event ?? '' };
    this.#remember(id, mark);
    const rest = events.slice(last + 1);
    const reached = last < 0 ? state : (mark?.state ?? state);
    return rest.length === 0 ? reached : foldSession(reached, ...rest);
  }

  /** Adds events to a session and returns its new version. The state is written again only once in a while. */
  append(statement: Statements, id: string, events: readonly SessionEvent[], expected: ExpectedSession | undefined): number {
    const last = this.#known.get(id);
    const { version, mark } = this.#versionOf(statement, id, last?.state.version);
    requireExpected(id, expected, { version, isOpen: callId => openCall(statement, id, callId) !== undefined });
    const event = addEvents(statement, id, version, events);
    const isKnown = last?.state.version === version && last.event === mark;
    if (isKnown && events.length > 0 && events.at(-1)?.type !== 'fact')
      this.#remember(id, { state: foldSession(last.state, ...events), event });
    const after = version + events.length;
    if (events.length > 0) keep(this.#ends, id, { version: after, mark: event });
    if (Math.floor(version / FOLD_EVERY) !== Math.floor(after / FOLD_EVERY)) {
      fold(statement, this.load(statement, id), events);
      keep(this.#folded, id, after);
    }
    return after;
  }

  /**
   * The number of the last event, and that event where it has the number that is known: what this connection has written itself is not read
   * until another one writes. A session that begins is given its own state to fold into. That state lies among those of all others, each
   * of which is read on the way to it: it is looked for again only when another connection has written, or the events do not reach so far.
   */
  #versionOf(statement: Statements, id: string, known = 0): End {
    this.#lookForOthers(statement);
    const end = this.#ends.get(id);
    if (end !== undefined) return end;
    const { last, mark } = statement(LAST).get(id, id, known) as Last;
    const version = last ?? 0;
    if (last !== null && version >= (this.#folded.get(id) ?? Number.POSITIVE_INFINITY)) return { version, mark };
    const folded = foldedOf(statement, id);
    if (folded === undefined) {
      if (last !== null) throw damaged();
      const sql = 'insert into sessions (id, version, folded) values (?, 0, ?)';
      statement(sql).run(id, JSON.stringify(emptySession(id)));
    } else if (version < folded) throw damaged();
    keep(this.#folded, id, folded ?? 0);
    return { version, mark };
  }

  #lookForOthers(statement: Statements): void {
    const asked = statement('pragma data_version');
    const { data_version: now } = asked.get() as { readonly data_version: number };
    if (asked !== this.#seen[0] || now !== this.#seen[1]) this.forget();
    this.#seen = [asked, now];
  }

  /** Believes nothing of what it has written any more: for a transaction that was taken back, and for a reset. */
  forget(): void {
    this.#folded.clear();
    this.#ends.clear();
  }

  #remember(id: string, mark: Known | undefined): void {
    if (mark === undefined) this.#known.delete(id);
    else keep(this.#known, id, mark);
  }
}

/** Remembers something of a session, and forgets what was remembered longest ago. */
function keep<T>(known: Map<string, T>, id: string, what: T): void {
  known.delete(id);
  known.set(id, what);
  const [oldest] = known.size > MOST_KNOWN ? known.keys() : [];
  if (oldest !== undefined) known.delete(oldest);
}

const INSERT = 'insert into events (session, version, event) values (?, ?, ?)';
const INSERT_ALL = 'insert into events (session, version, event) select ?, ? + key, value from json_each(?)';

/** Adds events behind a version, and returns the text of the last. */
function addEvents(statement: Statements, id: string, version: number, events: readonly SessionEvent[]): string {
  const texts = events.map(event => JSON.stringify(event));
  const last = texts.pop() ?? '';
  if (texts.length > 0) requireChanges(statement(INSERT_ALL).run(id, version + 1, `[${texts.join(',')}]`), texts.length);
  if (events.length > 0) requireChanges(statement(INSERT).run(id, version + events.length, last), 1);
  for (const event of events) followCall(statement, id, event);
  const end = version + events.length;
  if (events.length > 0) requireLast((statement(END).get(id) as { readonly end: number | null }).end === end);
  return last;
}

const END = `select max(version) as end from events where session = ${TEXT}`;

const LAST = `select
  (select max(version) from events where session = ${TEXT}) as last,
  (select event from events where session = ? and version = ?) as mark`;

/** The number of the last event of a session, and an event: that one, or null where it is not known. */
interface End {
  readonly version: number;
  readonly mark: string | null;
}

/** The number of the last event of a session, and the event of another number. */
interface Last {
  readonly last: number | null;
  readonly mark: string | null;
}

/** Up to which event a session is folded; undefined where there is none of that name. */
function foldedOf(statement: Statements, id: string): number | undefined {
  return (statement('select version from sessions where id = ?').get(id) as { readonly version: number } | undefined)?.version;
}

function fold(statement: Statements, state: SessionState, events: readonly SessionEvent[]): void {
  statement('update sessions set version = ?, folded = ? where id = ?').run(state.version, JSON.stringify(state), state.id);
  const at = events.at(-1)?.at ?? 0;
  statement(`delete from calls where session = ${TEXT} and at <= ${NUMBER}`).run(state.id, at - OPEN_CALL_MS);
}

const damaged = (): Error => new Error('the state of a session is damaged');

/** Opens the call of an evaluation, and closes that of an outcome. */
function followCall(statement: Statements, id: string, event: SessionEvent): void {
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
