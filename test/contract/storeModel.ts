import type { MaybePromise, SessionStore } from '@licet/core';
import type { CounterQuery, Reservation, ReservationRequest, SessionEvent } from '@licet/core/store';
import { emptySession, foldSession } from '@licet/core/store';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '../support/longRuns.ts';

/** One or more connections to one fresh state. */
export type OpenStores = () => MaybePromise<readonly SessionStore[]>;

interface Entry {
  amount: number;
  readonly at: number;
  expiresAt: number;
}

/** A session store as one would write it on a page: lists, and a clock that only goes forward. */
class Model {
  now = 1_000;
  readonly events: Map<string, SessionEvent[]> = new Map();
  readonly entries: Map<string, Map<string, Entry>> = new Map();

  counting({
    key,
    now,
    windowMs = Infinity,
  }: Pick<CounterQuery, 'key' | 'now' | 'windowMs'>): readonly (readonly [string, Entry])[] {
    return [...(this.entries.get(key) ?? [])].filter(([, { at, expiresAt }]) => expiresAt > now && at > now - windowMs);
  }

  used({ excluding, ...query }: CounterQuery): number {
    return this.counting(query).reduce((sum, [holder, { amount }]) => (holder === excluding ? sum : sum + amount), 0);
  }

  peek(request: ReservationRequest): Reservation {
    const { key, holder, amount, limit = Infinity, now, windowMs } = request;
    const counting = this.counting(request);
    if (counting.some(([each]) => each === holder)) return { granted: true, fresh: false };
    const used = this.used({ key, now, ...(windowMs !== undefined && { windowMs }) });
    if (used + amount <= limit) return { granted: true, fresh: true };
    if (windowMs === undefined || amount > limit) return { granted: false, used };
    const leaving = counting.map(([, { amount: gone, at, expiresAt }]) => [Math.min(expiresAt, at + windowMs), gone] as const);
    let left = used;
    for (const [time, gone] of leaving.toSorted(([a], [b]) => a - b)) {
      left -= gone;
      if (left + amount <= limit) return { granted: false, used, retryAfterMs: Math.max(1, time - now) };
    }
    return { granted: false, used };
  }

  reserve(request: ReservationRequest): Reservation {
    const answer = this.peek(request);
    const { key, holder, amount, now, expiresAt } = request;
    if (answer.granted && answer.fresh) {
      const entries = this.entries.get(key) ?? new Map<string, Entry>();
      this.entries.set(key, entries.set(holder, { amount, at: now, expiresAt }));
    }
    return answer;
  }

  settle(holder: string, key: string | undefined, amount: number | undefined): void {
    for (const [each, entries] of this.entries) {
      const entry = key === undefined || key === each ? entries.get(holder) : undefined;
      if (entry === undefined) continue;
      entry.amount = amount ?? entry.amount;
      entry.expiresAt = Infinity;
    }
  }

  release(holder: string, keys: readonly string[] | undefined): void {
    for (const [key, entries] of this.entries)
      if ((keys?.includes(key) ?? true) && entries.get(holder)?.expiresAt !== Infinity) entries.delete(holder);
  }
}

interface Real {
  readonly stores: readonly SessionStore[];
}

/** Each key is always asked about with its own window. */
const WINDOWS: Readonly<Record<string, number | undefined>> = {
  'a:session:s': undefined,
  'b\u0001"\'%': undefined,
  short: 50,
  long: 400,
};
const KEYS = Object.keys(WINDOWS);
const windowed = (key: string): { windowMs?: number } => (WINDOWS[key] === undefined ? {} : { windowMs: WINDOWS[key] });

type Step = fc.AsyncCommand<Model, Real>;

function step(name: string, connection: number, run: (model: Model, store: SessionStore) => Promise<void>): Step {
  return {
    check: () => true,
    run: async (model, { stores }) => run(model, stores[connection % stores.length] as SessionStore),
    toString: () => `${name} by ${connection}`,
  };
}

