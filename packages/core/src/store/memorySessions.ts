import { Counter } from './counter.ts';
import type { ResetReport, ResetScope, StateInspector } from '../ports/inspect.ts';
import { isCounterOf } from '../ports/inspect.ts';
import type {
  CounterQuery,
  ExpectedSession,
  OpenCall,
  Reservation,
  ReservationRequest,
  SessionEvent,
  SessionState,
  SessionStore,
  Settlement,
} from '../ports/session.ts';
import { LATE_SETTLEMENT_MS, OPEN_CALL_MS } from '../ports/session.ts';
import { emptySession, foldSession } from './foldSession.ts';
import { callChange, requireExpected } from './openCalls.ts';

/** Sessions in memory, with a look into them. */
export interface MemorySessions extends SessionStore {
  /** Its `reset` knows nothing of approvals: they are a separate store. */
  readonly inspect: StateInspector;
}

/**
 * Keeps sessions in this process. They are gone with it, and other processes do not see them: good for tests, for
 * examples and for an agent that lives in one process.
 *
 * @example
 * ```ts
 * import { memorySessions } from '@licet/core';
 *
 * const sessions = memorySessions();
 * await sessions.reserve({ key: 'calls', holder: 'call-1', amount: 1, limit: 1, now: 0, expiresAt: 1000 });
 * await sessions.used({ key: 'calls', now: 10 }); // => 1
 * ```
 */
export function memorySessions(): MemorySessions {
  const sessions = new Map<string, Session>();
  const counters = new Map<string, Counter>();
  const holders: Holders = new Map();
  return Object.freeze({
    inspect: inspector(sessions, counters),
    load(id: string): SessionState {
      const session = sessions.get(id);
      return session === undefined ? emptySession(id) : folded(session);
    },
    append: (id: string, events: readonly SessionEvent[], expected?: ExpectedSession): number =>
      append(sessions, id, events, expected),
    call(id: string, callId: string): OpenCall | undefined {
      const session = sessions.get(id);
      if (session !== undefined) folded(session);
      return session?.calls.get(callId);
    },
    used: (query: CounterQuery) => counters.get(query.key)?.used(query) ?? 0,
    peek: (request: ReservationRequest) =>
      tooMany(counters, request) ?? (counters.get(request.key) ?? new Counter()).peek(request),
    reserve: (request: ReservationRequest) => reserve(counters, holders, request),
    settle({ holder, key, amount }: Settlement): void {
      const keys = key === undefined ? holders.get(holder)?.keys : [key];
      for (const each of keys ?? []) counters.get(each)?.settle(holder, amount);
      if (key === undefined) holders.delete(holder);
    },
    release(holder: string, keys?: readonly string[]): void {
      for (const each of keys ?? holders.get(holder)?.keys ?? []) counters.get(each)?.release(holder);
      if (keys === undefined) holders.delete(holder);
    },
  });
}

interface Session {
  state: SessionState;
  pending: SessionEvent[];
  readonly calls: Map<string, OpenCall>;
}

const MAX_PENDING = 64;

/** Events are folded when the state is read: an action whose state is never read costs one push. */
function folded(session: Session): SessionState {
  if (session.pending.length === 0) return session.state;
  session.state = foldSession(session.state, ...session.pending);
  for (const event of session.pending) follow(session.calls, event);
  session.pending.length = 0;
  return session.state;
}

/** The calls lie in the order in which they were evaluated: those that are too old are the first. */
function follow(calls: Map<string, OpenCall>, event: SessionEvent): void {
  const change = callChange(event);
  if (change === undefined) return;
  calls.delete(change.callId);
  if (change.open === undefined) return;
  calls.set(change.callId, change.open);
  for (const [callId, { at }] of calls) {
    if (at > event.at - OPEN_CALL_MS) break;
    calls.delete(callId);
  }
}

