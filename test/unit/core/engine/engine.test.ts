import type { Approver, GuardNode, SessionStore, Verdict } from '@licet/core';
import { All, Any, PolicyEngine, ask, block, guard, memoryApprovals, memoryAudit, memorySessions, pass, skip } from '@licet/core';
import { evaluateChild, label } from '@licet/core/nodes';
import { failingSessions, fakeClock, hastyClock, recordingGuard } from '@licet/core/testing';
import { describe, expect, it, vi } from 'vitest';

const action = { kind: 'tool', tool: 'Probe' } as const;
const yes = guard('yes', () => pass());
const asking = guard('asking', () => ask('it reaches people', { fix: 'ask the user' }));

/** Takes one unit of a counter per call, at most `limit`. */
function limited(limit: number, key = 'calls'): GuardNode {
  return {
    name: 'limited',
    check: (_action, ctx) => ((ctx.session.used(key) as number) < limit ? pass() : block('used up', { fix: 'wait' })),
    commit: (_action, ctx) => {
      const answer = ctx.session.reserve(key, { limit });
      if ('then' in answer) throw new Error('expected a store that answers at once');
      return answer.granted ? undefined : { lost: 'somebody else took the last one' };
    },
  };
}

const used = (sessions: SessionStore, key = 'calls', now = 0): unknown => sessions.used({ key, now });

/** A store that answers by promise. */
function slowly(store: SessionStore): SessionStore {
  return {
    load: async id => store.load(id),
    append: async (...parts) => store.append(...parts),
    call: async (...parts) => store.call(...parts),
    used: async query => store.used(query),
    peek: async request => store.peek(request),
    reserve: async request => store.reserve(request),
    settle: async settlement => store.settle(settlement),
    release: async (...parts) => store.release(...parts),
  };
}