const connection = fc.nat({ max: 3 });
const key = fc.constantFrom(...KEYS);
const holder = fc.constantFrom('one', 'two', 'three', 'Ünï\u202e');
const session = fc.constantFrom('s', 'other', '@project');
const amount = fc.constantFrom(0, 1, 2, 0.5, 3);

const take = fc
  .record({
    by: connection,
    key,
    holder,
    amount,
    limit: fc.option(fc.constantFrom(0, 2, 4, 4.5), { nil: undefined }),
    lasts: fc.integer({ min: 1, max: 120 }),
    looks: fc.boolean(),
  })
  .map(({ by, key: of, holder: who, amount: much, limit, lasts, looks }) =>
    step(`${looks ? 'peek' : 'reserve'} ${much} of ${of} up to ${limit} for ${who}, ${lasts} ms`, by, async (model, store) => {
      const { now } = model;
      const request = {
        key: of,
        holder: who,
        amount: much,
        now,
        expiresAt: now + lasts,
        ...windowed(of),
        ...(limit !== undefined && { limit }),
      };
      expect(await store.peek(request)).toEqual(model.peek(request));
      if (!looks) expect(await store.reserve(request)).toEqual(model.reserve(request));
    }),
  );

const settle = fc
  .record({
    by: connection,
    holder,
    one: fc.option(fc.record({ key, amount: fc.option(amount, { nil: undefined }) }), { nil: undefined }),
  })
  .map(({ by, holder: who, one }) =>
    step(`settle ${one?.amount ?? 'all'} of ${one?.key ?? 'everything'} for ${who}`, by, async (model, store) => {
      model.settle(who, one?.key, one?.amount);
      await store.settle({
        holder: who,
        now: model.now,
        ...(one && { key: one.key, ...(one.amount !== undefined && { amount: one.amount }) }),
      });
    }),
  );

const release = fc
  .record({ by: connection, holder, keys: fc.option(fc.subarray(KEYS), { nil: undefined }) })
  .map(({ by, holder: who, keys }) =>
    step(`release ${keys?.join() ?? 'everything'} of ${who}`, by, async (model, store) => {
      model.release(who, keys);
      await store.release(who, keys);
    }),
  );

const wait = fc.integer({ min: 1, max: 200 }).map(ms =>
  step(`wait ${ms} ms`, 0, async model => {
    model.now += ms;
    return Promise.resolve();
  }),
);

const count = fc
  .record({ by: connection, key, excluding: fc.option(holder, { nil: undefined }) })
  .map(({ by, key: of, excluding }) =>
    step(`count ${of} without ${excluding}`, by, async (model, store) => {
      const query = { key: of, now: model.now, ...windowed(of), ...(excluding !== undefined && { excluding }) };
      expect(await store.used(query)).toBe(model.used(query));
    }),
  );

const event = fc.oneof(
  fc
    .record({
      name: fc.constantFrom('x', 'y', '__proto__', 'constructor'),
      value: fc.constantFrom(true, 1, 'text\u0007', null, { deep: [1] }),
    })
    .map((more): SessionEvent => ({ type: 'fact', at: 1, ...more })),
  fc
    .record({
      ruling: fc.constantFrom('pass', 'warn', 'ask', 'block'),
      callId: fc.constantFrom('c1', 'c2', 'c3'),
      facts: fc.option(
        fc.array(fc.tuple(fc.constantFrom(2, null), fc.constantFrom('x', 'y', '__proto__'), fc.constantFrom('x', 'z')), {
          maxLength: 3,
        }),
      ),
    })
    .map(({ ruling, callId, facts }): SessionEvent => ({
      ...(facts !== null && { facts }),
      type: 'evaluated',
      at: 2,
      evaluationId: `${callId}${ruling}`,
      callId,
      kind: 'bash',
      ruling,
      passed: ruling === 'pass',
      code: 'c',
      risk: 0.5,
    })),
  fc.constantFrom('ok', 'error', 'denied').map((status): SessionEvent => ({ type: 'outcome', at: 3, evaluationId: 'e', status })),
);

