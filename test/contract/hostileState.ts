import type { SessionStore } from '@licet/core';
import type { SessionEvent } from '@licet/core/store';
import { sha256 } from '@licet/core/text';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { cases } from '../support/longRuns.ts';

const fact = (name: string, value: string | number): SessionEvent => ({ type: 'fact', at: 1, name, value });
const take = (key: string, holder: string, more: object = {}) => ({ key, holder, amount: 1, now: 0, expiresAt: 100, ...more });

/** Long, and no index can make it shorter. */
const NOISE = Array.from({ length: 100 }, (_, index) => sha256(String(index))).join('');

/** Texts that stores like to mistake for each other. */
const TEXTS = [
  '',
  ' ',
  'a',
  'A',
  'a ',
  'a\0',
  'a\0b',
  '\0',
  '\\0',
  '\\',
  '\\\\',
  '\\u0000',
  'a\u0301',
  '\u00e1',
  '\ufffd',
  '\u{1f600}',
  "' or 1=1 --",
  '%',
  '_',
  'null',
  '{a,b}',
  '"',
  'x'.repeat(5_000),
  `${'x'.repeat(5_000)}y`,
  'ü'.repeat(5_000),
  '\\'.repeat(5_000),
  NOISE,
  `${NOISE}y`,
];

const text = fc.oneof(fc.constantFrom(...TEXTS), fc.string({ unit: 'binary' }));

/** What every session store promises about names, values and numbers that are not expected. `make` returns an empty one. */
export function hostileStateContract(name: string, make: () => Promise<SessionStore> | SessionStore): void {
  describe(`${name}: unexpected names, values and numbers`, () => {
    it('keeps apart whatever is not the same text', async () => {
      const store = await make();
      for (const [index, id] of TEXTS.entries()) {
        await store.append(id, [fact('index', index)]);
        await store.reserve(take(id, 'h', { amount: index + 1 }));
        await store.reserve(take('holders', id));
      }

      for (const [index, id] of TEXTS.entries()) {
        expect(await store.load(id)).toMatchObject({ id, version: 1, facts: { index } });
        expect(await store.used({ key: id, now: 1 })).toBe(index + 1);
      }
      expect(await store.used({ key: 'holders', now: 1 })).toBe(TEXTS.length);
      await store.release(TEXTS[5] as string);
      await store.settle({ holder: TEXTS[6] as string, amount: 0, now: 1 });
      expect(await store.used({ key: 'holders', now: 1 })).toBe(TEXTS.length - 2);
    });

    it('gives back the facts that were put in', async () => {
      await fc.assert(
        fc.asyncProperty(text, text, text, async (id, fresh, value) => {
          const store = await make();
          await store.append(id, [fact(`f${fresh}`, value)]);

          expect((await store.load(id)).facts).toEqual({ [`f${fresh}`]: value });
        }),
        { numRuns: cases(40) },
      );
    });

    it('keeps a fact of a megabyte, and hundreds of events at once', async () => {
      const store = await make();
      const value = '\u{1f600}\0"\\'.repeat(200_000);
      await store.append('s', [fact('large', value)]);
      await store.append(
        's',
        Array.from({ length: 300 }, (_, index) => fact(`f${index}`, index)),
      );

      const state = await store.load('s');
      expect(state.version).toBe(301);
      expect(state.facts['large']).toBe(value);
      expect(Object.keys(state.facts)).toHaveLength(301);
    });

    it('counts with large, small and fractional numbers', async () => {
      const store = await make();
      const now = 8_640_000_000_000.5;
      const amounts = [2 ** 31, 2 ** 40, 2 ** 52, 0.5, 0];
      for (const [index, amount] of amounts.entries())
        await store.reserve(take('k', String(index), { amount, now, expiresAt: now + 0.25 }));

      expect(await store.used({ key: 'k', now })).toBe(amounts.reduce((sum, amount) => sum + amount));
      expect(await store.used({ key: 'k', now: now + 0.25 })).toBe(0);
      await store.settle({ holder: '2', amount: 2 ** 53 - 1, now });
      expect(await store.used({ key: 'k', now: now + 1 })).toBe(2 ** 53 - 1);
    });

    it('knows limits and expiries without end', async () => {
      const store = await make();
      const forever = { limit: Number.POSITIVE_INFINITY, expiresAt: Number.POSITIVE_INFINITY };

      expect(await store.reserve(take('k', 'a', forever))).toEqual({ granted: true, fresh: true });
      expect(await store.used({ key: 'k', now: 1e300 })).toBe(1);
      expect(await store.reserve(take('k', 'b', { limit: 0 }))).toMatchObject({ granted: false, used: 1 });
      expect(await store.reserve(take('k', 'b', { limit: Number.NaN }))).toMatchObject({ granted: false });
    });

    it('lets exactly as many of a hundred take at once as the limit allows', async () => {
      const store = await make();
      const answers = await Promise.all(
        Array.from({ length: 100 }, async (_, index) => store.reserve(take('k', String(index), { limit: 37 }))),
      );

      expect(answers.filter(({ granted }) => granted)).toHaveLength(37);
      expect(await store.used({ key: 'k', now: 1 })).toBe(37);
    });

    it('takes once for a holder that asks a hundred times at once', async () => {
      const store = await make();
      const answers = await Promise.all(Array.from({ length: 100 }, async () => store.reserve(take('k', 'one', { limit: 1 }))));

      expect(answers.filter(each => each.granted && each.fresh)).toHaveLength(1);
      expect(answers.every(({ granted }) => granted)).toBe(true);
      expect(await store.used({ key: 'k', now: 1 })).toBe(1);
    });

    it('charges once what is settled and released many times at once', async () => {
      const store = await make();
      for (const key of ['x', 'y', 'z']) await store.reserve(take(key, 'h', { amount: 3 }));
      await Promise.all(Array.from({ length: 30 }, async () => store.settle({ holder: 'h', now: 1 })));
      await Promise.all(Array.from({ length: 30 }, async () => store.release('h')));

      for (const key of ['x', 'y', 'z']) {
        expect(await store.used({ key, now: 1_000 })).toBe(3);
        expect(await store.reserve(take(key, 'h', { now: 1_000, expiresAt: 2_000 }))).toEqual({ granted: true, fresh: false });
      }
    });

    it('numbers every event of appends that come all at once, and lets one of many expect the same version', async () => {
      const store = await make();
      const versions = await Promise.all(
        Array.from({ length: 50 }, async (_, index) => store.append('s', [fact(`f${index}`, index)])),
      );
      const races = await Promise.allSettled(Array.from({ length: 20 }, async () => store.append('s', [fact('won', 1)], 50)));

      expect(new Set(versions).size).toBe(50);
      expect(Object.keys((await store.load('s')).facts)).toHaveLength(51);
      expect(races.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    });
  });
}
