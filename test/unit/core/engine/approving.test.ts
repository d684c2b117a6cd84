import type { ActionInput, ApprovalStore, AuditRecord, EngineOptions } from '@licet/core';
import { All, PolicyEngine, ask, guard, memoryApprovals, memoryAudit } from '@licet/core';
import { fakeClock } from '@licet/core/testing';
import { describe, expect, it } from 'vitest';

const action: ActionInput = { kind: 'tool', tool: 'Probe' };
const asking = guard('asking', () => ask('it reaches people', { fix: 'ask the user' }));

/** The same store, by promise. */
function later(store: ApprovalStore): ApprovalStore {
  const methods = Object.entries(store).map(([name, method]) => [
    name,
    async (...args: never[]) => (method as (...given: never[]) => unknown)(...args),
  ]);
  return Object.fromEntries(methods) as ApprovalStore;
}

function setUp(options: EngineOptions = {}, wrap = (store: ApprovalStore) => store) {
  const [store, clock, audit] = [memoryApprovals(), fakeClock(1_000), memoryAudit()];
  const common = { approvals: wrap(store), clock, audit, approvalTimeoutMs: 500 };
  return { store, clock, audit, engine: new PolicyEngine(asking, { ...common, ...options }) };
}

describe.each([
  ['that answers at once', (store: ApprovalStore) => store],
  ['that answers by promise', later],
])('a retry with a store %s', (_what, wrap) => {
  it('passes once after the approval, without an id', async () => {
    const { store, engine } = setUp({}, wrap);
    const first = await engine.evaluate({ ...action, callId: 'a' });
    expect((await engine.evaluate({ ...action, callId: 'b' })).approval?.code).toBe(first.approval?.code);
    void store.answer(first.approval?.id ?? '', { granted: [true], by: 'ada' }, 1_100);

    expect(await engine.evaluate({ ...action, callId: 'c' })).toMatchObject({ passed: true, approval: { by: 'ada' } });
    expect(await engine.evaluate({ ...action, callId: 'c' })).toMatchObject({ passed: true });
    expect(await engine.evaluate({ ...action, callId: 'd' })).toMatchObject({ passed: false, ruling: 'ask' });
  });

  it('passes for one of many that come at once', async () => {
    const { store, engine } = setUp({}, wrap);
    const id = (await engine.evaluate(action)).approval?.id ?? '';
    void store.answer(id, { granted: [true], by: 'ada' }, 1_100);

    const all = await Promise.all(['a', 'b', 'c', 'd'].map(async callId => engine.evaluate({ ...action, callId })));

    expect(all.filter(({ passed }) => passed)).toHaveLength(1);
  });

  it('hears of the no until the request has expired', async () => {
    const { store, engine, clock } = setUp({}, wrap);
    const id = (await engine.evaluate(action)).approval?.id ?? '';
    void store.answer(id, { granted: [false], by: 'ada', reason: 'not today' }, 1_100);

    expect(await engine.evaluate(action)).toMatchObject({
      ruling: 'block',
      code: 'approval_denied',
      reason: 'the approval does not hold: not today',
    });
    clock.set(1_500);
    expect(await engine.evaluate(action)).toMatchObject({ ruling: 'ask', approval: { status: 'pending' } });
  });
});

