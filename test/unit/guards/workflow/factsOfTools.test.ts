import type { ActionInput, Evaluation, OutcomeInput } from '@licet/core';
import { All, PolicyEngine, When, memorySessions } from '@licet/core';
import { fakeClock } from '@licet/core/testing';
import type { FactOptions, RequiresOptions } from '@licet/guards';
import { Facts, Requires } from '@licet/guards';
import { grantedFact } from '@licet/guards/state';
import { analyzeEffects } from '@licet/effects';
import { memoryFiles } from '@licet/effects/places';
import { describe, expect, it } from 'vitest';

const place = { root: '/w', home: '/home/u', files: memoryFiles({}) };
const HOUR = 3_600_000;

/** A shop whose refunds need an approval. */
function shop(approved: FactOptions, wanted: RequiresOptions = { fact: 'approved' }) {
  const [clock, sessions] = [fakeClock(10 * HOUR), memorySessions()];
  const gate = When({ tool: 'refund' }, Requires(wanted, place));
  const engine = new PolicyEngine(All(Facts({ ...place, facts: { approved } }), gate), {
    sessions,
    clock,
    effects: analyzeEffects({ ...place, env: {} }),
    default: 'pass',
  });
  let calls = 0;
  const call = async (
    tool: string,
    payload: ActionInput['payload'],
    outcome: OutcomeInput = { status: 'ok' },
  ): Promise<Evaluation> => {
    const evaluation = await engine.evaluate({
      kind: 'tool',
      tool,
      sessionId: 's',
      callId: `c${calls++}`,
      payload: payload ?? {},
    });
    if (evaluation.passed) await engine.postAction(evaluation, outcome);
    return evaluation;
  };
  const refunds = async (payload: ActionInput['payload']): Promise<boolean> => (await call('refund', payload)).passed;
  return { clock, sessions, call, refunds };
}

const byOrder: FactOptions = { earnedBy: { tool: 'approve' }, by: ['order_id'] };

