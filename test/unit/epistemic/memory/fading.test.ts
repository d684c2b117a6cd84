import { defineMemory } from '@licet/epistemic';
import * as fc from 'fast-check';
import { packRemembered, unpackRemembered } from '@licet/epistemic/store';
import { describe, expect, it } from 'vitest';
import type { Claim } from '../../../../packages/epistemic/src/memory/fading.ts';
import { effectiveDepth, fadesAt, halfLifeOf, spellAt } from '../../../../packages/epistemic/src/memory/fading.ts';

const DAY = 86_400_000;

const times = fc.integer({ min: 0, max: 4_000 }).map(days => days * DAY);
const counts = fc.integer({ min: 0, max: 500 });
const remembered: fc.Arbitrary<Claim> = fc
  .record({ claimed: fc.integer({ min: -1, max: 4 }), confirmedAt: times, successes: counts, failures: counts })
  .chain(known => fc.array(times, { minLength: 5, maxLength: 5 }).map(levelsAt => ({ ...known, levelsAt })));
const memories = fc
  .record({
    halfLife: fc.option(fc.integer({ min: 1, max: 400 })),
    strengthen: fc.double({ min: 0, max: 1, noNaN: true }),
    d3: fc.option(fc.integer({ min: 1, max: 800 })),
    floor: fc.constantFrom('D0', 'D1', 'D2'),
  })
  .map(({ halfLife, strengthen, d3, floor }) =>
    defineMemory({
      floor,
      strengthen,
      ...(halfLife !== null && { halfLife: `${halfLife}d` }),
      ...(d3 !== null && { expires: { D3: `${d3}d` } }),
    }),
  );

describe('the depth that counts', () => {
  it('is never above what the graph holds, and never below the floor', () => {
    fc.assert(
      fc.property(remembered, memories, times, (known, memory, now) => {
        const depth = effectiveDepth(known, memory, now);
        expect(depth).toBeLessThanOrEqual(known.claimed);
        expect(depth).toBeGreaterThanOrEqual(Math.min(known.claimed, memory.floor));
      }),
    );
  });

  it('is monotone: it never becomes deeper with time', () => {
    fc.assert(
      fc.property(remembered, memories, times, times, (known, memory, a, b) => {
        const [early, late] = [Math.min(a, b), Math.max(a, b)];
        expect(effectiveDepth(known, memory, late)).toBeLessThanOrEqual(effectiveDepth(known, memory, early));
      }),
    );
  });

  it('is whole exactly until the time at which it fades', () => {
    fc.assert(
      fc.property(remembered, memories, times, (known, memory, now) => {
        const at = fadesAt(known, memory);
        expect(effectiveDepth(known, memory, now) === known.claimed).toBe(now < at);
        if (Number.isFinite(at)) {
          expect(effectiveDepth(known, memory, Math.ceil(at))).toBeLessThan(known.claimed);
          expect(effectiveDepth(known, memory, Math.ceil(at) - 1)).toBe(known.claimed);
        }
      }),
    );
  });

  it('is the same from the beginning of a spell to its end, and only there', () => {
    fc.assert(
      fc.property(remembered, memories, times, times, (known, memory, now, other) => {
        const { depth, since, until } = spellAt(known, memory, now);
        const at = (time: number): number => effectiveDepth(known, memory, time);
        expect([depth, since <= now, now < until]).toEqual([at(now), true, true]);
        if (since <= other && other < until) expect(at(other)).toBe(depth);
        if (Number.isFinite(since)) expect(at(since)).toBe(depth);
        if (Number.isFinite(until)) expect(at(until - 1)).toBe(depth);
        else expect(at(1e15)).toBe(depth);
      }),
    );
  });

  it('lasts longer with each success and shorter with each failure, within four times', () => {
    fc.assert(
      fc.property(remembered, memories, (known, memory) => {
        const half = halfLifeOf(known, memory);
        expect(halfLifeOf({ ...known, successes: known.successes + 1 }, memory)).toBeGreaterThanOrEqual(half);
        expect(halfLifeOf({ ...known, failures: known.failures + 1 }, memory)).toBeLessThanOrEqual(half);
        expect(half).toBeLessThanOrEqual(memory.halfLifeMs * 4);
        expect(half).toBeGreaterThanOrEqual(memory.halfLifeMs / 4);
      }),
    );
  });

  it('falls by one level for each half-life, and below an expired level at once', () => {
    const known = { claimed: 4, confirmedAt: 0, successes: 0, failures: 0, levelsAt: [0, 0, 0, 0, 0] };
    const unused = defineMemory({ halfLife: '10d' });
    const expiring = defineMemory({ expires: { D3: '15d' } });

    expect([0, 9, 10, 20, 30, 900].map(day => effectiveDepth(known, unused, day * DAY))).toEqual([4, 4, 3, 2, 1, 1]);
    expect([0, 14, 15, 900].map(day => effectiveDepth(known, expiring, day * DAY))).toEqual([4, 4, 2, 2]);
  });
});

describe('what memory knows, packed', () => {
  it('is read back as it was written, and damage is refused', () => {
    fc.assert(
      fc.property(remembered, ({ confirmedAt, successes, failures, levelsAt }) => {
        const known = { confirmedAt, successes, failures, levelsAt };
        expect(unpackRemembered(packRemembered(known))).toEqual(known);
      }),
    );
    expect(() => unpackRemembered(new Uint8Array(3))).toThrow('found damage');
  });
});

describe('defineMemory', () => {
  it.each([
    [{ halfLife: 'soon' }, 'a time like'],
    [{ floor: 'D9' }, 'a depth from D0 to D4'],
    [{ strengthen: 2 }, '`strengthen` from 0 to 1'],
    [{ strengthen: Number.NaN }, '`strengthen` from 0 to 1'],
    [{ floor: 'D3', expires: { D3: '1d' } }, 'a level above the floor D3'],
  ])('refuses %j', (input, message) => {
    expect(() => defineMemory(input)).toThrow(message);
  });
});
