import { GovernanceError } from './errors.ts';
import type { MaybePromise } from './json.ts';
import type {
  CounterQuery,
  Reservation,
  ReservationRequest,
  SessionEvent,
  SessionState,
  SessionStore,
  Settlement,
} from './session.ts';
import { emptySession, foldSession } from './session.ts';

interface Entry {
  readonly holder: string;
  amount: number;
  readonly at: number;
  /** Undefined once it has been charged. */
  expiresAt: number | undefined;
}

type Counter = Map<string, Entry>;

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
export function memorySessions(): SessionStore {
  const sessions = new Map<string, Session>();
  const counters = new Map<string, Counter>();
  return Object.freeze({
    load(id: string): SessionState {
      const session = sessions.get(id);
      return session === undefined ? emptySession(id) : folded(session);
    },
    append: (id: string, events: readonly SessionEvent[], expected?: number): number => append(sessions, id, events, expected),
    used: (query: CounterQuery) => sum(counters.get(query.key), query),
    reserve: (request: ReservationRequest) => reserve(counters, request),
    settle: (settlement: Settlement) => settle(counters, settlement),
    release: (holder: string, keys?: readonly string[]): MaybePromise<void> => release(counters, holder, keys),
  });
}

interface Session {
  state: SessionState;
  pending: SessionEvent[];
}

const MAX_PENDING = 64;

/** Events are folded when somebody reads the state: an action that nobody asks about costs one push. */
function folded(session: Session): SessionState {
  if (session.pending.length === 0) return session.state;
  session.state = foldSession(session.state, ...session.pending);
  session.pending.length = 0;
  return session.state;
}

function append(sessions: Map<string, Session>, id: string, events: readonly SessionEvent[], expected?: number): number {
  let session = sessions.get(id);
  if (session === undefined) sessions.set(id, (session = { state: emptySession(id), pending: [] }));
  const version = session.state.version + session.pending.length;
  if (expected !== undefined && version !== expected) {
    throw new GovernanceError('session_conflict', `session \`${id}\` is at version ${version}, expected ${expected}`);
  }
  session.pending.push(...events);
  if (session.pending.length > MAX_PENDING) folded(session);
  return version + events.length;
}

function counts(entry: Entry, { now, windowMs }: { now: number; windowMs?: number }): boolean {
  if (entry.expiresAt !== undefined && entry.expiresAt <= now) return false;
  return windowMs === undefined || entry.at > now - windowMs;
}

function sum(counter: Counter | undefined, query: CounterQuery): number {
  let total = 0;
  for (const entry of counter?.values() ?? []) {
    if (entry.holder !== query.excluding && counts(entry, query)) total += entry.amount;
  }
  return total;
}

function reserve(counters: Map<string, Counter>, request: ReservationRequest): Reservation {
  const counter: Counter = counters.get(request.key) ?? new Map();
  const held = counter.get(request.holder);
  if (held !== undefined && counts(held, request)) return { granted: true, fresh: false };
  for (const [holder, entry] of counter) if (!counts(entry, request)) counter.delete(holder);
  const used = sum(counter, request);
  if (request.limit !== undefined && used + request.amount > request.limit) return refused(counter, request, used);
  counter.set(request.holder, { holder: request.holder, amount: request.amount, at: request.now, expiresAt: request.expiresAt });
  counters.set(request.key, counter);
  return { granted: true, fresh: true };
}

function refused(counter: Counter, request: ReservationRequest, used: number): Reservation {
  if (request.windowMs === undefined || counter.size === 0) return { granted: false, used };
  const oldest = Math.min(...Array.from(counter.values(), entry => entry.at));
  return { granted: false, used, retryAfterMs: Math.max(1, oldest + request.windowMs - request.now) };
}

function settle(counters: Map<string, Counter>, settlement: Settlement): void {
  const keys = settlement.key === undefined ? [...counters.keys()] : [settlement.key];
  for (const key of keys) {
    const entry = counters.get(key)?.get(settlement.holder);
    if (entry === undefined) continue;
    entry.expiresAt = undefined;
    entry.amount = settlement.amount ?? entry.amount;
  }
}

function release(counters: Map<string, Counter>, holder: string, keys?: readonly string[]): void {
  for (const key of keys ?? counters.keys()) {
    const counter = counters.get(key);
    if (counter?.get(holder)?.expiresAt !== undefined) counter.delete(holder);
  }
}
