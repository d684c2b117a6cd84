import type { ActionInput, Evaluation } from '@licet/core';
import { PolicyEngine } from '@licet/core';
import { fakeClock } from '@licet/core/testing';
import { Budget, RateLimit, SingleUse } from '@licet/guards';
import { describe, expect, it, test } from 'vitest';

import { stores } from './stores.ts';

const HOUR = 3_600_000;
const mail = (to: unknown, more: Partial<ActionInput> = {}): ActionInput => ({
  kind: 'tool',
  tool: 'send',
  sessionId: 's',
  payload: { to },
  ...more,
});

describe.each(stores)('different values on %s', (_name, open) => {
  const world = () => {
    const clock = fakeClock(0);
    const limit = RateLimit({ max: 2, window: '1h', distinct: 'to', name: 'mail' });
    const engine = new PolicyEngine(limit, { clock, sessions: open() });
    return { clock, ask: (to: unknown, more?: Partial<ActionInput>): Evaluation => engine.evaluateSync(mail(to, more)) };
  };

  it('are limited, and one that was there before costs nothing', () => {
    const { ask } = world();

    expect(['a', 'b', 'a', 'b', 'c', 'a'].map(to => ask(to).ruling)).toEqual(['pass', 'pass', 'pass', 'pass', 'block', 'pass']);
    expect(ask('c')).toMatchObject({ code: 'too_many_values', recover: 'wait', retryAfterMs: HOUR });
    expect(ask('c').reason).toBe('`to` has had 2 different values within 1 hour, this action adds 1, and 2 are permitted');
  });

  it('are forgotten when the last action with them has left the window', () => {
    const { ask, clock } = world();
    ask('a');
    clock.set(HOUR / 2);
    ask('a');
    ask('b');
    clock.set(HOUR);
    expect(ask('c').ruling).toBe('block');
    clock.set(HOUR * 1.5);

    expect(ask('c').ruling).toBe('pass');
  });

  it('are counted one by one in a list', () => {
    const { ask } = world();

    expect([ask(['a', 'b', 'c']), ask(['a', 'a ']), ask(['a', 'b']), ask(['b', 'c'])].map(({ ruling }) => ruling)).toEqual([
      'block',
      'pass',
      'pass',
      'block',
    ]);
  });

  it('are taken once by a call that is evaluated again', () => {
    const { ask } = world();
    const again = { callId: 'one' };

    expect([ask('a', again), ask('a', again), ask('b'), ask('a', again)].map(({ passed }) => passed)).toEqual([
      true,
      true,
      true,
      true,
    ]);
  });

  it.each([[undefined], [[]], [null], [{ a: 1 }], [['a', {}]], [Array.from({ length: 201 }, (_, index) => index)]])(
    'are those of plain values: %j is stopped',
    to => {
      expect(world().ask(to).code).toBe('count_unknown');
    },
  );

  it('are given back when the action was denied after all', async () => {
    const engine = new PolicyEngine(Budget({ max: 1, distinct: 'to' }), { sessions: open() });
    await engine.postAction(engine.evaluateSync(mail('a')), { status: 'denied' });

    expect([engine.evaluateSync(mail('b')).ruling, engine.evaluateSync(mail('c')).ruling]).toEqual(['pass', 'block']);
  });

  it('may be limited for each value of another argument', () => {
    const engine = new PolicyEngine(Budget({ max: 1, distinct: 'to', by: ['from'], maxKeys: 2 }), { sessions: open() });
    const send = (from: string, to: string) => engine.evaluateSync({ ...mail(to), payload: { from, to } }).code;

    expect([send('x', 'a'), send('x', 'b'), send('y', 'b'), send('z', 'c')]).toEqual([
      'ok',
      'too_many_values',
      'ok',
      'counts_full',
    ]);
  });

  it.each([
    ['a budget', () => Budget({ max: 5, by: ['to'], maxKeys: 2 })],
    ['a rate', () => RateLimit({ max: 5, window: '1h', by: ['to'], maxKeys: 2 })],
  ] as const)('have no more counts than `max_keys` says: %s', (_what, guard) => {
    const clock = fakeClock(0);
    const engine = new PolicyEngine(guard(), { sessions: open(), clock });
    const codes = ['a', 'b', 'c', 'a'].map(to => engine.evaluateSync(mail(to)).code);

    expect(codes).toEqual(['ok', 'ok', 'counts_full', 'ok']);
    expect(engine.evaluateSync(mail('c', { sessionId: 't' })).code).toBe('ok');
  });
});

test.each([
  ['`max_keys` without `by`', () => Budget({ max: 1, maxKeys: 3 }), /goes with `by`/],
  ['`distinct` beside a cost', () => Budget({ max: 1, distinct: 'to', cost: 'amount' }), /counts values/],
])('%s is refused', (_what, make, message) => {
  expect(make).toThrow(message);
});

describe('single use by arguments', () => {
  const engine = () => new PolicyEngine(SingleUse({ by: ['order.id'] }));
  const pay = (payload: Record<string, unknown>): ActionInput => ({ kind: 'tool', tool: 'pay', sessionId: 's', payload });

  it('takes what is only written otherwise for the same', () => {
    const one = engine();
    const said = [7, '7', ' 7', 8].map(id => one.evaluateSync(pay({ order: { id } })).ruling);

    expect(said).toEqual(['pass', 'block', 'block', 'pass']);
  });

  it.each([{}, { order: {} }, { order: { id: null } }])('stops an action without them: %j', payload => {
    expect(engine().evaluateSync(pay(payload)).code).toBe('action_not_data');
  });

  it('compares lists as a whole', () => {
    const one = new PolicyEngine(SingleUse({ by: ['to'] }));
    const said = [['a', 'b'], ['a'], ['a', 'b']].map(to => one.evaluateSync(pay({ to })).ruling);

    expect(said).toEqual(['pass', 'pass', 'block']);
  });
});