describe('PolicyEngine.evaluate', () => {
  it('blocks what is no action and never rejects', async () => {
    const engine = new PolicyEngine(yes);
    const cyclic: Record<string, unknown> = {};
    cyclic['self'] = cyclic;
    const deep: unknown = JSON.parse(`${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`);
    for (const odd of [
      null,
      undefined,
      7,
      'rm',
      [],
      {},
      { kind: '' },
      { kind: 7 },
      { kind: 'a', payload: [] },
      { kind: 'a', callId: '' },
      { kind: 'a', payload: cyclic },
      { kind: 'a', payload: deep },
    ]) {
      expect(await engine.evaluate(odd as never)).toMatchObject({ passed: false, ruling: 'block', code: 'invalid_action' });
    }
  });

  it('says of an action that throws when it is read that it cannot be read', () => {
    const payload = {
      get path(): string {
        throw new Error('not now');
      },
    };

    expect(new PolicyEngine(yes).evaluateSync({ kind: 'read', payload })).toMatchObject({
      code: 'invalid_action',
      reason: 'the action cannot be read',
    });
  });

  it('charges the same call once and another call again', async () => {
    const sessions = memorySessions();
    const engine = new PolicyEngine(limited(2), { sessions, clock: fakeClock() });

    for (const callId of ['a', 'a', 'a', 'b']) expect((await engine.evaluate({ ...action, callId })).passed).toBe(true);

    expect(used(sessions)).toBe(2);
    expect((await engine.evaluate({ ...action, callId: 'c' })).passed).toBe(false);
    expect((await engine.evaluate({ ...action, callId: 'a' })).passed).toBe(true);
  });

  it('tells calls of different sessions apart, whatever their names', async () => {
    const sessions = memorySessions();
    const engine = new PolicyEngine(limited(9), { sessions, clock: fakeClock() });

    await engine.evaluate({ ...action, sessionId: 'a:b', callId: 'c' });
    await engine.evaluate({ ...action, sessionId: 'a', callId: 'b:c' });

    expect(used(sessions)).toBe(2);
  });

  it('charges nothing when anything stops the action', async () => {
    const sessions = memorySessions();
    const clock = fakeClock();
    for (const other of [
      asking,
      guard('no', () => block('closed', { fix: 'open it' })),
      guard('broken', () => ({}) as Verdict),
    ]) {
      await new PolicyEngine(All(limited(9), other), { sessions, clock }).evaluate(action);
    }

    expect(used(sessions)).toBe(0);
  });

  it('charges a guard that another one delegates to without declaring it', async () => {
    const sessions = memorySessions();
    const inner = limited(1);
    const outer = guard('outer', (_action, ctx) => evaluateChild(ctx, inner));
    const engine = new PolicyEngine(outer, { sessions, clock: fakeClock() });

    expect((await engine.evaluate(action)).passed).toBe(true);
    expect((await engine.evaluate(action)).passed).toBe(false);
  });

  it('gives back, evaluates again and blocks after three lost races', async () => {
    const sessions = memorySessions();
    let checks = 0;
    const unlucky: GuardNode = {
      name: 'unlucky',
      check: () => {
        checks++;
        return pass();
      },
      commit: () => ({ lost: 'too late' }),
    };

    const evaluation = await new PolicyEngine(All(limited(9), unlucky), { sessions, clock: fakeClock() }).evaluate(action);

    expect(evaluation).toMatchObject({ passed: false, code: 'commit_lost', recover: 'wait' });
    expect([checks, used(sessions)]).toEqual([3, 0]);
  });

  it('asks a human once, however often the commit is tried', async () => {
    const approve = vi.fn<Approver['approve']>(() => ({ granted: [true], by: 'ada' }));
    let tries = 0;
    const unlucky: GuardNode = {
      name: 'unlucky',
      check: () => pass(),
      commit: () => (++tries < 3 ? { lost: 'too late' } : undefined),
    };

    const evaluation = await new PolicyEngine(All(asking, unlucky), { approver: { approve } }).evaluate(action);

    expect(evaluation).toMatchObject({
      passed: true,
      ruling: 'pass',
      code: 'approval_granted',
      approval: { status: 'granted', by: 'ada' },
    });
    expect([approve.mock.calls.length, tries]).toEqual([1, 3]);
  });

  it('blocks when a commit throws, answers nonsense or cannot give back', async () => {
    const failing: SessionStore = {
      ...memorySessions(),
      release: () => {
        throw new Error('gone');
      },
    };
    for (const commit of [
      () => {
        throw new Error('down');
      },
      () => 7 as never,
      () => null as never,
      () => ({}) as never,
    ]) {
      const bad: GuardNode = { name: 'bad', check: () => pass(), commit };
      const evaluation = await new PolicyEngine(All(limited(9), bad), { sessions: failing }).evaluate(action);
      expect(evaluation).toMatchObject({ passed: false, ruling: 'block', code: 'guard_threw' });
    }
  });

  it('blocks when the decision cannot be written down, and charges nothing', async () => {
    const sessions = memorySessions();
    const deaf: SessionStore = {
      ...sessions,
      append: () => {
        throw new Error('disk full');
      },
    };
    const clock = fakeClock();

    const noStore = await new PolicyEngine(limited(9), { sessions: deaf, clock }).evaluate(action);
    const noAudit = await new PolicyEngine(limited(9), {
      sessions,
      clock,
      audit: {
        append: async () => {
          throw new Error('disk full');
        },
      },
    }).evaluate(action);

    expect(noStore).toMatchObject({ passed: false, code: 'store_unavailable' });
    expect(noAudit).toMatchObject({ passed: false, code: 'audit_unavailable' });
    expect(used(sessions)).toBe(0);
  });

  it('blocks when the session or the effects cannot be read, and when the analyser hangs or answers nonsense', async () => {
    const reading = guard('reading', (_action, ctx) => (ctx.session.state.evaluated === 0 ? pass() : pass()));
    const looking = guard('looking', (_action, ctx) => (ctx.effects.length === 0 ? pass() : pass()));
    const clock = hastyClock();
    const broken: SessionStore = {
      ...memorySessions(),
      load: async () => {
        throw new Error('down');
      },
    };

    expect(await new PolicyEngine(reading, { sessions: broken, clock }).evaluate(action)).toMatchObject({
      passed: false,
      code: 'store_unavailable',
    });
    const analysers = [
      () => {
        throw new Error('x');
      },
      async () => {
        throw new Error('x');
      },
      () => 7,
      async () => 7,
    ];
    for (const effects of analysers as never[]) {
      expect(await new PolicyEngine(looking, { effects, clock }).evaluate(action)).toMatchObject({
        passed: false,
        code: 'effects_failed',
      });
    }
    const hangs = { effects: () => new Promise<never>(() => undefined), clock };
    expect(await new PolicyEngine(looking, hangs).evaluate(action)).toMatchObject({ passed: false, code: 'guard_timeout' });
  });

  it('leaves no trace of a check that had to wait for something', async () => {
    const twice = guard('twice', (_action, ctx) => {
      ctx.annotate('before', 1);
      ctx.raiseRisk(0.25);
      void ctx.effects;
      ctx.annotate('after', ctx.session.state.evaluated);
      return pass();
    });
    const engine = new PolicyEngine(All(yes, All(twice, yes)), { effects: async () => [], sessions: slowly(memorySessions()) });

    const evaluation = await engine.evaluate(action);

    expect(evaluation.context.annotations.map(({ key }) => key)).toEqual(['before', 'after']);
    expect([evaluation.risk, evaluation.verdicts.length]).toEqual([0.25, 3]);
  });

  it('blocks when the caller gives up, before or during, and tells the guards', async () => {
    let told = false;
    const slow = guard('slow', (_action, ctx) => new Promise(() => ctx.signal.addEventListener('abort', () => (told = true))));
    const abort = new AbortController();
    const pending = new PolicyEngine(Any(yes, slow), { clock: fakeClock() }).evaluate(action, { signal: abort.signal });

    abort.abort();

    expect(await pending).toMatchObject({ passed: false, ruling: 'block', code: 'aborted' });
    expect(told).toBe(true);
    expect(await new PolicyEngine(yes).evaluate(action, { signal: AbortSignal.abort() })).toMatchObject({
      passed: false,
      code: 'aborted',
    });
  });

  it('charges nothing when the caller gives up while a human is asked', async () => {
    const sessions = memorySessions();
    const abort = new AbortController();
    let withdrawn = false;
    const approver: Approver = {
      approve: (_request, signal) => {
        signal.addEventListener('abort', () => (withdrawn = true));
        abort.abort();
        return new Promise(() => undefined);
      },
    };
    const engine = new PolicyEngine(All(limited(9), asking), { sessions, approver, clock: fakeClock() });

    expect(await engine.evaluate(action, { signal: abort.signal })).toMatchObject({ passed: false, code: 'aborted' });
    expect([withdrawn, used(sessions)]).toEqual([true, 0]);
  });

  it('evaluates two nodes that share one guard object', async () => {
    const sessions = memorySessions();
    const shared = limited(9);

    const evaluation = await new PolicyEngine(All(shared, shared), { sessions }).evaluate(action);

    expect([evaluation.passed, evaluation.verdicts.length]).toEqual([true, 2]);
  });

  it('keeps the state of a guard that is an instance of a class', async () => {
    class Counting implements GuardNode {
      readonly name = 'counting';
      #calls = 0;
      check(): Verdict {
        return ++this.#calls <= 1 ? pass() : block('once is enough', { fix: 'stop' });
      }
    }
    const engine = new PolicyEngine(new Counting());

    expect([(await engine.evaluate(action)).ruling, (await engine.evaluate(action)).ruling]).toEqual(['pass', 'block']);
  });

  it('refuses a tree that contains itself and one that is too deep', () => {
    const loop = { name: 'loop', check: () => pass(), children: [] as GuardNode[] };
    loop.children.push(loop);
    let deep: GuardNode = yes;
    for (let level = 0; level < 300; level++) deep = All(deep);

    expect(() => new PolicyEngine(loop)).toThrow(/contains itself/u);
    expect(() => new PolicyEngine(deep)).toThrow(/deeper than 256/u);
  });

  it('identifies a policy of every depth that it evaluates', async () => {
    let deep: GuardNode = yes;
    for (let level = 0; level < 60; level++) deep = All(deep);
    const engine = new PolicyEngine(deep, { audit: memoryAudit() });

    expect(await engine.evaluate(action)).toMatchObject({
      passed: true,
      policyDigest: expect.stringMatching(/^[0-9a-f]{64}$/u) as string,
    });
  });
});

