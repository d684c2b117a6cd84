import type { Action, ActionInput, Evaluation, Guard, SessionStore } from '@licet/core';
import { All, PolicyEngine, block, guard } from '@licet/core';
import { PROJECT_SESSION } from '@licet/core/store';
import { actions, checkGuard, fakeClock } from '@licet/core/testing';
import { analyzeEffects } from '@licet/effects';
import { AllowOnce, Budget, Progressive, RateLimit, SingleUse } from '@licet/guards';
import { grantFact } from '@licet/guards/state';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { scheduled, stores } from './stores.ts';

const LIMIT = 4;
const MANY = 16;
const effects = analyzeEffects({ root: '/project' });

/** Guards that all let four actions of this kind through, however they come to it. */
const subjects: readonly (readonly [string, () => Guard])[] = [
  ['Budget', () => Budget({ max: LIMIT })],
  ['RateLimit', () => RateLimit({ max: LIMIT, window: '1h' })],
  [
    'Progressive',
    () =>
      Progressive({
        match: { kind: 'bash' },
        steps: [
          { after: 2, then: 'warn' },
          { after: LIMIT, then: 'block' },
        ],
      }),
  ],
  [
    'Progressive in a row',
    () =>
      Progressive({
        match: { kind: 'bash' },
        consecutive: true,
        steps: [
          { after: 1, then: 'warn' },
          { after: LIMIT, then: 'block' },
        ],
      }),
  ],
  ['Budget beside a larger one of the same count', () => All(Budget({ max: LIMIT * 3 }), Budget({ max: LIMIT }))],
  [
    'RateLimit beside a smaller and a larger one of the same count',
    () => All(...[LIMIT * 2, LIMIT, LIMIT * 3].map(max => RateLimit({ max, window: '1h' }))),
  ],
  ['Budget by a value in a window', () => Budget({ max: LIMIT, by: ['command'], window: '1h' })],
  ['RateLimit by a value', () => RateLimit({ max: LIMIT, window: '1h', by: ['command'] })],
  [
    'Progressive beside one with another step',
    () => All(...[LIMIT * 2, LIMIT].map(after => Progressive({ match: { kind: 'bash' }, steps: [{ after, then: 'block' }] }))),
  ],
  ['AllowOnce', () => AllowOnce({ root: '/project' })],
  ['SingleUse', () => SingleUse({ by: ['nth'] })],
];

const START = 10_000_000;

async function prepare(store: SessionStore): Promise<void> {
  const grant = { id: 'g', deed: 'd', command: 'x', cwd: '/project', uses: LIMIT, grantedAt: START, expiresAt: START * 10 };
  await store.append(PROJECT_SESSION, [{ type: 'fact', at: START, name: grantFact('g'), value: grant }]);
}

/** What counts for `SingleUse` is which of four things is done; for the others it does not matter. */
const action = (index: number): ActionInput => ({
  kind: 'bash',
  sessionId: 's',
  callId: `call ${index}`,
  cwd: '/project',
  payload: { command: 'x', nth: index % LIMIT },
});

const passed = (evaluations: readonly Evaluation[]): number => evaluations.filter(each => each.passed).length;
const opposed = guard('opposed', () => block('no', { fix: 'leave it' }));

