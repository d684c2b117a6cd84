import type { ApprovalStore, SessionStore } from '@licet/core';
import type { SessionEvent, StateInspector } from '@licet/core/store';
import { LATE_SETTLEMENT_MS } from '@licet/core/store';
import { describe, expect, it } from 'vitest';

/** A store with the look into it. */
export interface Inspected {
  readonly sessions: SessionStore;
  readonly inspect: StateInspector;
  readonly approvals?: ApprovalStore;
}

const fact = (at: number, name = 'reviewed'): SessionEvent => ({ type: 'fact', at, name, value: true });
const OPENED: SessionEvent = {
  type: 'evaluated',
  at: 1,
  evaluationId: 'e',
  callId: 'open',
  kind: 'read',
  ruling: 'pass',
  passed: true,
  code: 'ok',
  risk: 0,
};
const take = (key: string, holder: string, more: object = {}) => ({ key, holder, amount: 1, now: 0, expiresAt: 100, ...more });

/** What every look into a store promises. `make` returns an empty store. */
export function stateInspectorContract(name: string, make: () => Promise<Inspected> | Inspected): void {
  describe(`${name}: a look into the store`, () => {
    it('shows nothing where nothing has happened', async () => {
      const { inspect } = await make();

      expect(await inspect.sessions()).toEqual([]);
      expect(await inspect.counters(0)).toEqual([]);
      expect(await inspect.reservations(0)).toEqual([]);
    });

    it('shows the session that something happened in last first, and as many as are asked for', async () => {
      const { sessions, inspect } = await make();
      for (const [id, at] of [
        ['a', 3],
        ['b', 9],
        ['c', 5],
      ] as const)
        await sessions.append(id, [fact(at)]);

      expect((await inspect.sessions()).map(({ id }) => id)).toEqual(['b', 'c', 'a']);
      expect((await inspect.sessions(2)).map(({ id }) => id)).toEqual(['b', 'c']);
      expect((await inspect.sessions(1))[0]).toEqual(await sessions.load('b'));
    });

    it('shows twenty sessions unless more are asked for', async () => {
      const { sessions, inspect } = await make();
      for (let at = 0; at < 25; at++) await sessions.append(`s${at}`, [fact(at)]);

      expect(await inspect.sessions()).toHaveLength(20);
      expect(await inspect.sessions(100)).toHaveLength(25);
    });

    it('tells what is charged from what is only held, and leaves out what has lapsed', async () => {
      const { sessions, inspect } = await make();
      await sessions.reserve(take('b', 'one', { amount: 2 }));
      await sessions.reserve(take('b', 'two', { amount: 3, now: 1, expiresAt: 50 }));
      await sessions.reserve(take('a', 'one', { amount: 5, windowMs: 60 }));
      await sessions.settle({ holder: 'one', now: 2 });

      expect(await inspect.counters(10)).toEqual([
        { key: 'a', charged: 5, reserved: 0 },
        { key: 'b', charged: 2, reserved: 3 },
      ]);
      expect(await inspect.reservations(10)).toEqual([{ key: 'b', holder: 'two', amount: 3, at: 1, expiresAt: 50 }]);
      expect((await inspect.counters(50)).at(-1)).toEqual({ key: 'b', charged: 2, reserved: 0 });
      expect(await inspect.reservations(50)).toEqual([]);
    });

    it('shows the oldest reservation first and no counter that is zero', async () => {
      const { sessions, inspect } = await make();
      await sessions.reserve(take('z', 'late', { now: 7 }));
      await sessions.reserve(take('y', 'early', { now: 3 }));
      await sessions.reserve(take('x', 'gone'));
      await sessions.settle({ holder: 'gone', amount: 0, now: 1 });

      expect((await inspect.reservations(8)).map(({ holder }) => holder)).toEqual(['early', 'late']);
      expect((await inspect.counters(8)).map(({ key }) => key)).toEqual(['y', 'z']);
    });

    it('forgets one session with its counters and nothing else', async () => {
      const { sessions, inspect } = await make();
      for (const id of ['a', 'ab']) {
        await sessions.append(id, [OPENED]);
        for (const key of [`budget:n:session:${id}`, `budget:n:session:${id}:agent:main`])
          await sessions.reserve(take(key, `call-${id}`));
        await sessions.settle({ holder: `call-${id}`, key: `budget:n:session:${id}`, now: 1 });
      }
      await sessions.reserve(take('budget:n:project', 'call-a'));

      expect(await inspect.reset({ sessionId: 'a' })).toEqual({ sessions: 1, counters: 2, approvals: 0 });
      expect(await sessions.call('a', 'open')).toBeUndefined();
      expect(await sessions.call('ab', 'open')).toMatchObject({ evaluationId: 'e' });
      expect(await sessions.load('a')).toMatchObject({ version: 0, evaluated: 0 });
      expect((await inspect.counters(2)).map(({ key }) => key)).toEqual([
        'budget:n:project',
        'budget:n:session:ab',
        'budget:n:session:ab:agent:main',
      ]);
      expect(await sessions.load('ab')).toMatchObject({ version: 1 });
    });

    it('forgets everything, and the store goes on from nothing', async () => {
      const { sessions, inspect } = await make();
      await sessions.append('a', [fact(1)]);
      await sessions.reserve(take('k', 'one', { limit: 1 }));

      expect(await inspect.reset({})).toEqual({ sessions: 1, counters: 1, approvals: 0 });
      await sessions.settle({ holder: 'one', now: 2 });
      expect(await sessions.used({ key: 'k', now: 2 })).toBe(0);
      expect(await sessions.reserve(take('k', 'two', { limit: 1 }))).toEqual({ granted: true, fresh: true });
      expect(await sessions.append('a', [fact(2)], 0)).toBe(1);
      expect(await (await make()).inspect.reset({ sessionId: 'stranger' })).toEqual({ sessions: 0, counters: 0, approvals: 0 });
    });
  });

  describe(`${name}: late outcomes`, () => {
    it('charges an action that ran longer than its reservation, also when others have come in between', async () => {
      const { sessions } = await make();
      await sessions.reserve(take('k', 'slow', { amount: 4 }));
      for (let call = 0; call < 200; call++) await sessions.reserve(take('k', `${call}`, { now: 200, expiresAt: 210 }));
      await sessions.settle({ holder: 'slow', now: LATE_SETTLEMENT_MS });

      expect(await sessions.used({ key: 'k', now: LATE_SETTLEMENT_MS })).toBe(4);
    });
  });
}
