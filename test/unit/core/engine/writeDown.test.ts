import {
  All,
  Any,
  GovernanceError,
  PolicyEngine,
  Threshold,
  ask,
  block,
  guard,
  memoryApprovals,
  memoryAudit,
  memorySessions,
  pass,
} from '@licet/core';
import type { Action, AuditSink, GovernanceContext, Guard, MemoryAudit, Outcome, SessionStore } from '@licet/core';
import type { EvaluationRecord, JointWriter } from '@licet/core/store';
import { describe, expect, it, test } from 'vitest';

const action = { kind: 'write', sessionId: 's', callId: 'c' } as const;
const yes = guard('yes', () => pass());
const no = (name = 'no'): Guard => guard(name, () => block('closed', { fix: 'open it' }));
const budget = (max: number, race?: () => void): Guard =>
  guard(
    'budget',
    async (_action, ctx) => ((await ctx.session.used('calls')) < max ? pass() : block('used up', { fix: 'wait' })),
    {
      async commit(_action, ctx) {
        race?.();
        const answer = await ctx.session.reserve('calls', { limit: max });
        return answer.granted ? undefined : { lost: 'somebody else was faster' };
      },
    },
  );

const evaluations = ({ records }: MemoryAudit): readonly EvaluationRecord[] =>
  records.flatMap(record => (record.type === 'evaluation' ? [record] : []));

const never = (): Promise<never> => new Promise(() => undefined);

describe('the record of an evaluation', () => {
  test.each<readonly [string, Guard, string | undefined]>([
    ['the root', no(), ''],
    ['a child', All(yes, no()), '1'],
    ['a deeper one', All(yes, Any(no('a'), Threshold(1, no('b'), no('c')))), '1.0'],
    ['no one, for a pass', yes, undefined],
  ])('names where in the tree it was decided: %s', async (_what, policy, node) => {
    const audit = memoryAudit();
    await new PolicyEngine(policy, { audit }).evaluate(action);

    expect(evaluations(audit)[0]?.node).toBe(node);
  });

  it('says which runtime wanted to act', async () => {
    const audit = memoryAudit();
    await new PolicyEngine(yes, { audit, runtime: 'claude-code' }).evaluate(action);
    await new PolicyEngine(yes, { audit }).evaluate(action);

    expect(evaluations(audit).map(({ runtime }) => runtime)).toEqual(['claude-code', undefined]);
  });
});

describe('the record of a commit that failed', () => {
  it('is written although another attempt wins', async () => {
    const audit = memoryAudit();
    const sessions = memorySessions();
    let isFirst = true;
    const race = (): void => {
      if (isFirst) void sessions.reserve({ key: 'calls', holder: 'other', amount: 2, now: 0, expiresAt: 1 });
      if (isFirst)
        sessions.reserve({ key: 'calls', holder: 'other', amount: 2, now: Date.now(), expiresAt: Date.now() + 60_000 });
      isFirst = false;
    };
    const policy = guard('taking', () => pass(), {
      async commit(_action, ctx) {
        race();
        const answer = await ctx.session.reserve('calls', { limit: 2 });
        void sessions.release('other');
        return answer.granted ? undefined : { lost: 'somebody else was faster' };
      },
    });

    expect(await new PolicyEngine(policy, { audit, sessions }).evaluate(action)).toMatchObject({ passed: true });
    expect(audit.records).toMatchObject([
      { type: 'commit_failure', guard: 'taking', code: 'commit_lost', why: 'somebody else was faster', callId: 'c' },
      { type: 'evaluation', ruling: 'pass' },
    ]);
  });

  it('is written for every lost race, and for a fault with its code', async () => {
    const audit = memoryAudit();
    const losing = guard('losing', () => pass(), { commit: () => ({ lost: 'gone' }) });
    const failing = guard('failing', () => pass(), {
      commit: () => {
        throw new GovernanceError('store_unavailable', 'the disk is full');
      },
    });
    await new PolicyEngine(losing, { audit }).evaluate(action);
    await new PolicyEngine(failing, { audit }).evaluate(action);

    expect(audit.records.map(record => [record.type, 'code' in record && record.code])).toEqual([
      ['commit_failure', 'commit_lost'],
      ['commit_failure', 'commit_lost'],
      ['commit_failure', 'commit_lost'],
      ['evaluation', 'commit_lost'],
      ['commit_failure', 'store_unavailable'],
      ['evaluation', 'store_unavailable'],
    ]);
  });

  it('blocks when it cannot be written, although another attempt might win', async () => {
    const written: string[] = [];
    const audit: AuditSink = {
      append(record) {
        if (record.type === 'commit_failure') throw new Error('full');
        written.push(record.type);
      },
    };
    let attempts = 0;
    const losing = guard('losing', () => pass(), { commit: () => (attempts++ === 0 ? { lost: 'gone' } : undefined) });

    expect(await new PolicyEngine(losing, { audit }).evaluate(action)).toMatchObject({
      passed: false,
      code: 'audit_unavailable',
    });
    expect([attempts, written]).toEqual([1, ['evaluation']]);
  });
});