describe('a fact that a tool earns', () => {
  it('holds once the tool has succeeded, and not before', async () => {
    const { call, refunds } = shop({ earnedBy: { tool: 'approve' } });

    expect(await refunds({})).toBe(false);
    await call('approve', {}, { status: 'error' });
    await call('approve', {}, { status: 'unknown' });
    await call('approve_later', {});
    expect(await refunds({})).toBe(false);
    await call('approve', {});
    expect(await refunds({})).toBe(true);
  });

  it.each<readonly [boolean, unknown]>([
    [true, { status: 'ok', score: 5 }],
    [true, '{"status": "ok", "score": 5}'],
    [true, { content: [{ type: 'text', text: '{"status":"ok","score":5}' }] }],
    [true, { structuredContent: { status: 'ok', score: 5 } }],
    [false, { status: 'ok', score: '5' }],
    [false, { status: 'refused', score: 5 }],
    [false, { score: 5 }],
    [false, { result: { status: 'ok', score: 5 } }],
    [false, 'status: ok, score: 5'],
    [false, undefined],
    [false, null],
  ])('with `result`: %s for what answers %j', async (holds, output) => {
    const { call, refunds } = shop({ earnedBy: { tool: 'approve', result: { status: 'ok', score: 5 } } });
    await call('approve', {}, { status: 'ok', output });

    expect(await refunds({})).toBe(holds);
  });

  it('is kept for each value of `by`', async () => {
    const { call, refunds } = shop(byOrder);
    await call('approve', { order_id: 7 });

    expect(await refunds({ order_id: 7 })).toBe(true);
    expect(await refunds({ order_id: '7' })).toBe(true);
    expect(await refunds({ order_id: 8 })).toBe(false);
    expect(await refunds({})).toBe(false);
    expect(await refunds({ order_id: [7] })).toBe(false);
  });

  it('says which tool to call, and for what', async () => {
    const { call } = shop(byOrder);

    expect(await call('refund', { order_id: 7 })).toMatchObject({
      code: 'fact_missing',
      fix: { summary: 'call `approve` for the same `order_id`, and try again when it has succeeded' },
    });
    expect((await call('refund', {})).reason).toContain('the call does not say which one is meant');
  });

  it('compares with other arguments by `same`', async () => {
    const { call, refunds } = shop(byOrder, { fact: 'approved', same: ['order.id'] });
    await call('approve', { order_id: 7 });

    expect(await refunds({ order: { id: 7 } })).toBe(true);
    expect(await refunds({ order: { id: 8 }, order_id: 7 })).toBe(false);
  });

  it('never holds where `same` names values that the fact does not have', async () => {
    const plain = shop({ earnedBy: { tool: 'approve' } }, { fact: 'approved', same: ['order_id'] });
    await plain.call('approve', { order_id: 7 });
    const two = shop(byOrder, { fact: 'approved', same: ['order_id', 'account'] });
    await two.call('approve', { order_id: 7, account: 1 });

    expect(await plain.refunds({ order_id: 7 })).toBe(false);
    expect(await two.refunds({ order_id: 7, account: 1 })).toBe(false);
  });

  it.each<readonly [string, FactOptions, RequiresOptions]>([
    ['`validFor`', { ...byOrder, validFor: '1h' }, { fact: 'approved' }],
    ['`within`', byOrder, { fact: 'approved', within: '1h' }],
    ['the shorter of both', { ...byOrder, validFor: '1d' }, { fact: 'approved', within: '1h' }],
  ])('holds no longer than %s, and not before it was earned', async (_what, fact, wanted) => {
    const { call, clock, refunds } = shop(fact, wanted);
    await call('approve', { order_id: 7 });
    clock.set(11 * HOUR);
    expect(await refunds({ order_id: 7 })).toBe(true);
    clock.set(11 * HOUR + 1);
    expect((await call('refund', { order_id: 7 })).reason).toContain('it was earned too long ago');
    clock.set(9 * HOUR);
    expect(await refunds({ order_id: 7 })).toBe(false);
    clock.set(10 * HOUR);
    expect(await refunds({ order_id: 7 })).toBe(true);
  });

  it('is kept for the last 256 values', async () => {
    const { call, clock, refunds, sessions } = shop(byOrder);
    for (let order = 0; order < 257; order++) {
      await clock.advance(1);
      await call('approve', { order_id: order });
    }

    expect(await refunds({ order_id: 0 })).toBe(false);
    expect(await refunds({ order_id: 1 })).toBe(true);
    expect(await refunds({ order_id: 256 })).toBe(true);
    await call('approve', { order_id: 'failed' }, { status: 'error' });
    expect(Object.keys((await sessions.load('s')).facts).length).toBeLessThan(260);
  });

  it('is granted by no person where it is kept for each value', () => {
    const grant = { facts: {}, by: 'ann', at: 5, place };

    expect(() => grantedFact('approved', { tools: ['approve'], by: ['order_id'] }, grant)).toThrow(/kept for each `order_id`/u);
  });

  it.each<readonly [string, FactOptions]>([
    ['neither a program nor a tool', { earnedBy: {} }],
    ['both', { earnedBy: { runs: 'tests', tool: 'approve' } }],
    ['`output` of a tool', { earnedBy: { tool: 'approve', output: 'ok' } }],
    ['`result` of a program', { earnedBy: { runs: 'tests', result: { status: 'ok' } } }],
    ['`by` of a program', { earnedBy: { runs: 'tests' }, by: ['x'] }],
    ['`by` of a person', { earnedBy: 'human', by: ['x'] }],
    ['`by` beside files that reset it', { ...byOrder, resetBy: { writes: 'src/**' } }],
    ['`in` of a tool', { earnedBy: { tool: 'approve' }, in: 'src' }],
  ])('is refused with %s', (_what, fact) => {
    expect(() => Facts({ ...place, facts: { approved: fact } })).toThrow(expect.objectContaining({ code: 'invalid_param' }));
  });

  it('refuses `same` and `within` without a fact', () => {
    expect(() => Requires({ obligations: 'fulfilled', within: '1h' })).toThrow(/are about facts/u);
  });
});