describe('PolicyEngine hooks, tracer and modes', () => {
  it('stops the action when a preAction hook fails and only notes it when a tracer or a postAction hook does', async () => {
    const audit = memoryAudit();
    const fail = (): never => {
      throw new Error('broken');
    };
    const stopped = await new PolicyEngine(yes, { hooks: [{ preAction: fail }] }).evaluate(action);
    const engine = new PolicyEngine(yes, { audit, hooks: [{ postAction: fail }], tracer: { evaluated: fail, settled: fail } });
    const evaluation = await engine.evaluate(action);
    await engine.postAction(evaluation, { success: true });

    expect(stopped).toMatchObject({ passed: false, code: 'hook_failed' });
    expect(evaluation.passed).toBe(true);
    expect(audit.records.flatMap(record => (record.type === 'anomaly' ? [record.code] : []))).toEqual([
      'tracer_failed',
      'hook_failed',
      'tracer_failed',
    ]);
  });

  it('records the real ruling in observe mode, stops nothing and changes no argument', async () => {
    const audit = memoryAudit();
    const rewriting = guard('rewriting', () => pass({ obligations: { rewrite: { path: 'b' } } }));
    const no = guard('no', () => block('closed', { fix: 'open it' }));

    const stopped = await new PolicyEngine(no, { mode: 'observe', audit }).evaluate(action);
    const rewritten = await new PolicyEngine(rewriting, { mode: 'observe' }).evaluate(action);

    expect(stopped).toMatchObject({ ruling: 'block', enforced: 'pass', passed: true, obligations: {} });
    expect(audit.records).toMatchObject([{ ruling: 'block', enforced: 'pass' }]);
    expect(rewritten.obligations).toEqual({});
    expect((await new PolicyEngine(rewriting).evaluate(action)).obligations).toEqual({ rewrite: { path: 'b' } });
    expect((await new PolicyEngine(All(rewriting, no)).explain(action)).obligations).toEqual({});
  });

  it('blocks when two guards want different arguments', async () => {
    const wants = (path: unknown) => guard('wants', () => pass({ obligations: { rewrite: { path: path as string } } }));

    expect(await new PolicyEngine(All(wants('a'), wants('b'))).evaluate(action)).toMatchObject({
      code: 'obligation_conflict',
      passed: false,
    });
    expect(await new PolicyEngine(wants(() => 'a')).evaluate(action)).toMatchObject({
      code: 'obligation_conflict',
      passed: false,
    });
    expect(await new PolicyEngine(All(wants('a'), wants('a'))).evaluate(action)).toMatchObject({ passed: true });
  });
});