describe('an approver', () => {
  it('answers through the store and the trail, ask before answer before decision', async () => {
    const { engine, store, audit } = setUp({
      approver: { approve: () => ({ granted: [true], by: 'ada', channel: 'terminal' }) },
    });

    const { approval } = await engine.evaluate(action);

    expect(store.find(approval?.id ?? '', 1_000)).toMatchObject({ status: 'consumed', answers: [{ by: 'ada' }] });
    expect(audit.records.map(({ type }) => type)).toEqual(['ask', 'answer', 'evaluation']);
    expect(audit.records[1]).toMatchObject({ granted: [true], by: 'ada', channel: 'terminal' });
  });

  it('asks again after a no, but not for the very same call', async () => {
    let asked = 0;
    const { engine } = setUp({ approver: { approve: () => ({ granted: [++asked > 1], by: 'ada' }) } });

    expect((await engine.evaluate({ ...action, callId: 'a' })).passed).toBe(false);
    expect((await engine.evaluate({ ...action, callId: 'a' })).passed).toBe(false);
    expect((await engine.evaluate({ ...action, callId: 'b' })).passed).toBe(true);
    expect(asked).toBe(2);
  });

  it('leaves a question that needs more people open', async () => {
    const two = guard('two', () => ask('it is large', { fix: 'ask', approval: { quorum: { approvals: 2 } } }));
    const { store, engine } = setUp();
    const approver = { approve: () => ({ granted: [true], by: 'ada' }) };
    const counting = new PolicyEngine(two, { approvals: store, approver, clock: fakeClock(1_000) });

    const first = await counting.evaluate(action);
    expect(first).toMatchObject({ ruling: 'ask', approval: { status: 'pending', by: 'ada' } });
    expect(await counting.evaluate(action)).toMatchObject({ ruling: 'ask', approval: { status: 'pending' } });
    void store.answer(first.approval?.id ?? '', { granted: [true], by: 'bob' }, 1_000);
    expect(await counting.evaluate(action)).toMatchObject({ passed: true, approval: { by: 'ada, bob' } });
    expect((await engine.evaluate(action)).passed).toBe(false);
  });

  it('is not heard when it is who acts', async () => {
    const { engine } = setUp({ approver: { approve: () => ({ granted: [true], by: 'Boss' }) } });

    expect(await engine.evaluate({ ...action, principal: { id: 'boss' } })).toMatchObject({
      passed: false,
      reason: expect.stringContaining('no one may approve their own action') as string,
    });
  });

  it('tells why it could not ask', async () => {
    const { engine } = setUp({
      approver: {
        approve: () => {
          throw new Error('there is no terminal');
        },
      },
    });

    expect((await engine.evaluate(action)).reason).toBe(
      'the approval does not hold: no human could be asked: there is no terminal',
    );
  });

  it('works without a promise', () => {
    const { engine } = setUp({ approver: { approve: () => ({ granted: [true] }) } });

    expect(engine.evaluateSync(action).passed).toBe(true);
  });
});

describe('a request', () => {
  it('is none without a record of it', async () => {
    for (const type of ['ask', 'answer']) {
      const audit = {
        append: (record: AuditRecord) => {
          if (record.type === type) throw new Error('disk full');
        },
      };
      const { engine } = setUp({ audit, approver: { approve: () => ({ granted: [true] }) } });

      expect(await engine.evaluate(action)).toMatchObject({ passed: false, ruling: 'block', code: 'audit_unavailable' });
    }
  });

  it('lasts as long as the shortest of its questions', async () => {
    const short = guard('short', () => ask('quick', { fix: 'ask', approval: { expiresInMs: 50 } }));
    const { store, clock } = setUp();
    const engine = new PolicyEngine(All(asking, short), { approvals: store, clock, approvalTimeoutMs: 500 });

    expect((await engine.evaluate(action)).approval?.expiresAt).toBe(1_050);
  });

  it('is blocked when terms make no sense', async () => {
    for (const approval of [{ expiresInMs: Number.NaN }, { expiresInMs: -1 }, { quorum: { approvals: 0 } }]) {
      const odd = guard('odd', () => ask('odd', { fix: 'ask', approval }));
      const { engine } = { engine: new PolicyEngine(odd, { clock: fakeClock(1_000) }) };

      expect(await engine.evaluate(action)).toMatchObject({ passed: false, ruling: 'block', code: 'approval_denied' });
    }
  });

  it('gets another code while its own is taken, and blocks when none is free', async () => {
    const store = memoryApprovals();
    const bytes = [1, 1, 2];
    const random = (count: number): Uint8Array => new Uint8Array(count).fill(bytes.shift() ?? 1);
    const engine = new PolicyEngine(asking, { approvals: store, random, clock: fakeClock(1_000) });
    const codes = [];
    for (const tool of ['a', 'b', 'c']) codes.push(await engine.evaluate({ kind: 'tool', tool }));

    expect(new Set(codes.slice(0, 2).map(({ approval }) => approval?.code)).size).toBe(2);
    expect(codes[2]).toMatchObject({ passed: false, code: 'store_unavailable' });
  });

  it('carries the effects that are known', async () => {
    const effects = () => [{ kind: 'delete' as const, via: [], certainty: 'certain' as const }];
    const { store, engine } = setUp({ effects });
    const { approval } = await engine.evaluate(action);

    expect(store.find(approval?.id ?? '', 1_000)).toMatchObject({ request: { effects: [{ kind: 'delete' }] } });
    const broken = setUp({
      effects: () => {
        throw new Error('x');
      },
    });
    expect((await broken.engine.evaluate(action)).approval?.status).toBe('pending');
  });
});
