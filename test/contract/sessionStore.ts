import type { SessionStore } from '@licet/core';
import type { SessionEvent } from '@licet/core/store';
import { OPEN_CALL_MS } from '@licet/core/store';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { cases } from '../support/longRuns.ts';

const evaluated = (id: string, more: Partial<Extract<SessionEvent, { type: 'evaluated' }>> = {}): SessionEvent => ({
  type: 'evaluated',
  at: 1,
  evaluationId: id,
  kind: 'bash',
  ruling: 'pass',
  passed: true,
  code: 'ok',
  risk: 0,
  ...more,
});

const take = (key: string, holder: string, more: object = {}) => ({ key, holder, amount: 1, now: 0, expiresAt: 100, ...more });

/** What every session store promises, whatever it is made of. `make` returns an empty one. */
export function sessionStoreContract(name: string, make: () => Promise<SessionStore> | SessionStore): void {
  describe(`${name}: sessions`, () => {
    it('knows a session without writes as empty', async () => {
      expect(await (await make()).load('new')).toMatchObject({ id: 'new', version: 0, evaluated: 0, facts: {}, recent: [] });
    });

    it('folds events in order and keeps sessions apart', async () => {
      const store = await make();
      await store.append('a', [
        evaluated('1'),
        evaluated('2', { ruling: 'block', passed: false }),
        { type: 'fact', at: 2, name: 'reviewed', value: true },
      ]);
      await store.append('a', [{ type: 'outcome', at: 3, evaluationId: '1', status: 'ok' }]);
      const state = await store.load('a');

      expect(state).toMatchObject({
        version: 4,
        evaluated: 2,
        passed: 1,
        consecutiveBlocks: 1,
        facts: { reviewed: true },
        rulings: { pass: 1, block: 1 },
        outcomes: { ok: 1 },
      });
      expect((await store.load('b')).version).toBe(0);
    });

    it('counts a call that is evaluated again once', async () => {
      const store = await make();
      await store.append('a', [evaluated('1', { callId: 'c', ruling: 'ask', passed: false }), evaluated('2', { callId: 'c' })]);

      expect(await store.load('a')).toMatchObject({
        evaluated: 1,
        passed: 1,
        consecutiveBlocks: 0,
        rulings: { pass: 1, ask: 0 },
      });
    });

    it('forgets a fact that becomes null', async () => {
      const store = await make();
      await store.append('a', [
        { type: 'fact', at: 1, name: 'x', value: 1 },
        { type: 'fact', at: 2, name: 'x', value: null },
      ]);

      expect((await store.load('a')).facts).toEqual({});
    });

    it('keeps the facts that come with an evaluation and with an outcome, in their order', async () => {
      const store = await make();
      const sets = [
        [1, 'x', 'w'],
        [{ deep: [2] }, 'y'],
        [null, 'x'],
      ] as const;
      await store.append('a', [evaluated('1', { callId: 'c', facts: sets })]);
      await store.append('a', [{ type: 'outcome', at: 3, evaluationId: '1', callId: 'c', status: 'ok', facts: [['text', 'z']] }]);

      expect(await store.load('a')).toMatchObject({
        version: 2,
        evaluated: 1,
        outcomes: { ok: 1 },
        facts: { w: 1, y: { deep: [2] }, z: 'text' },
      });
      expect(Object.keys((await store.load('a')).facts)).toEqual(['w', 'y', 'z']);
      expect(await store.call('a', 'c')).toBeUndefined();
    });

    it('appends nothing when the session has moved on', async () => {
      const store = await make();
      expect(await store.append('a', [evaluated('1')], 0)).toBe(1);

      await expect((async () => store.append('a', [evaluated('2')], 0))()).rejects.toMatchObject({ code: 'session_conflict' });
      expect((await store.load('a')).version).toBe(1);
    });
  });

  describe(`${name}: open calls`, () => {
    const outcome = (id: string, callId: string): SessionEvent => ({
      type: 'outcome',
      at: 2,
      evaluationId: id,
      callId,
      status: 'ok',
    });

    it('knows a call from its evaluation to its outcome, whatever its names are', async () => {
      const store = await make();
      const callId = "c\0\\'";
      await store.append('a', [evaluated('e\0', { callId, ruling: 'ask', passed: false, owes: { redact: ['x'] } })]);

      const open = { evaluationId: 'e\0', at: 1, ruling: 'ask', passed: false, owes: { redact: ['x'] } };
      expect(await store.call('a', callId)).toEqual(open);
      expect(await store.call('b', callId)).toBeUndefined();
      expect(await store.call('a', 'c')).toBeUndefined();
      await store.append('a', [outcome('e\0', callId)]);
      expect(await store.call('a', callId)).toBeUndefined();
    });

    it('closes a call for one of those that report its outcome, and appends nothing for the others', async () => {
      const store = await make();
      await store.append('a', [evaluated('e', { callId: 'c' })]);
      const report = async (index: number): Promise<string> => {
        try {
          const fact: SessionEvent = { type: 'fact', at: 2, name: `f${index}`, value: index };
          await store.append('a', [fact, outcome('e', 'c')], { open: 'c' });
          return 'closed';
        } catch (error) {
          return (error as { code: string }).code;
        }
      };
      const said = await Promise.all([0, 1, 2, 3].map(report));

      expect(said.toSorted()).toEqual(['closed', ...Array.from({ length: 3 }, () => 'session_conflict')]);
      expect(await store.load('a')).toMatchObject({
        version: 3,
        outcomes: { ok: 1 },
        facts: { [`f${said.indexOf('closed')}`]: said.indexOf('closed') },
      });
      expect(Object.keys((await store.load('a')).facts)).toHaveLength(1);
      await expect((async () => store.append('b', [outcome('e', 'c')], { open: 'c' }))()).rejects.toMatchObject({
        code: 'session_conflict',
      });
      expect((await store.load('b')).version).toBe(0);
    });

    it('knows a call by its last evaluation, also when it comes after its outcome', async () => {
      const store = await make();
      await store.append('a', [evaluated('1', { callId: 'c' }), evaluated('2', { callId: 'c', ruling: 'block', passed: false })]);
      expect(await store.call('a', 'c')).toMatchObject({ evaluationId: '2', passed: false });

      await store.append('a', [outcome('2', 'c'), evaluated('3', { callId: 'c' })]);
      expect(await store.call('a', 'c')).toMatchObject({ evaluationId: '3', passed: true });
    });

    it('still knows a call after more events than a session remembers', async () => {
      const store = await make();
      await store.append('a', [evaluated('1', { callId: 'c' })]);
      for (let index = 0; index < 130; index++) await store.append('a', [{ type: 'fact', at: 2, name: 'x', value: index }]);

      expect((await store.load('a')).recent).not.toContainEqual(expect.objectContaining({ callId: 'c' }));
      expect(await store.call('a', 'c')).toMatchObject({ evaluationId: '1' });
    });

    it('forgets a call whose outcome does not come, in the end', async () => {
      const store = await make();
      await store.append('a', [evaluated('1', { callId: 'old' }), evaluated('2', { callId: 'young', at: OPEN_CALL_MS })]);
      for (let index = 0; index < 65; index++)
        await store.append('a', [evaluated(`f${index}`, { callId: 'same', at: OPEN_CALL_MS + 1 })]);

      expect(await store.call('a', 'old')).toBeUndefined();
      expect(await store.call('a', 'young')).toMatchObject({ evaluationId: '2' });
    });
  });

  describe(`${name}: counters`, () => {
    it('takes up to the limit and says what is used', async () => {
      const store = await make();
      expect(await store.reserve(take('k', 'a', { limit: 2 }))).toEqual({ granted: true, fresh: true });
      expect(await store.reserve(take('k', 'b', { limit: 2 }))).toEqual({ granted: true, fresh: true });

      expect(await store.reserve(take('k', 'c', { limit: 2 }))).toMatchObject({ granted: false, used: 2 });
      expect(await store.used({ key: 'k', now: 0 })).toBe(2);
      expect(await store.used({ key: 'k', now: 0, excluding: 'a' })).toBe(1);
      expect(await store.used({ key: 'other', now: 0 })).toBe(0);
    });

    it('takes once for one holder, before and after it was charged', async () => {
      const store = await make();
      await store.reserve(take('k', 'a', { limit: 1 }));

      expect(await store.reserve(take('k', 'a', { limit: 1 }))).toEqual({ granted: true, fresh: false });
      await store.settle({ holder: 'a', now: 1 });
      expect(await store.reserve(take('k', 'a', { limit: 1 }))).toEqual({ granted: true, fresh: false });
      expect(await store.used({ key: 'k', now: 1 })).toBe(1);
      expect(await store.used({ key: 'k', now: 1, excluding: 'a' })).toBe(0);
    });

    it('lets a reservation lapse and keeps a charge', async () => {
      const store = await make();
      await store.reserve(take('k', 'a', { expiresAt: 10 }));
      await store.reserve(take('k', 'b', { expiresAt: 10 }));
      await store.settle({ holder: 'b', now: 5 });

      expect(await store.used({ key: 'k', now: 9 })).toBe(2);
      expect(await store.used({ key: 'k', now: 10 })).toBe(1);
      expect(await store.reserve(take('k', 'a', { now: 10, limit: 2 }))).toEqual({ granted: true, fresh: true });
    });

    it('charges what was really used, of one key or of all', async () => {
      const store = await make();
      for (const key of ['x', 'y']) await store.reserve(take(key, 'a', { amount: 5 }));
      await store.settle({ holder: 'a', key: 'x', amount: 2, now: 1 });
      await store.settle({ holder: 'a', now: 1 });

      expect(await store.used({ key: 'x', now: 1_000 })).toBe(2);
      expect(await store.used({ key: 'y', now: 1_000 })).toBe(5);
      await store.settle({ holder: 'a', key: 'y', amount: 0, now: 2 });
      expect(await store.used({ key: 'y', now: 1_000 })).toBe(0);
    });

    it('charges something for a reservation of nothing, and shows who holds it', async () => {
      const store = await make();
      await store.reserve(take('k', 'a', { amount: 0, limit: 0 }));
      expect(await store.peek(take('k', 'a', { limit: 0 }))).toEqual({ granted: true, fresh: false });
      expect(await store.peek(take('k', 'b', { limit: 0 }))).toMatchObject({ granted: false });
      await store.settle({ holder: 'a', key: 'k', amount: 1, now: 1 });
      await store.settle({ holder: 'a', now: 1 });
      await store.release('a');

      expect(await store.used({ key: 'k', now: 1_000 })).toBe(1);
    });

    it('gives back what was reserved and not what was charged', async () => {
      const store = await make();
      for (const key of ['x', 'y', 'z']) await store.reserve(take(key, 'a'));
      await store.settle({ holder: 'a', key: 'x', now: 1 });
      await store.release('a', ['x', 'y']);

      expect(await Promise.all(['x', 'y', 'z'].map(async key => store.used({ key, now: 1 })))).toEqual([1, 0, 1]);
      await store.release('a');
      expect(await store.used({ key: 'z', now: 1 })).toBe(0);
    });

    it('does nothing for a holder that holds nothing', async () => {
      const store = await make();
      await store.settle({ holder: 'stranger', key: 'k', now: 1 });
      await store.release('stranger');

      expect(await store.used({ key: 'k', now: 1 })).toBe(0);
    });

    it('slides a window and says when the next one fits', async () => {
      const store = await make();
      const within = (holder: string, now: number) =>
        store.reserve(take('w', holder, { now, windowMs: 60, limit: 2, expiresAt: 10_000 }));
      await within('a', 0);
      await within('b', 30);

      expect(await within('c', 40)).toEqual({ granted: false, used: 2, retryAfterMs: 20 });
      expect(await store.used({ key: 'w', now: 60, windowMs: 60 })).toBe(1);
      expect(await within('c', 60)).toEqual({ granted: true, fresh: true });
    });

    it('lets so many counters hold something at once, and says when the first of them is free', async () => {
      const store = await make();
      const wish = (value: string, holder: string, now: number, most = 2) => ({
        ...take(`d:each:${value}`, holder, { now, windowMs: 60, expiresAt: now + 1_000 }),
        among: { prefix: 'd:each:', most },
      });
      await store.reserve(wish('a', '1', 0));
      await store.reserve(wish('b', '2', 10));
      await store.reserve(wish('a', '3', 30));
      await store.reserve(take('d:other', '4', { now: 30 }));

      expect(await store.peek(wish('c', '5', 40))).toEqual({ granted: false, used: 2, retryAfterMs: 30 });
      expect(await store.reserve(wish('c', '5', 40))).toEqual({ granted: false, used: 2, retryAfterMs: 30 });
      expect(await store.peek(wish('a', '5', 40, 0))).toEqual({ granted: true, fresh: true });
      expect(await store.peek(wish('c', '5', 40, 0))).toEqual({ granted: false, used: 2 });
      expect(await store.reserve(wish('c', '5', 70))).toEqual({ granted: true, fresh: true });
      expect(await store.peek(wish('b', '6', 70))).toMatchObject({ granted: false, used: 2 });
      await store.release('5');
      expect(await store.peek(wish('b', '6', 70))).toEqual({ granted: true, fresh: true });
    });

    it('says what was taken at a time that is still to come', async () => {
      const store = await make();
      await store.reserve(take('w', 'a', { now: 100, windowMs: 60, expiresAt: 160 }));
      await store.reserve(take('w', 'b', { now: 50, amount: 2, windowMs: 60, expiresAt: 110 }));
      const ahead = (now: number, excluding?: string) =>
        store.used({ key: 'w', now, windowMs: 60, ahead: true, ...(excluding !== undefined && { excluding }) });

      expect([await ahead(40), await ahead(60), await ahead(100), await ahead(40, 'b')]).toEqual([3, 1, 0, 1]);
      expect(await store.used({ key: 'w', now: 40, windowMs: 60 })).toBe(3);
    });

    it('tells beforehand what a reservation would get, and changes nothing', async () => {
      const store = await make();
      const wish = (holder: string, now: number) => take('p', holder, { now, windowMs: 60, limit: 1, expiresAt: now + 20 });

      expect(await store.peek(wish('a', 0))).toEqual({ granted: true, fresh: true });
      expect(await store.used({ key: 'p', now: 0, windowMs: 60 })).toBe(0);
      await store.reserve(wish('a', 0));
      expect(await store.peek(wish('a', 5))).toEqual({ granted: true, fresh: false });
      expect(await store.peek(wish('b', 5))).toEqual({ granted: false, used: 1, retryAfterMs: 15 });
      await store.settle({ holder: 'a', now: 6 });
      expect(await store.peek(wish('b', 6))).toEqual({ granted: false, used: 1, retryAfterMs: 54 });
      expect(await store.peek(wish('b', 60))).toEqual({ granted: true, fresh: true });
    });

    it('agrees with a list of entries on any sequence of calls', async () => {
      const call = fc.record({
        what: fc.constantFrom('reserve', 'settle', 'release', 'settle_to'),
        key: fc.constantFrom('x', 'y'),
        holder: fc.constantFrom('a', 'b', 'c'),
        amount: fc.integer({ min: 0, max: 3 }),
        wait: fc.integer({ min: 0, max: 40 }),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(call, { maxLength: 25 }), async calls => {
          const store = await make();
          const model = new Map<string, { amount: number; expiresAt: number }>();
          let now = 0;
          const total = (key: string): number =>
            [...model]
              .filter(([id, entry]) => id.startsWith(`${key}:`) && entry.expiresAt > now)
              .reduce((sum, [, { amount }]) => sum + amount, 0);
          for (const { what, key, holder, amount, wait } of calls) {
            now += wait;
            const id = `${key}:${holder}`;
            const live = (model.get(id)?.expiresAt ?? 0) > now;
            if (what === 'reserve') {
              const before = await store.peek({ key, holder, amount, limit: 4, now, expiresAt: now + 50 });
              const answer = await store.reserve({ key, holder, amount, limit: 4, now, expiresAt: now + 50 });
              const fits = live || total(key) + amount <= 4;
              expect(answer.granted).toBe(fits);
              expect(before).toEqual(answer);
              if (fits && !live) model.set(id, { amount, expiresAt: now + 50 });
            } else if (what === 'release') {
              await store.release(holder, [key]);
              if (live && model.get(id)?.expiresAt !== Infinity) model.delete(id);
            } else if (live) {
              await store.settle({ holder, key, now, ...(what === 'settle_to' && { amount }) });
              model.set(id, { amount: what === 'settle_to' ? amount : (model.get(id)?.amount ?? 0), expiresAt: Infinity });
            }
            for (const each of ['x', 'y']) expect(await store.used({ key: each, now })).toBe(total(each));
          }
        }),
        { numRuns: cases(60) },
      );
    });
  });
}