describe('facts that a guard sets while it commits', () => {
  const fact = guard('fact', () => pass(), {
    commit: (_action, ctx) => ctx.session.setFact('begun', true),
  });

  it('are there when the action goes ahead', async () => {
    const sessions = memorySessions();
    await new PolicyEngine(All(fact, yes), { sessions }).evaluate(action);

    expect((await sessions.load('s')).facts).toEqual({ begun: true });
  });

  it('are not set by a commit that loses its race, or fails', async () => {
    for (const commit of [
      () => ({ lost: 'gone' }),
      () => {
        throw new Error('broken');
      },
    ]) {
      const sessions = memorySessions();
      const stopped = await new PolicyEngine(
        All(
          fact,
          guard('losing', () => pass(), { commit }),
        ),
        { sessions },
      ).evaluate(action);

      expect(stopped.passed).toBe(false);
      expect((await sessions.load('s')).facts).toEqual({});
    }
  });

  it('block when they cannot be written, and give back what was taken', async () => {
    const memory = memorySessions();
    const sessions: SessionStore = {
      ...memory,
      append(id, events) {
        if (events[0]?.type === 'fact') throw new Error('full');
        return memory.append(id, events);
      },
    };
    const engine = new PolicyEngine(All(fact, budget(5)), { sessions });

    expect(await engine.evaluate(action)).toMatchObject({ passed: false, code: 'store_unavailable' });
    expect(await memory.used({ key: 'calls', now: Date.now() })).toBe(0);
  });
});

describe('a store that does not answer', () => {
  const hanging = (part: Partial<SessionStore>): SessionStore => ({ ...memorySessions(), ...part });

  it.each([
    ['the audit trail', { audit: { append: never } }, 'audit_unavailable'],
    ['the session', { sessions: hanging({ append: never }) }, 'store_unavailable'],
    ['the counter', { sessions: hanging({ reserve: never }) }, 'store_unavailable'],
  ])('blocks after its time: %s', async (_what, options, code) => {
    const engine = new PolicyEngine(budget(5), { ...options, storeTimeoutMs: 5 });
    const evaluation = await engine.evaluate(action);

    expect(evaluation).toMatchObject({ passed: false, ruling: 'block', code });
    expect(evaluation.errors.at(-1)?.message).toBe('there was no answer within 5 ms');
  });

  it('says the way out that the store gives', async () => {
    const append = (): never => {
      throw new GovernanceError('audit_unavailable', 'the disk is full; make room, and it goes on');
    };

    expect((await new PolicyEngine(yes, { audit: { append } }).evaluate(action)).reason).toBe(
      'the decision could not be written down: the disk is full; make room, and it goes on',
    );
  });

  it('gives back what was reserved for an action that could not be written down', async () => {
    const sessions = memorySessions();
    await new PolicyEngine(budget(5), { sessions, audit: { append: never }, storeTimeoutMs: 5 }).evaluate(action);

    expect(await sessions.used({ key: 'calls', now: Date.now() })).toBe(0);
  });

  it('needs a limit that makes sense', () => {
    expect(() => new PolicyEngine(yes, { storeTimeoutMs: 0 })).toThrow(/`storeTimeoutMs` must be a number above 0/);
  });
});

