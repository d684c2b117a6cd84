import { memorySessions } from '@licet/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundedCost } from '../../../support/boundedCost.ts';
import { cases } from '../../../support/longRuns.ts';

interface Held {
  readonly holder: string;
  amount: number;
  readonly at: number;
  expiresAt: number | undefined;
}

/** The counter as the contract states it, with no memory of sums. */
class Plain {
  held: Held[] = [];
  readonly windowMs: number | undefined;

  constructor(windowMs: number | undefined) {
    this.windowMs = windowMs;
  }

  counting(now: number): Held[] {
    const { windowMs } = this;
    return this.held.filter(
      ({ at, expiresAt }) => (expiresAt === undefined || expiresAt > now) && (windowMs === undefined || at > now - windowMs),
    );
  }

  used(now: number, excluding?: string): number {
    return this.counting(now)
      .filter(({ holder }) => holder !== excluding)
      .reduce((sum, { amount }) => sum + amount, 0);
  }

  reserve(holder: string, amount: number, limit: number, now: number, expiresAt: number): boolean {
    if (this.counting(now).some(each => each.holder === holder)) return true;
    this.held = this.held.filter(each => each.holder !== holder);
    if (this.used(now) + amount > limit) return false;
    this.held.push({ holder, amount, at: now, expiresAt });
    return true;
  }
}

const holder = fc.constantFrom('a', 'b', 'c', 'd');
const step = fc.record({
  what: fc.constantFrom('used' as const, 'reserve' as const, 'settle' as const, 'release' as const),
  holder,
  amount: fc.integer({ min: 0, max: 5 }),
  wait: fc.integer({ min: 0, max: 40 }),
});

describe('the counters of memorySessions', () => {
  for (const windowMs of [undefined, 60]) {
    it(`count as a plain list would, ${windowMs === undefined ? 'for ever' : 'within a window'}`, () => {
      fc.assert(
        fc.property(fc.array(step, { maxLength: 40 }), steps => {
          const store = memorySessions();
          const plain = new Plain(windowMs);
          const frame = { key: 'k', ...(windowMs !== undefined && { windowMs }) };
          let now = 0;
          for (const { what, holder: name, amount, wait } of steps) {
            now += wait;
            if (what === 'used') expect(store.used({ ...frame, now, excluding: name })).toBe(plain.used(now, name));
            if (what === 'reserve') {
              const got = store.reserve({ ...frame, holder: name, amount, limit: 9, now, expiresAt: now + 50 });
              expect(got).toMatchObject({ granted: plain.reserve(name, amount, 9, now, now + 50) });
            }
            const own = plain.counting(now).find(each => each.holder === name);
            if (what === 'settle' && own !== undefined) {
              Object.assign(own, { expiresAt: undefined, amount });
              void store.settle({ holder: name, key: 'k', amount, now });
            }
            if (what === 'release' && own !== undefined) {
              plain.held = plain.held.filter(each => each !== own || each.expiresAt === undefined);
              void store.release(name, ['k']);
            }
            expect(store.used({ ...frame, now })).toBe(plain.used(now));
          }
        }),
        { numRuns: cases(500) },
      );
    });
  }

  it('say when a request will fit, also where more than one entry has to leave', () => {
    const store = memorySessions();
    const within = (name: string, now: number, amount = 1) =>
      store.reserve({ key: 'w', holder: name, amount, now, windowMs: 60, limit: 3, expiresAt: 10_000 });
    for (const [name, now] of [
      ['a', 0],
      ['b', 10],
      ['c', 20],
    ] as const)
      void within(name, now);

    expect(within('d', 30)).toEqual({ granted: false, used: 3, retryAfterMs: 30 });
    expect(within('e', 30, 2)).toEqual({ granted: false, used: 3, retryAfterMs: 40 });
    expect(within('f', 30, 4)).toEqual({ granted: false, used: 3 });
    expect(within('e', 70, 2)).toEqual({ granted: true, fresh: true });
  });

  it('stay cheap over a long history and lose nothing', () => {
    const store = memorySessions();
    let now = 0;
    for (let call = 0; call < 50_000; call++) {
      now += 1_000;
      void store.reserve({ key: 'k', holder: `${call}`, amount: 1, now, expiresAt: now + 600_000 });
      void store.settle({ holder: `${call}`, now });
    }

    const within = boundedCost();
    for (let ask = 0; ask < 1_000; ask++) void store.used({ key: 'k', now: now + ask });

    expect(store.used({ key: 'k', now })).toBe(50_000);
    within(100);
  });

  it('refuse a limit that is no number', () => {
    expect(
      memorySessions().reserve({ key: 'k', holder: 'a', amount: 1, limit: Number.NaN, now: 0, expiresAt: 10 }),
    ).toMatchObject({ granted: false });
  });
});