describe('a fact about what a result names', () => {
  const desk = (by: readonly string[], same: readonly string[]) =>
    shop({ earnedBy: { tool: 'read' }, by }, { fact: 'approved', same });

  it('holds for each item of a list in it', async () => {
    const { call, refunds } = desk(['result.orders.*'], ['order']);
    await call('read', { id: 1 }, { status: 'ok', output: { orders: ['a', 7] } });

    expect([
      await refunds({ order: 'a' }),
      await refunds({ order: '7' }),
      await refunds({ order: 'b' }),
      await refunds({}),
    ]).toEqual([true, true, false, false]);
  });

  it('holds for members of an object, and asks for every item of an argument', async () => {
    const { call, refunds } = desk(['result.methods.*'], ['pay.*.with']);
    await call('read', {}, { status: 'ok', output: [{ type: 'text', text: '{"methods":{"card_1":{},"2":{}}}' }] });
    const pay = async (...methods: unknown[]) => refunds({ pay: methods.map(each => ({ with: each })) });

    expect([await pay('card_1'), await pay('card_1', 2), await pay('card_1', 'x'), await pay()]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('holds together with an argument, and the last answer counts', async () => {
    const { call, refunds } = desk(['id', 'result.seats.size'], ['id', 'names.size']);
    const read = async (id: string, seats: number) =>
      call('read', { id }, { status: 'ok', output: { seats: Array.from({ length: seats }, () => 1) } });
    await read('a', 2);
    await read('b', 3);
    expect([await refunds({ id: 'a', names: ['x', 'y'] }), await refunds({ id: 'a', names: ['x', 'y', 'z'] })]).toEqual([
      true,
      false,
    ]);
    await read('a', 3);

    expect([await refunds({ id: 'a', names: ['x', 'y'] }), await refunds({ id: 'a', names: ['x', 'y', 'z'] })]).toEqual([
      false,
      true,
    ]);
    expect(await refunds({ id: 'b', names: ['x', 'y', 'z'] })).toBe(true);
  });

  it('keeps members of one item together', async () => {
    const { call, refunds } = desk(['result.legs.*.no', 'result.legs.*.day'], ['legs.*.no', 'legs.*.day']);
    await call(
      'read',
      {},
      {
        status: 'ok',
        output: {
          legs: [
            { no: 'A', day: 1 },
            { no: 'B', day: 2 },
          ],
        },
      },
    );

    expect(await refunds({ legs: [{ no: 'B', day: 2 }] })).toBe(true);
    expect(await refunds({ legs: [{ no: 'A', day: 2 }] })).toBe(false);
  });

  it.each([
    [{ status: 'error', output: { orders: ['a'] } }],
    [{ status: 'ok', output: 'no data' }],
    [{ status: 'ok', output: { orders: [{}] } }],
  ] as const)('does not hold after %j', async outcome => {
    const { call, refunds } = desk(['result.orders.*'], ['order']);
    await call('read', {}, outcome);

    expect(await refunds({ order: 'a' })).toBe(false);
  });

  it('does not hold any more when the tool answers otherwise', async () => {
    const { call, refunds } = shop({ earnedBy: { tool: 'read', result: { state: 'pend*' } }, by: ['order_id'] });
    const read = async (state: string) => call('read', { order_id: 1 }, { status: 'ok', output: { state } });
    await read('pending');
    expect(await refunds({ order_id: 1 })).toBe(true);
    await read('sent');

    expect(await refunds({ order_id: 1 })).toBe(false);
  });

  it('goes through one list at most', () => {
    expect(() => desk(['result.a.*', 'result.b.*'], ['a', 'b'])).toThrow(/one list/);
  });
});