describe('PolicyEngine.evaluateSync', () => {
  it('throws where something is asynchronous and leaves nothing taken', async () => {
    const sessions = memorySessions();
    const clock = fakeClock();
    const rejects = guard('rejects', async () => {
      throw new Error('late');
    });
    const engines = [
      new PolicyEngine(All(limited(9), rejects), { sessions, clock }),
      new PolicyEngine(
        All(
          limited(9),
          guard('late', async () => pass()),
        ),
        { sessions, clock },
      ),
      new PolicyEngine(limited(9), { sessions, clock, hooks: [{ preAction: async () => undefined }] }),
      new PolicyEngine(limited(9), { sessions, clock, audit: { append: async () => undefined } }),
      new PolicyEngine(limited(9), {
        sessions,
        clock,
        audit: {
          append: async () => {
            throw new Error('late');
          },
        },
      }),
      new PolicyEngine(All(limited(9), asking), { sessions, clock, approver: { approve: async () => ({ granted: [true] }) } }),
    ];
    for (const engine of engines) expect(() => engine.evaluateSync(action)).toThrow(/use `evaluate`/u);
    await clock.advance(1);

    expect(used(sessions)).toBe(0);
  });
});

describe('PolicyEngine.postAction', () => {
  it('charges what ran and gives back what did not', async () => {
    const sessions = memorySessions();
    const engine = new PolicyEngine(limited(9), { sessions, clock: fakeClock() });
    const ran = await engine.evaluate({ ...action, callId: 'a' });
    const refused = await engine.evaluate({ ...action, callId: 'b' });

    await engine.postAction(ran, { status: 'error', exitCode: 1 });
    await engine.postAction(refused, { status: 'denied' });

    expect(used(sessions, 'calls', 10_000_000)).toBe(1);
  });

  it('settles a call that another engine with the same store has evaluated', async () => {
    const [sessions, audit, clock] = [memorySessions(), memoryAudit(), fakeClock()];
    const policy = limited(9);
    await new PolicyEngine(policy, { sessions, audit, clock }).evaluate({ ...action, callId: 'a' });

    const other = new PolicyEngine(policy, { sessions, audit, clock });
    await other.postAction({ ...action, callId: 'a' }, { success: true });
    await other.postAction({ ...action, callId: 'a' }, { success: true });

    expect(used(sessions, 'calls', 10_000_000)).toBe(1);
    expect(audit.records.map(record => (record.type === 'anomaly' ? record.code : record.type))).toEqual([
      'evaluation',
      'outcome',
      'second_outcome',
    ]);
  });

  it('finds the evaluation by the action that was evaluated, or by its call, or says that it cannot', async () => {
    const [audit, sessions] = [memoryAudit(), memorySessions()];
    const engine = new PolicyEngine(All(limited(9)), { audit, sessions, clock: fakeClock() });
    const act = { kind: 'bash', payload: { command: 'ls' } };
    const { id } = await engine.evaluate(act);
    const named = await engine.evaluate({ ...act, sessionId: 's', callId: 'c' });

    expect(await engine.postAction(act, { success: true })).toEqual({ recorded: true, evaluationId: id });
    expect(await engine.postAction({ ...act, sessionId: 's', callId: 'c' }, { success: true })).toEqual({
      recorded: true,
      evaluationId: named.id,
    });
    expect(await engine.postAction(act, { success: true })).toMatchObject({ recorded: false, code: 'second_outcome' });
    expect(await engine.postAction({ ...act }, { success: true })).toEqual({
      recorded: false,
      code: 'unknown_evaluation',
      why: expect.stringMatching(/^no evaluation of this action is known: pass the evaluation/) as string,
    });
  });

  it('tells guards of every decision, also where they stand beside what decides, and no fault of theirs changes it', async () => {
    const heard: string[] = [];
    const audit = memoryAudit();
    const listener = guard('listener', () => pass(), {
      decided: ({ ruling }) => {
        heard.push(ruling);
        throw new Error('full');
      },
    });
    const policy = Any(
      label(listener, { id: 'l' }),
      guard('yes', () => pass()),
    );
    const engine = new PolicyEngine(
      All(
        guard('no', ({ kind }) => (kind === 'bash' ? block('closed', { fix: 'open it' }) : pass())),
        policy,
      ),
      { audit },
    );

    expect((await engine.evaluate({ kind: 'bash' })).ruling).toBe('block');
    expect(engine.evaluateSync({ kind: 'read' }).passed).toBe(true);
    await engine.explain({ kind: 'read' });
    expect(heard).toEqual(['block', 'pass']);
    expect(audit.records.flatMap(record => (record.type === 'anomaly' ? [record.code] : []))).toEqual([
      'record_failed',
      'record_failed',
    ]);
  });

  it('notes what does not fit and never throws', async () => {
    const audit = memoryAudit();
    const engine = new PolicyEngine(
      guard('no', () => block('closed', { fix: 'open it' })),
      { audit },
    );
    const stopped = await engine.evaluate({ ...action, callId: 'a' });

    await engine.postAction(stopped, { success: true });
    await engine.postAction({ ...action, callId: 'a' }, { success: true });
    await engine.postAction({ ...action, callId: 'never seen' }, { success: true });
    await engine.postAction(action, { success: true });
    for (const odd of [null, undefined, 7, {}]) await engine.postAction(odd as never, odd as never);

    const codes = audit.records.flatMap(record => (record.type === 'anomaly' ? [record.code] : []));
    expect(codes.slice(0, 4)).toEqual(['outcome_after_block', 'outcome_after_block', 'unknown_evaluation', 'unknown_evaluation']);
    expect(codes.slice(4)).toEqual(Array(4).fill('unknown_evaluation'));
  });

  it('knows a call however much has happened in its session since', async () => {
    const [sessions, audit] = [memorySessions(), memoryAudit()];
    const recorder = recordingGuard(pass());
    await new PolicyEngine(All(recorder, limited(99)), { sessions, audit, clock: fakeClock() }).evaluate({
      ...action,
      callId: 'first',
    });
    const other = new PolicyEngine(All(recorder, limited(99)), { sessions, audit, clock: fakeClock() });
    for (let index = 0; index < 60; index++) await other.evaluate({ ...action, callId: `later ${index}` });

    await other.postAction({ ...action, callId: 'first' }, { success: true });

    expect(recorder.calls.filter(({ phase }) => phase === 'record').map(each => each.action.callId)).toEqual(['first']);
    expect(audit.records.at(-1)).toMatchObject({ type: 'outcome', callId: 'first' });
    expect(audit.records.filter(({ type }) => type === 'anomaly')).toEqual([]);
    expect(used(sessions, 'calls', 10_000_000)).toBe(1);
  });

  it('hands no guard an outcome of what was never evaluated, nor writes it into the session', async () => {
    const [sessions, audit, recorder] = [memorySessions(), memoryAudit(), recordingGuard(pass())];
    const engine = new PolicyEngine(recorder, { sessions, audit });
    const elsewhere = await new PolicyEngine(recordingGuard(pass()), {}).evaluate({ ...action, callId: 'b' });
    const forged = { ...elsewhere, id: 'forged', passed: true, action: { ...action, callId: 'c' }, context: elsewhere.context };

    await engine.postAction({ ...action, callId: 'a' }, { success: true });
    await engine.postAction(action, { success: true });
    await engine.postAction(elsewhere, { success: true });
    await engine.postAction(forged as never, { success: true });
    await engine.postAction(await engine.explain({ ...action, callId: 'd' }), { success: true });

    expect(recorder.calls.filter(({ phase }) => phase === 'record')).toEqual([]);
    expect(audit.records.map(record => ('code' in record ? record.code : record.type))).toEqual(
      Array(5).fill('unknown_evaluation'),
    );
    expect(await sessions.load('default')).toMatchObject({ version: 0, evaluated: 0 });
  });

  it('hands no guard an outcome while the store does not say whether the call was evaluated', async () => {
    const [audit, recorder] = [memoryAudit(), recordingGuard(pass())];
    const engine = new PolicyEngine(recorder, { sessions: failingSessions(['call'], true), audit });
    await engine.evaluate({ ...action, callId: 'a' });

    await engine.postAction({ ...action, callId: 'a' }, { success: true });

    expect(recorder.calls.filter(({ phase }) => phase === 'record')).toEqual([]);
    expect(audit.records.at(-1)).toMatchObject({ type: 'anomaly', code: 'record_failed' });
  });

  it('reads an outcome of no known status as unknown', async () => {
    const sessions = memorySessions();
    const engine = new PolicyEngine(yes, { sessions });
    await engine.postAction(await engine.evaluate(action), { status: 'splendid' } as never);

    expect(sessions.load('default')).toMatchObject({ outcomes: { unknown: 1 } });
  });

  it('hears of a record that fails and settles all the same', async () => {
    const [sessions, audit] = [memorySessions(), memoryAudit()];
    const forgetful = {
      ...limited(9),
      record: () => {
        throw new Error('no');
      },
    };
    const engine = new PolicyEngine(forgetful, { sessions, audit, clock: fakeClock() });

    await engine.postAction(await engine.evaluate(action), { success: true });

    expect(used(sessions, 'calls', 10_000_000)).toBe(1);
    expect(audit.records).toContainEqual(expect.objectContaining({ type: 'anomaly', code: 'record_failed' }));
  });
});

