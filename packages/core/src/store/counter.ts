import type { CounterState, ReservationState } from '../ports/inspect.ts';
import type { CounterQuery, Reservation, ReservationRequest } from '../ports/session.ts';
import { LATE_SETTLEMENT_MS } from '../ports/session.ts';

/** What one holder has of a counter. */
interface Entry {
  amount: number;
  readonly at: number;
  /** Undefined once it has been charged. */
  expiresAt: number | undefined;
}

/** How long a charge is known by its holder, so that the same call is not charged again. After that only the sum is kept. */
const REMEMBERED_MS = 3_600_000;
const SWEEP_AT_LEAST = 64;

/**
 * A counter of the memory store. Holds what each holder has taken; charges that never lapse are folded into one number
 * when they are an hour old, so that a counter does not grow with its history. Not atomic between processes.
 */
export class Counter {
  readonly #entries: Map<string, Entry> = new Map();
  /** Reservations that have lapsed and whose outcome may still come: set apart, so that adding up does not visit them. */
  readonly #lapsed: Map<string, Entry> = new Map();
  #lapsedAt: number = Number.NEGATIVE_INFINITY;
  #folded = 0;
  /** The amounts of all entries, valid until `#validUntil`: most questions then cost nothing. */
  #sum = 0;
  #validUntil: number = Number.NEGATIVE_INFINITY;
  #validFrom = 0;
  #window: number | undefined;
  #sweepAt: number = SWEEP_AT_LEAST;
  /** When the last entry was taken, by whatever the clock said then. */
  #latest: number = Number.NEGATIVE_INFINITY;

  used(query: CounterQuery): number {
    if (query.ahead === true) return this.#ahead(query);
    const total = this.#total(query);
    const own = query.excluding === undefined ? undefined : this.#entries.get(query.excluding);
    return own !== undefined && counts(own, query) ? total - own.amount : total;
  }