const append = fc
  .record({
    by: connection,
    id: session,
    events: fc.array(event, { minLength: 1, maxLength: 4 }),
    expects: fc.constantFrom('nothing', 'right', 'wrong'),
  })
  .map(({ by, id, events, expects }) =>
    step(`append ${events.length} to ${id}, expecting ${expects}`, by, async (model, store) => {
      const past = model.events.get(id) ?? [];
      const version = past.length + (expects === 'wrong' ? 1 : 0);
      const going = async (): Promise<number> =>
        expects === 'nothing' ? store.append(id, events) : store.append(id, events, version);
      if (expects === 'wrong') return expect(going()).rejects.toMatchObject({ code: 'session_conflict' });
      expect(await going()).toBe(past.length + events.length);
      model.events.set(id, [...past, ...events]);
    }),
  );

const load = fc.record({ by: connection, id: session }).map(({ by, id }) =>
  step(`load ${id}`, by, async (model, store) => {
    expect(await store.load(id)).toEqual(foldSession(emptySession(id), ...(model.events.get(id) ?? [])));
  }),
);

const COMMANDS = [take, take, take, settle, settle, settle, release, wait, wait, count, append, load];

/** What every session store does on any sequence of calls, on any number of connections to it, and on any interleaving. */
export function sessionStoreModel(name: string, open: OpenStores, runs = 60): void {
  describe(`${name}: against the model`, () => {
    it('answers every sequence of calls as the model does', async () => {
      await fc.assert(
        fc.asyncProperty(fc.commands(COMMANDS, { maxCommands: 60, size: 'max' }), async commands => {
          const stores = await open();
          await fc.asyncModelRun(() => ({ model: new Model(), real: { stores } }), commands);
        }),
        { numRuns: cases(runs) },
      );
    });

    it('loses no append and overdraws nothing when clients take turns in any order', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.scheduler(),
          fc.integer({ min: 2, max: 4 }),
          fc.integer({ min: 1, max: 4 }),
          async (scheduler, clients, rounds) => {
            const stores = await open();
            const pause = async (what: string): Promise<void> => scheduler.schedule(Promise.resolve(), what);
            let granted = 0;
            const client = async (index: number): Promise<void> => {
              const store = stores[index % stores.length] as SessionStore;
              for (let round = 0; round < rounds; round++) {
                await increment(store, pause);
                const request = { key: 'k', holder: `${index}:${round}`, amount: 1, limit: 3, now: 1, expiresAt: 1_000 };
                const fits = (await store.peek(request)).granted;
                await pause('between look and take');
                const answer = await store.reserve(request);
                if (!fits) expect(answer.granted).toBe(false);
                if (!answer.granted) continue;
                granted += 1;
                await pause('between take and charge');
                await store.settle({ holder: request.holder, now: 2 });
              }
            };
            const all = Promise.all(Array.from({ length: clients }, async (_, index) => client(index)));
            await scheduler.waitFor(all);
            const [store] = stores as [SessionStore];

            expect(await store.load('s')).toMatchObject({ version: clients * rounds, facts: { n: clients * rounds } });
            expect(granted).toBe(Math.min(3, clients * rounds));
            expect(await store.used({ key: 'k', now: 5_000 })).toBe(granted);
          },
        ),
        { numRuns: cases(Math.ceil(runs / 2)) },
      );
    });
  });
}

/** Adds one to a fact, as often as it takes: another client may have come in between. */
async function increment(store: SessionStore, pause: (what: string) => Promise<void>): Promise<void> {
  for (;;) {
    const { version, facts } = await store.load('s');
    await pause('between load and append');
    try {
      await store.append('s', [{ type: 'fact', at: 1, name: 'n', value: Number(facts['n'] ?? 0) + 1 }], version);
      return;
    } catch (error) {
      expect(error).toMatchObject({ code: 'session_conflict' });
    }
  }
}
