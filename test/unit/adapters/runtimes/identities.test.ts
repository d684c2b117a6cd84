import { PolicyEngine, ask, guard, memoryApprovals, memorySessions, pass } from '@licet/core';
import { Budget } from '@licet/guards';
import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { factsOf } from '../../../../packages/adapters/src/runtimes/capabilities.ts';
import { mayRun } from '../../../../packages/adapters/src/runtimes/decided.ts';
import type { Decided } from '../../../../packages/adapters/src/runtimes/decided.ts';
import { gateOf } from '../../../../packages/adapters/src/runtimes/gate.ts';
import { callIdentities } from '../../../../packages/adapters/src/runtimes/identities.ts';
import type { SeenCall } from '../../../../packages/adapters/src/runtimes/seenCall.ts';

const call = (more: Partial<SeenCall> = {}): SeenCall => ({ tool: 'send', input: { to: 'ann' }, callId: 'c', ...more });

/** A gate, and every action that its policy was asked about. */
function stage() {
  const asked: unknown[] = [];
  const watching = guard('watch', ({ tool, sessionId, callId, payload }) => {
    asked.push([tool, sessionId, callId, payload]);
    return pass();
  });
  return { gate: gateOf(factsOf('test', 'test', {}), new PolicyEngine(watching)), asked };
}

const begun = (gate: ReturnType<typeof gateOf>, decided: Decided): unknown =>
  mayRun(decided) ? gate.begin(decided) : expect.fail('expected a call that may run');

describe('a decision that is kept until the SDK runs the call', () => {
  it('counts for that very call, once', async () => {
    const { gate, asked } = stage();
    await gate.asks(call());
    await gate.decide(call());

    expect(asked).toHaveLength(1);
    await gate.decide(call());
    expect(asked).toHaveLength(2);
  });

  it.each<[string, Partial<SeenCall>]>([
    ['another tool', { tool: 'erase' }],
    ['other arguments', { input: { to: 'eve' } }],
    ['another session', { sessionId: 'other' }],
    ['another call', { callId: 'd' }],
    ['a call without an id', { callId: undefined }],
  ])('counts not for %s', async (_what, more) => {
    const { gate, asked } = stage();
    await gate.asks(call());
    await gate.decide(call(more));

    expect(asked).toHaveLength(2);
  });

  it('expires', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const { gate, asked } = stage();
    await gate.asks(call());
    vi.advanceTimersByTime(31_000);
    await gate.decide(call());

    expect(asked).toHaveLength(2);
  });
});

describe('calls of one identity', () => {
  it('are charged one by one once the first has begun, however often the id is used', async () => {
    const engine = new PolicyEngine(Budget({ max: 2, per: 'session' }), { sessions: memorySessions() });
    const gate = gateOf(factsOf('test', 'test', {}), engine);
    const ran: unknown[] = [];
    for (let time = 0; time < 5; time += 1) {
      const decided = await gate.decide(call({ input: { to: `${time % 2}` } }));
      if (mayRun(decided) && gate.begin(decided) !== undefined) ran.push(await gate.settle(decided.evaluation, { status: 'ok' }));
    }

    expect(ran).toHaveLength(2);
  });

  it('run once at a time, though they were decided about together', async () => {
    const { gate } = stage();
    const [one, two] = await Promise.all([gate.decide(call()), gate.decide(call())]);

    expect([begun(gate, one), begun(gate, two)]).toEqual([{ to: 'ann' }, undefined]);
  });

  it('never run twice on one decision', async () => {
    const { gate } = stage();
    const decided = await gate.decide(call({ callId: undefined }));

    expect([begun(gate, decided), begun(gate, decided)]).toEqual([{ to: 'ann' }, undefined]);
  });

  it('need a yes each: a retry of a call that failed is asked about again', async () => {
    const approvals = memoryApprovals();
    const engine = new PolicyEngine(
      guard('who', () => ask('it reaches others', { fix: 'ask' })),
      { approvals },
    );
    const gate = gateOf(factsOf('test', 'test', {}), engine);
    await gate.decide(call());
    const yes = await gate.decide(call(), { granted: true });
    begun(gate, yes);

    expect((await gate.decide(call())).decision.do).toBe('ask');
  });

  it('keep their own id while nothing of them has begun, so that an answer finds its question', () => {
    const identities = callIdentities();
    const action = { kind: 'tool', tool: 'send', payload: { to: 'ann' }, callId: 'c' };
    const ids = () => identities.named(action).callId;

    expect([ids(), ids()]).toEqual(['c', 'c']);
    expect(identities.named({ ...action, payload: {} }).callId).toBe('c~2');
    expect(identities.begin(action)).toBe(true);
    expect(identities.begin(action)).toBe(false);
    expect([ids(), ids()]).toEqual(['c~3', 'c~3']);
  });
});