function append(
  sessions: Map<string, Session>,
  id: string,
  events: readonly SessionEvent[],
  expected: ExpectedSession | undefined,
): number {
  let session = sessions.get(id);
  if (session === undefined) sessions.set(id, (session = { state: emptySession(id), pending: [], calls: new Map() }));
  const version = session.state.version + session.pending.length;
  if (expected !== undefined) requireExpectedOf(session, id, expected);
  session.pending.push(...events);
  if (session.pending.length > MAX_PENDING) folded(session);
  return version + events.length;
}

function requireExpectedOf(session: Session, id: string, expected: ExpectedSession): void {
  const { version } = folded(session);
  requireExpected(id, expected, { version, isOpen: callId => session.calls.has(callId) });
}

const LISTED = 20;

function inspector(sessions: Map<string, Session>, counters: Map<string, Counter>): StateInspector {
  const lastOf = ({ recent }: SessionState): number => recent.at(-1)?.at ?? 0;
  const byKey = (): readonly (readonly [string, Counter])[] => [...counters].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.freeze<StateInspector>({
    sessions: (limit = LISTED) =>
      Array.from(sessions.values(), folded)
        .sort((a, b) => lastOf(b) - lastOf(a))
        .slice(0, limit),
    counters: now =>
      byKey()
        .map(([key, counter]) => counter.state(key, now))
        .filter(({ charged, reserved }) => charged !== 0 || reserved !== 0),
    // Requests in memory are no part of it: `memoryApprovals` keeps them.
    requests: () => [],
    reservations: now =>
      byKey()
        .flatMap(([key, counter]) => counter.reservations(key, now))
        .sort((a, b) => a.at - b.at),
    reset: scope => reset(sessions, counters, scope),
  });
}

function reset(sessions: Map<string, Session>, counters: Map<string, Counter>, { sessionId }: ResetScope): ResetReport {
  const forget = (map: Map<string, unknown>, isMeant: (key: string, id: string) => boolean): number =>
    [...map.keys()].filter(key => (sessionId === undefined || isMeant(key, sessionId)) && map.delete(key)).length;
  return {
    sessions: forget(sessions, (key, id) => key === id),
    counters: forget(counters, (key, id) => isCounterOf(id, key)),
    approvals: 0,
  };
}

/** Under which keys a holder has reservations, so that settling them does not visit every counter. */
type Holders = Map<string, { readonly keys: Set<string>; expiresAt: number }>;

const SWEEP_EVERY = 4_096;

/** Refuses a counter that would be one too many of those that hold something. */
function tooMany(counters: Map<string, Counter>, request: ReservationRequest): Reservation | undefined {
  const { key, among, now, windowMs } = request;
  if (among === undefined || (counters.get(key)?.used(request) ?? 0) > 0) return undefined;
  const leaving: number[] = [];
  for (const [other, counter] of counters)
    if (other.startsWith(among.prefix) && counter.used(request) > 0) leaving.push(counter.lastLeaves(request));
  if (leaving.length < among.most) return undefined;
  const first = Math.min(...leaving);
  const isWaiting = windowMs !== undefined && among.most > 0 && Number.isFinite(first);
  return { granted: false, used: leaving.length, ...(isWaiting && { retryAfterMs: Math.max(1, first - now) }) };
}

function reserve(counters: Map<string, Counter>, holders: Holders, request: ReservationRequest): Reservation {
  const { key, holder, now, expiresAt } = request;
  const refused = tooMany(counters, request);
  if (refused !== undefined) return refused;
  let counter = counters.get(key);
  if (counter === undefined) counters.set(key, (counter = new Counter()));
  const reservation = counter.reserve(request);
  if (!reservation.granted || !reservation.fresh) return reservation;
  const held = holders.get(holder) ?? { keys: new Set<string>(), expiresAt };
  held.keys.add(key);
  held.expiresAt = Math.max(held.expiresAt, expiresAt);
  holders.set(holder, held);
  if (holders.size % SWEEP_EVERY === 0)
    for (const [name, each] of holders) if (each.expiresAt <= now - LATE_SETTLEMENT_MS) holders.delete(name);
  return reservation;
}