describe('a guard that watches', () => {
  const watching = (watches: boolean): { readonly seen: string[]; readonly guard: GuardNode } => {
    const seen: string[] = [];
    const own: GuardNode = {
      name: 'watching',
      check: () => skip(),
      commit: () => void seen.push('commit'),
      record: (_action, { status }) => void seen.push(status),
    };
    return { seen, guard: watches ? { ...own, watches: true } : own };
  };

  it('commits and records what it skipped, and no other guard does', async () => {
    for (const watches of [true, false]) {
      const { seen, guard: own } = watching(watches);
      const engine = new PolicyEngine(All(yes, Any(own, yes)));
      const evaluation = await engine.evaluate(action);
      await engine.postAction(evaluation, { status: 'ok' });

      expect(seen).toEqual(watches ? ['commit', 'ok'] : []);
      expect(evaluation.determining.map(({ guard: name }) => name)).toEqual(['yes', 'yes']);
    }
  });

  it('hears nothing of what is stopped, or only explained', async () => {
    const { seen, guard: own } = watching(true);
    await new PolicyEngine(
      All(
        own,
        guard('no', () => block('no', { fix: 'leave it' })),
      ),
    ).evaluate(action);
    await new PolicyEngine(own).explain(action);

    expect(seen).toEqual([]);
  });

  it('loses a race like any other', async () => {
    const lost: GuardNode = {
      name: 'unlucky',
      watches: true,
      check: () => skip(),
      commit: () => ({ lost: 'gone', retryAfterMs: 7 }),
    };
    const evaluation = await new PolicyEngine(All(yes, lost)).evaluate(action);

    expect(evaluation).toMatchObject({ passed: false, code: 'commit_lost', recover: 'wait', retryAfterMs: 7 });
  });
});

