import type { Action, GuardNode, Json } from '@licet/core';
import { All, PolicyEngine, memorySessions } from '@licet/core';
import { fakeClock } from '@licet/core/testing';
import { Budget } from '@licet/guards';
import { describe, expect, it, test } from 'vitest';

const call = (more: Partial<Action> = {}): Partial<Action> & Pick<Action, 'kind'> => ({ kind: 'bash', sessionId: 's', ...more });

describe('Budget', () => {
  it('lets so many actions through and no more', async () => {
    const engine = new PolicyEngine(Budget({ max: 2 }));
    const rulings = [];
    for (let i = 0; i < 4; i++) rulings.push((await engine.evaluate(call())).ruling);

    expect(rulings).toEqual(['pass', 'pass', 'block', 'block']);
  });

  it('charges the same call once, however often it is evaluated', async () => {
    const engine = new PolicyEngine(Budget({ max: 1 }));

    for (let i = 0; i < 3; i++) expect((await engine.evaluate(call({ callId: 'a' }))).ruling).toBe('pass');
    expect((await engine.evaluate(call({ callId: 'b' }))).code).toBe('budget_exhausted');
  });

  it('lets no parallel calls overdraw it', async () => {
    const engine = new PolicyEngine(Budget({ max: 10 }));
    const evaluations = await Promise.all(Array.from({ length: 50 }, async () => engine.evaluate(call())));

    expect(evaluations.filter(({ passed }) => passed)).toHaveLength(10);
  });

  it('keeps the count when the limit changes', async () => {
    const sessions = memorySessions();
    const before = new PolicyEngine(Budget({ max: 3 }), { sessions });
    for (let i = 0; i < 2; i++) await before.evaluate(call());
    const after = new PolicyEngine(Budget({ max: 2 }), { sessions });

    expect((await after.evaluate(call())).code).toBe('budget_exhausted');
    expect((await before.evaluate(call())).ruling).toBe('pass');
  });

  describe('with `by`', () => {
    const pay = (payload: Action['payload']): Partial<Action> & Pick<Action, 'kind'> =>
      call({ kind: 'tool', tool: 'pay', payload });
    const rulingsOf = async (policy: GuardNode, ...payloads: readonly Action['payload'][]): Promise<readonly string[]> => {
      const engine = new PolicyEngine(policy);
      const rulings: string[] = [];
      for (const payload of payloads) rulings.push((await engine.evaluate(pay(payload))).ruling);
      return rulings;
    };
    const once = Budget({ max: 1, by: ['account'] });

    it.each<readonly [string, Json, Json]>([
      ['a number and its text', 7, '7'],
      ['spaces around it', 'a', ' a\n'],
      ['the same letters in another form', 'caf\u00e9', 'cafe\u0301'],
      ['a boolean and its text', true, 'true'],
    ])('takes for one value: %s', async (_what, first, second) => {
      expect(await rulingsOf(once, { account: first }, { account: second })).toEqual(['pass', 'block']);
    });

    it('gives every other value its own count', async () => {
      expect(await rulingsOf(once, { account: 'a' }, { account: 'b' }, { account: 'A' }, { account: 'a' })).toEqual([
        'pass',
        'pass',
        'pass',
        'block',
      ]);
    });

    it('does not let a value pose as several', async () => {
      const two = Budget({ max: 1, by: ['from', 'to'] });

      expect(await rulingsOf(two, { from: 'a', to: 'b,c' }, { from: 'a,b', to: 'c' }, { from: 'a', to: 'b,c' })).toEqual([
        'pass',
        'pass',
        'block',
      ]);
    });

    it('finds an argument within another one', async () => {
      const nested = Budget({ max: 1, by: ['account.id'] });

      expect(await rulingsOf(nested, { account: { id: 1 } }, { account: { id: 1, more: 2 } }, { account: { id: 2 } })).toEqual([
        'pass',
        'block',
        'pass',
      ]);
    });

    it.each<readonly [string, Action['payload']]>([
      ['is missing', {}],
      ['is null', { account: null }],
      ['is a list', { account: ['a'] }],
      ['is an object', { account: { toString: 'a' } }],
      ['is not a number', { account: Number.NaN }],
      ['is half a character', { account: '\ud800' }],
      ['is inherited', JSON.parse('{"__proto__":{"account":"a"}}') as Action['payload']],
    ])('blocks an action whose argument %s', async (_what, payload) => {
      expect((await new PolicyEngine(once).evaluate(pay(payload))).code).toBe('count_unknown');
    });
  });

  it('forgets with `window` what is older, and says how long to wait', async () => {
    const clock = fakeClock();
    const engine = new PolicyEngine(Budget({ max: 10, cost: 'amount', window: '1h' }), { clock });
    const pay = async (amount: number) => engine.evaluate(call({ kind: 'tool', payload: { amount } }));
    await engine.postAction(await pay(6), { status: 'ok' });
    await clock.advance(1_200_000);
    await engine.postAction(await pay(3), { status: 'ok' });

    expect(await pay(5)).toMatchObject({ code: 'budget_exhausted', retryAfterMs: 2_400_000, recover: 'wait' });
    expect((await pay(11)).retryAfterMs).toBeUndefined();
    await clock.advance(2_400_000);
    expect((await pay(5)).ruling).toBe('pass');
  });

  it('charges a call once where two limits share the count', async () => {
    const engine = new PolicyEngine(All(Budget({ max: 4 }), Budget({ max: 2 })));
    const rulings = [];
    for (let i = 0; i < 3; i++) rulings.push((await engine.evaluate(call())).ruling);

    expect(rulings).toEqual(['pass', 'pass', 'block']);
  });

  it('gives back what a denied action did not use', async () => {
    const engine = new PolicyEngine(Budget({ max: 1 }));
    await engine.postAction(await engine.evaluate(call()), { status: 'denied' });

    expect((await engine.evaluate(call())).ruling).toBe('pass');
  });

  test.each([
    ['keep', 'block'],
    ['refund', 'pass'],
  ] as const)('with `onFailure: %s` rules %s after a failed action', async (onFailure, ruling) => {
    const engine = new PolicyEngine(Budget({ max: 1, onFailure }));
    await engine.postAction(await engine.evaluate(call()), { status: 'error' });

    expect((await engine.evaluate(call())).ruling).toBe(ruling);
  });

  test.each([
    ['session', { sessionId: 'other' }, 'pass'],
    ['session', { agentId: 'other' }, 'block'],
    ['agent', { agentId: 'other' }, 'pass'],
    ['tool', { tool: 'Other' }, 'pass'],
    ['project', { sessionId: 'other' }, 'block'],
    ['principal', { principal: { id: 'ann' } }, 'pass'],
  ] as const)('per %s, an action of %j is ruled %s', async (per, other, ruling) => {
    const engine = new PolicyEngine(Budget({ max: 1, per }), { sessions: memorySessions() });
    await engine.evaluate(call({ tool: 'Bash' }));

    expect((await engine.evaluate(call({ tool: 'Bash', ...other }))).ruling).toBe(ruling);
  });

  it('counts what an argument says', async () => {
    const engine = new PolicyEngine(Budget({ max: 10, cost: 'tokens' }));

    expect((await engine.evaluate(call({ payload: { tokens: 7 } }))).ruling).toBe('pass');
    expect((await engine.evaluate(call({ payload: { tokens: 4 } }))).reason).toBe(
      'the budget is used up: 7 of 10, and this action needs 4',
    );
    expect((await engine.evaluate(call({ payload: { tokens: 3 } }))).ruling).toBe('pass');
  });

  test.each([[{}], [{ tokens: '3' }], [{ tokens: -1 }], [{ tokens: Number.NaN }], [{ tokens: Infinity }]])(
    'blocks a cost that is none: %j',
    payload => {
      expect(new PolicyEngine(Budget({ max: 10, cost: 'tokens' })).evaluateSync(call({ payload })).code).toBe('cost_unknown');
    },
  );

  it('charges what was really used, where the outcome says it', async () => {
    const engine = new PolicyEngine(Budget({ max: 1_000, estimate: 100, actual: 'tokens' }));
    await engine.postAction(await engine.evaluate(call()), { status: 'ok', usage: { tokens: 800, cost: 5 } });
    await engine.postAction(await engine.evaluate(call()), { success: true, usage: { tokens: 10 } });
    await engine.postAction(await engine.evaluate(call()), { status: 'ok' });

    expect((await engine.evaluate(call())).reason).toBe('the budget is used up: 910 of 1000, and this action needs 100');
  });

  it('may be overdrawn by the last action, and then lets nothing through', async () => {
    const engine = new PolicyEngine(Budget({ max: 2.5, actual: 'cost', estimate: 0 }));
    await engine.postAction(await engine.evaluate(call()), { status: 'ok', usage: { cost: 4.25 } });

    expect((await engine.evaluate(call())).ruling).toBe('block');
  });

  test.each([[Number.NaN], [-5], [Infinity], ['7' as never]])('does not believe a usage of %s', async tokens => {
    const engine = new PolicyEngine(Budget({ max: 1, actual: 'tokens' }));
    await engine.postAction(await engine.evaluate(call()), { status: 'ok', usage: { tokens } });

    expect((await engine.evaluate(call())).ruling).toBe('block');
  });

  it('gives back what failed even when it used something', async () => {
    const engine = new PolicyEngine(Budget({ max: 1, actual: 'tokens', onFailure: 'refund' }));
    await engine.postAction(await engine.evaluate(call()), { status: 'error', usage: { tokens: 9 } });

    expect((await engine.evaluate(call())).ruling).toBe('pass');
  });

  it('counts only what matches', async () => {
    const engine = new PolicyEngine(Budget({ max: 1, match: { tool: 'Bash' } }));
    await engine.evaluate(call({ tool: 'Bash' }));

    expect((await engine.evaluate(call({ tool: 'Read' }))).ruling).toBe('pass');
    expect((await engine.evaluate(call({ tool: 'Bash' }))).ruling).toBe('block');
  });

  test.each([[{ max: 0 }], [{ max: Number.NaN }], [{ max: 1, per: 'galaxy' as never }], [{ max: 1, estimate: -1 }]])(
    'rejects %j',
    options => {
      expect(() => Budget(options)).toThrow(/must be/);
    },
  );
});