describe.each(stores)('a guard that remembers, on %s', (_store, open) => {
  describe.each(subjects)('%s', (_name, make) => {
    const fresh = async (
      policy: Guard = make(),
    ): Promise<{ engine: PolicyEngine; store: SessionStore; clock: ReturnType<typeof fakeClock> }> => {
      const [store, clock] = [open(), fakeClock(START)];
      await prepare(store);
      return { engine: new PolicyEngine(policy, { sessions: store, clock, effects }), store, clock };
    };
    const evaluateAll = async (engine: PolicyEngine, from = 0): Promise<readonly Evaluation[]> => {
      const done: Evaluation[] = [];
      for (let index = from; index < from + MANY; index++) done.push(await engine.evaluate(action(index)));
      return done;
    };

    it('lets through what it should, one after the other', async () => {
      const { engine } = await fresh();

      expect(passed(await evaluateAll(engine))).toBe(LIMIT);
    });

    it('lets through exactly that when sixteen are evaluated at once, in any order', async () => {
      await fc.assert(
        fc.asyncProperty(fc.scheduler(), async scheduler => {
          const store = open();
          await prepare(store);
          const engine = new PolicyEngine(make(), { sessions: scheduled(store, scheduler), clock: fakeClock(START), effects });
          const all = Promise.all(Array.from({ length: MANY }, async (_, index) => engine.evaluate(action(index))));

          expect(passed(await scheduler.waitFor(all))).toBe(LIMIT);
        }),
        { numRuns: 10 },
      );
    });

    it('takes once for a call that is evaluated again', async () => {
      const { engine } = await fresh();
      for (let again = 0; again < 5; again++) expect((await engine.evaluate(action(0))).passed).toBe(true);

      expect(passed(await evaluateAll(engine, 1))).toBe(LIMIT - 1);
    });

    it('takes nothing for an action that something else stops, or that is only explained', async () => {
      const { engine, store, clock } = await fresh();
      const other = new PolicyEngine(All(make(), opposed), { sessions: store, clock, effects });
      expect(passed(await evaluateAll(other))).toBe(0);
      for (let index = 0; index < MANY; index++) await engine.explain(action(index));

      expect(passed(await evaluateAll(engine))).toBe(LIMIT);
    });

    it('takes nothing for an action that is denied after all', async () => {
      const { engine } = await fresh();
      for (let index = 0; index < LIMIT * 2; index++)
        await engine.postAction(await engine.evaluate(action(index)), { status: 'denied' });

      expect(passed(await evaluateAll(engine, 100))).toBe(LIMIT);
    });

    it('gives back everything when a race for something else is lost', async () => {
      await fc.assert(
        fc.asyncProperty(fc.scheduler(), async scheduler => {
          const store = open();
          await prepare(store);
          const clock = fakeClock(START);
          const both = All(make(), RateLimit({ max: 1, window: '1h', name: 'one' }));
          const engine = new PolicyEngine(both, { sessions: scheduled(store, scheduler), clock, effects });
          const all = Promise.all(Array.from({ length: MANY }, async (_, index) => engine.evaluate(action(index))));
          expect(passed(await scheduler.waitFor(all))).toBe(1);

          const alone = new PolicyEngine(make(), { sessions: store, clock, effects });
          expect(passed(await evaluateAll(alone, 100))).toBe(LIMIT - 1);
        }),
        { numRuns: 10 },
      );
    });

    it('frees nothing and loses nothing when the clock is set back', async () => {
      const { engine, clock } = await fresh();
      expect((await engine.evaluate(action(0))).passed).toBe(true);
      expect((await engine.evaluate(action(1))).passed).toBe(true);
      clock.set(START - 300_000);

      expect(passed(await evaluateAll(engine, 2))).toBe(LIMIT - 2);
      clock.set(START);
      expect(passed(await evaluateAll(engine, 100))).toBe(0);
    });

    it('does what every guard must, whatever the action', async () => {
      const hostile: readonly ActionInput[] = [
        { kind: 'bash', payload: { command: '\u202e\0'.repeat(1000) }, sessionId: 'a:agent:b', agentId: '%3A:', tool: ':' },
        { kind: '__proto__', payload: JSON.parse('{"__proto__": 1, "command": null}') as Action['payload'] },
        { kind: 'bash', payload: { command: 1n, f: new Date(0), m: new Map() } },
        ...fc.sample(actions(), { numRuns: 20, seed: 1 }),
      ];

      expect(await checkGuard(make(), hostile, { effects })).toEqual([]);
    });
  });
});