describe('PolicyEngine approvals', () => {
  const setUp = (policy: GuardNode = asking) => {
    const [approvals, clock] = [memoryApprovals(), fakeClock(1_000)];
    return { approvals, clock, engine: new PolicyEngine(policy, { approvals, clock, approvalTimeoutMs: 500 }) };
  };

  it('let the very same action pass once', async () => {
    const { approvals, engine } = setUp();
    const id = (await engine.evaluate(action)).approval?.id ?? '';
    expect(approvals.answer(id, { granted: [true], by: 'ada' }, 1_100)).toMatchObject({ taken: true });

    expect(await engine.evaluate({ ...action, callId: 'a', approval: { id } })).toMatchObject({
      passed: true,
      code: 'approval_granted',
    });
    expect((await engine.evaluate({ ...action, callId: 'a', approval: { id } })).passed).toBe(true);
    expect(await engine.evaluate({ ...action, callId: 'b', approval: { id } })).toMatchObject({
      passed: false,
      code: 'approval_invalid',
    });
  });

  it('hold only for that', async () => {
    const { approvals, clock, engine } = setUp();
    const id = (await engine.evaluate(action)).approval?.id ?? '';
    approvals.answer(id, { granted: [true] }, 1_100);
    const others = [
      { ...action, approval: { id: 'made up' } },
      { ...action, approval: { id }, payload: { other: true } },
      { ...action, approval: { id }, sessionId: 'other' },
    ];

    for (const other of others) expect(await engine.evaluate(other)).toMatchObject({ passed: false, code: 'approval_invalid' });
    const changed = new PolicyEngine(All(asking, yes), { approvals, clock });
    expect(await changed.evaluate({ ...action, approval: { id } })).toMatchObject({ passed: false, code: 'approval_invalid' });
    clock.set(1_500);
    expect(await engine.evaluate({ ...action, approval: { id } })).toMatchObject({ passed: false, code: 'approval_invalid' });
  });

  it('take no second and no late answer', async () => {
    const { approvals, engine } = setUp();
    const id = (await engine.evaluate(action)).approval?.id ?? '';

    expect(approvals.answer(id, { granted: [false] }, 1_100)).toMatchObject({ taken: true });
    expect(approvals.answer(id, { granted: [true] }, 1_200)).toMatchObject({ taken: false, code: 'decided' });
    expect(await engine.evaluate({ ...action, approval: { id } })).toMatchObject({ passed: false });
    const late = (await engine.evaluate({ ...action, payload: { n: 2 } })).approval?.id ?? '';
    expect(approvals.answer(late, { granted: [true] }, 1_500)).toMatchObject({ taken: false, code: 'expired' });
  });

  it('are no for every answer but a list of yes', async () => {
    const both = All(
      asking,
      guard('other', () => ask('twice', { fix: 'ask the user' })),
    );
    for (const granted of [[true], [true, false], [true, true, true], [1, 1], [], 'yes', undefined]) {
      const approver = { approve: () => ({ granted }) as never };
      expect(await new PolicyEngine(both, { approver }).evaluate(action)).toMatchObject({
        passed: false,
        code: 'approval_denied',
      });
    }
    for (const answer of [null, undefined, true]) {
      expect((await new PolicyEngine(both, { approver: { approve: () => answer as never } }).evaluate(action)).passed).toBe(
        false,
      );
    }
    const approver: Approver = { approve: ({ questions }) => ({ granted: questions.map(() => true) }) };
    expect((await new PolicyEngine(both, { approver }).evaluate(action)).passed).toBe(true);
  });

  it('are no when no answer comes in time or the asking fails', async () => {
    const clock = hastyClock();
    for (const approve of [
      () => new Promise<never>(() => undefined),
      async () => {
        throw new Error('x');
      },
      () => {
        throw new Error('x');
      },
    ]) {
      const evaluation = await new PolicyEngine(asking, { clock, approver: { approve } }).evaluate(action);
      expect(evaluation).toMatchObject({ passed: false, ruling: 'block', code: 'approval_denied', recover: 'none' });
    }
  });

  it('cannot be bound to arguments that are not data', async () => {
    const evaluation = await setUp().engine.evaluate({ ...action, payload: { run: () => 1 } });

    expect(evaluation).toMatchObject({ passed: false, code: 'approval_invalid', actionDigest: undefined });
  });

  it('leave an ask an ask where no approver is', async () => {
    expect(
      await setUp(
        All(
          asking,
          guard('silent', () => skip()),
        ),
      ).engine.evaluate(action),
    ).toMatchObject({
      ruling: 'ask',
      passed: false,
      approval: { status: 'pending', questions: [{ guard: 'asking', reason: 'it reaches people' }] },
    });
  });
});