  /** When the last of what counts now will have left the window. */
  lastLeaves({ now, windowMs }: CounterQuery): number {
    const at = { now, ...(windowMs !== undefined && { windowMs }) };
    return Math.max(...Array.from(this.#entries.values(), entry => (counts(entry, at) ? leaves(entry, windowMs) : now)));
  }

  /** What was taken at a time that is still to come. */
  #ahead(query: CounterQuery): number {
    if (this.#latest <= query.now) return 0;
    let sum = 0;
    for (const [holder, entry] of this.#entries)
      if (entry.at > query.now && holder !== query.excluding && counts(entry, query)) sum += entry.amount;
    return sum;
  }

  /** Takes from the counter if the limit allows it; one holder takes once. */
  reserve(request: ReservationRequest): Reservation {
    const answer = this.peek(request);
    if (!answer.granted || !answer.fresh) return answer;
    const { amount, now, expiresAt } = request;
    this.#drop(request.holder);
    if (this.#entries.size + this.#lapsed.size >= this.#sweepAt) this.#sweep(request);
    this.#entries.set(request.holder, { amount, at: now, expiresAt });
    this.#latest = Math.max(this.#latest, now);
    this.#sum += amount;
    this.#validUntil = Math.min(this.#validUntil, leaves({ amount, at: now, expiresAt }, request.windowMs));
    return answer;
  }

  /** Returns what `reserve` would answer now. */
  peek(request: ReservationRequest): Reservation {
    const held = this.#find(request.holder);
    if (held !== undefined && counts(held, request)) return { granted: true, fresh: false };
    const used = this.#total(request);
    const { amount, limit } = request;
    if (limit !== undefined && !(used + amount <= limit)) return this.#refused(request, used);
    return { granted: true, fresh: true };
  }

  /** Turns what a holder has reserved into a charge. */
  settle(holder: string, amount: number | undefined): void {
    const entry = this.#find(holder);
    if (entry === undefined) return;
    if (this.#lapsed.delete(holder)) this.#entries.set(holder, entry);
    this.#sum -= this.#counted(entry);
    entry.expiresAt = undefined;
    entry.amount = amount ?? entry.amount;
    this.#sum += this.#counted(entry);
    this.#validUntil = Math.min(this.#validUntil, leaves(entry, this.#window));
  }

  /** Gives back what a holder has reserved and not settled. */
  release(holder: string): void {
    if (this.#find(holder)?.expiresAt !== undefined) this.#drop(holder);
  }

  /** What is charged and what is reserved at a time, whatever the window. */
  state(key: string, now: number): CounterState {
    const sum = (entries: readonly Entry[]): number => entries.reduce((total, { amount }) => total + amount, 0);
    const entries = [...this.#entries.values(), ...this.#lapsed.values()];
    return {
      key,
      charged: this.#folded + sum(entries.filter(({ expiresAt }) => expiresAt === undefined)),
      reserved: sum(entries.filter(({ expiresAt }) => expiresAt !== undefined && expiresAt > now)),
    };
  }

  /** The reservations that have not lapsed. */
  reservations(key: string, now: number): readonly ReservationState[] {
    return [...this.#entries, ...this.#lapsed].flatMap(([holder, { amount, at, expiresAt }]) =>
      expiresAt !== undefined && expiresAt > now ? [{ key, holder, amount, at, expiresAt }] : [],
    );
  }

  #find(holder: string): Entry | undefined {
    return this.#entries.get(holder) ?? this.#lapsed.get(holder);
  }

  #drop(holder: string): void {
    this.#lapsed.delete(holder);
    const entry = this.#entries.get(holder);
    if (entry === undefined) return;
    this.#sum -= this.#counted(entry);
    this.#entries.delete(holder);
  }

  /** What an entry adds to the sum that is kept. */
  #counted(entry: Entry): number {
    return leaves(entry, this.#window) > this.#validFrom ? entry.amount : 0;
  }

  #total(at: Pick<CounterQuery, 'now' | 'windowMs'>): number {
    const known = at.now >= this.#validFrom && at.now < this.#validUntil && at.windowMs === this.#window;
    if (known) return this.#sum + this.#folded;
    if (at.now < this.#lapsedAt) this.#revive();
    this.#sum = 0;
    this.#validUntil = Number.POSITIVE_INFINITY;
    for (const [holder, entry] of this.#entries) {
      if (hasLapsed(entry, at.now)) this.#setApart(holder, entry, at.now);
      if (!counts(entry, at)) continue;
      this.#sum += entry.amount;
      this.#validUntil = Math.min(this.#validUntil, leaves(entry, at.windowMs));
    }
    this.#window = at.windowMs;
    this.#validFrom = at.now;
    return this.#sum + this.#folded;
  }

  #setApart(holder: string, entry: Entry, now: number): void {
    this.#entries.delete(holder);
    this.#lapsed.set(holder, entry);
    this.#lapsedAt = now;
  }

  /** A clock that was set back finds again what had lapsed. */
  #revive(): void {
    for (const [holder, entry] of this.#lapsed) this.#entries.set(holder, entry);
    this.#lapsed.clear();
    this.#lapsedAt = Number.NEGATIVE_INFINITY;
  }

  /** Forgets what counts no more, and who was charged long ago. */
  #sweep(at: Pick<CounterQuery, 'now' | 'windowMs'>): void {
    for (const [holder, entry] of this.#lapsed) if (hasLapsed(entry, at.now - LATE_SETTLEMENT_MS)) this.#lapsed.delete(holder);
    for (const [holder, entry] of this.#entries) {
      if (hasLapsed(entry, at.now)) continue;
      if (!counts(entry, at)) this.#entries.delete(holder);
      else if (entry.expiresAt === undefined && at.windowMs === undefined && entry.at <= at.now - REMEMBERED_MS) {
        this.#entries.delete(holder);
        this.#folded += entry.amount;
        this.#sum -= entry.amount;
      }
    }
    this.#sweepAt = Math.max(SWEEP_AT_LEAST, (this.#entries.size + this.#lapsed.size) * 2);
  }

  /** Says when enough will have left the window for the request to fit, if it ever can. */
  #refused({ amount, limit = 0, now, windowMs }: ReservationRequest, used: number): Reservation {
    if (windowMs === undefined || amount > limit) return { granted: false, used };
    const leaving = Array.from(this.#entries.values(), entry => [leaves(entry, windowMs), entry.amount] as const);
    let left = used;
    for (const [time, gone] of leaving.sort(([a], [b]) => a - b)) {
      if (time <= now) continue;
      left -= gone;
      if (left + amount <= limit) return { granted: false, used, retryAfterMs: Math.max(1, time - now) };
    }
    return { granted: false, used };
  }
}

function counts(entry: Entry, { now, windowMs }: Pick<CounterQuery, 'now' | 'windowMs'>): boolean {
  if (hasLapsed(entry, now)) return false;
  return windowMs === undefined || entry.at > now - windowMs;
}

function hasLapsed({ expiresAt }: Entry, now: number): boolean {
  return expiresAt !== undefined && expiresAt <= now;
}

/** When an entry stops counting, if nothing else happens to it. */
function leaves(entry: Entry, windowMs: number | undefined): number {
  return Math.min(
    entry.expiresAt ?? Number.POSITIVE_INFINITY,
    windowMs === undefined ? Number.POSITIVE_INFINITY : entry.at + windowMs,
  );
}