describe('a session and a trail that are written at once', () => {
  const joint = (write: JointWriter['write']) => {
    const steps: string[] = [];
    const memory = memorySessions();
    const sessions: SessionStore = { ...memory, append: (...given) => (steps.push('session'), memory.append(...given)) };
    const audit: AuditSink = {
      append: ({ type }) => void steps.push(type),
      joint: {
        sessions,
        get audit() {
          return audit;
        },
        write(...given) {
          steps.push('joint');
          const done = write(...given);
          void memory.append(given[0], given[1]);
          return done;
        },
      },
    };
    return { sessions, audit, steps };
  };
  const fails =
    (error: Error): JointWriter['write'] =>
    () => {
      throw error;
    };

  it('are given the event and the record of a decision, and those of its outcome', async () => {
    const written: unknown[] = [];
    const { sessions, audit, steps } = joint((...given) => void written.push(given));
    const engine = new PolicyEngine(yes, { sessions, audit });
    const evaluation = await engine.evaluate(action);
    await engine.postAction(evaluation, { success: true });

    expect(steps).toEqual(['joint', 'joint']);
    expect(written).toMatchObject([
      ['s', [{ type: 'evaluated', evaluationId: evaluation.id }], [{ type: 'evaluation', evaluationId: evaluation.id }]],
      ['s', [{ type: 'outcome', status: 'ok' }], [{ type: 'outcome', status: 'ok' }], { open: 'c' }],
    ]);
  });

  it('are written one by one when the engine has a copy of either, which may do more', async () => {
    for (const copy of ['sessions', 'audit'] as const) {
      const { steps, ...both } = joint(fails(new Error('not this way')));
      const engine = new PolicyEngine(yes, { ...both, [copy]: { ...both[copy] } });

      expect((await engine.evaluate(action)).passed).toBe(true);
      expect(steps).toEqual(['session', 'evaluation']);
    }
  });

  it.each([
    ['audit_unavailable', new GovernanceError('audit_unavailable', 'the trail is full')],
    ['store_unavailable', new GovernanceError('store_unavailable', 'the disk is full')],
    ['store_unavailable', new Error('boom')],
  ])('block with %s when they fail so', async (code, error) => {
    const { sessions, audit, steps } = joint(fails(error));

    expect(await new PolicyEngine(budget(5), { sessions, audit }).evaluate(action)).toMatchObject({ passed: false, code });
    expect(steps).toEqual(['joint']);
    expect(await sessions.used({ key: 'calls', now: Date.now() })).toBe(0);
  });

  it('block when they do not answer, and when the record cannot be made', async () => {
    const { sessions, audit, steps } = joint(never);
    const redact = fails(new Error('broken')) as () => never;

    expect(await new PolicyEngine(yes, { sessions, audit, storeTimeoutMs: 5 }).evaluate(action)).toMatchObject({
      passed: false,
      code: 'store_unavailable',
    });
    expect(await new PolicyEngine(yes, { sessions, audit, redact }).evaluate(action)).toMatchObject({
      passed: false,
      code: 'audit_unavailable',
    });
    expect(steps).toEqual(['joint']);
  });

  it('say so when what an outcome has established is lost with it', async () => {
    let writes = 0;
    const { sessions, audit, steps } = joint(() => {
      if (writes++ > 0) throw new Error('boom');
    });
    const earns = {
      name: 'earns',
      check: () => pass(),
      record: (_action: Action, _outcome: Outcome, ctx: GovernanceContext) => ctx.session.setFact('x', 1),
    };
    const engine = new PolicyEngine(earns, { sessions, audit });
    await engine.postAction(await engine.evaluate(action), { success: true });

    expect(steps).toEqual(['joint', 'joint', 'anomaly', 'session', 'outcome']);
    expect((await sessions.load('s')).facts).toEqual({});
  });

  it('take an outcome one by one when they cannot take it at once', async () => {
    let writes = 0;
    const { sessions, audit, steps } = joint(() => {
      if (writes++ > 0) throw new Error('boom');
    });
    const engine = new PolicyEngine(yes, { sessions, audit });
    await engine.postAction(await engine.evaluate(action), { success: true });

    expect(steps).toEqual(['joint', 'joint', 'session', 'outcome']);
  });
});

describe('observing', () => {
  it('puts no question to anyone, and records what would have been asked', async () => {
    const audit = memoryAudit();
    const approvals = memoryApprovals();
    let asked = 0;
    const approver = { approve: () => (asked++, { granted: [true] }) };
    const policy = guard('asking', () => ask('may it', { fix: 'wait' }));
    for (const options of [{ approver }, {}]) {
      const evaluation = await new PolicyEngine(policy, { mode: 'observe', audit, approvals, ...options }).evaluate(action);
      expect(evaluation).toMatchObject({ ruling: 'ask', enforced: 'pass', passed: true, approval: undefined });
    }

    expect(asked).toBe(0);
    expect(await approvals.pending(0)).toEqual([]);
    expect(audit.records.map(({ type }) => type)).toEqual(['evaluation', 'evaluation']);
  });

  it('counts as enforcing would: what would have gone ahead is charged, and what would not is not', async () => {
    const sessions = memorySessions();
    const audit = memoryAudit();
    const engine = new PolicyEngine(budget(2), { mode: 'observe', sessions, audit });
    for (const callId of ['a', 'b', 'c', 'd']) {
      const evaluation = await engine.evaluate({ ...action, callId });
      expect(evaluation.passed).toBe(true);
      await engine.postAction(evaluation, { success: true });
    }

    expect(evaluations(audit).map(({ ruling, enforced }) => [ruling, enforced])).toEqual([
      ['pass', 'pass'],
      ['pass', 'pass'],
      ['block', 'pass'],
      ['block', 'pass'],
    ]);
    expect(await sessions.used({ key: 'calls', now: Date.now() })).toBe(2);
    expect(audit.records.filter(({ type }) => type === 'outcome')).toHaveLength(4);
    expect(audit.records.filter(({ type }) => type === 'anomaly')).toEqual([]);
  });

  it('stops nothing, not even what cannot be judged or written down', async () => {
    const fail = (): never => {
      throw new Error('broken');
    };
    const observe = { mode: 'observe' } as const;

    expect(await new PolicyEngine(guard('g', fail), observe).evaluate(action)).toMatchObject({ ruling: 'block', passed: true });
    expect(await new PolicyEngine(yes, { ...observe, audit: { append: fail } }).evaluate(action)).toMatchObject({
      code: 'audit_unavailable',
      ruling: 'block',
      passed: true,
    });
    expect(await new PolicyEngine(yes, { ...observe, hooks: [{ preAction: fail }] }).evaluate(action)).toMatchObject({
      code: 'hook_failed',
      passed: true,
    });
    expect(await new PolicyEngine(yes, observe).evaluate({ kind: '' })).toMatchObject({ code: 'invalid_action', passed: true });
  });
});