describe('an engine whose host does not answer', () => {
  const never = (): Promise<never> => new Promise(() => undefined);

  it('stops an action whose approval, or whose question in the trail, does not end', async () => {
    const [clock, kept] = [hastyClock(), memoryApprovals()];
    for (const approvals of [
      { ...kept, current: never },
      { ...kept, open: never },
    ])
      expect(await new PolicyEngine(asking, { approvals, clock }).evaluate(action)).toMatchObject({
        passed: false,
        code: 'store_unavailable',
      });
    const audit = { append: ({ type }: { readonly type: string }) => (type === 'ask' ? never() : undefined) };
    expect(await new PolicyEngine(asking, { audit, clock }).evaluate(action)).toMatchObject({ code: 'audit_unavailable' });
  });

  it('decides where a guard that only listens does not end', async () => {
    const silent = guard('silent', () => pass(), { decided: never });

    expect((await new PolicyEngine(silent, { clock: hastyClock() }).evaluate(action)).passed).toBe(true);
  });

  it('says which hook stopped the action, and takes what is no subject for no action', async () => {
    const cause = new Error('the quota service is down');
    const hooks = [
      {
        preAction: (): never => {
          throw cause;
        },
      },
    ];
    const { errors, reason } = await new PolicyEngine(yes, { hooks }).evaluate(action);

    expect(errors).toMatchObject([{ code: 'hook_failed', message: cause.message, cause }]);
    expect(reason).toBe('a hook before the policy failed');
    expect((await new PolicyEngine(yes).resume(null as never, { granted: true })).code).toBe('invalid_action');
  });
});
