import { GovernanceError, PolicyEngine, guard, memoryAudit, memorySessions, pass } from '@licet/core';
import type { AuditRecord, GuardNode, OutcomeInput, SessionStore } from '@licet/core';
import { hastyClock } from '@licet/core/testing';
import { describe, expect, it } from 'vitest';

const action = { kind: 'bash', sessionId: 's', callId: 'c' } as const;
const yes = guard('yes', () => pass());

describe('PolicyEngine.postAction', () => {
  it('records one of two reports that come at the same time', async () => {
    for (const isNamed of [true, false]) {
      const audit = memoryAudit();
      const engine = new PolicyEngine(yes, { audit });
      const evaluation = await engine.evaluate(isNamed ? action : { kind: 'bash' });
      const subjects = isNamed ? [evaluation, action, { ...action }] : [evaluation, evaluation];
      const receipts = await Promise.all(subjects.map(subject => engine.postAction(subject, { status: 'ok' })));

      expect(receipts.map(({ recorded }) => recorded)).toEqual(subjects.map((_, index) => index === 0));
      expect(audit.records.filter(({ type }) => type === 'outcome')).toHaveLength(1);
    }
  });

  it('records an outcome whose members are not what they should be', async () => {
    const audit = memoryAudit();
    const engine = new PolicyEngine(yes, { audit });
    const odd = { status: 'error', error: new Error('no space'), exitCode: Number.NaN, redacted: 7, unmet: null };

    expect(await engine.postAction(await engine.evaluate(action), odd as unknown as OutcomeInput)).toMatchObject({
      recorded: true,
    });
    expect(audit.read({ type: 'outcome' })).toMatchObject([{ record: { status: 'error', error: 'no space' } }]);
  });

  it('ends where a guard does not', async () => {
    const audit = memoryAudit();
    const silent: GuardNode = { ...yes, record: () => new Promise<void>(() => undefined) };
    const engine = new PolicyEngine(silent, { audit, clock: hastyClock() });

    expect(await engine.postAction(await engine.evaluate(action), { status: 'ok' })).toMatchObject({ recorded: true });
    expect(audit.records.map(({ type }) => type)).toEqual(['evaluation', 'anomaly', 'outcome']);
  });

  it('lets no guard settle less than nothing', async () => {
    const [audit, sessions] = [memoryAudit(), memorySessions()];
    const refunding = guard('refunding', () => pass(), {
      commit: (_action, { session }) => void session.reserve('calls', { amount: 2 }),
      record: (_action, _outcome, { session }) => session.settle('calls', -5),
    });
    const engine = new PolicyEngine(refunding, { audit, sessions });
    await engine.postAction(await engine.evaluate(action), { status: 'ok' });

    expect(sessions.used({ key: 'calls', now: Date.now() })).toBe(2);
    expect(audit.records).toContainEqual(expect.objectContaining({ type: 'anomaly', code: 'record_failed' }));
  });

  describe('of stores that fail', () => {
    /** Sessions in memory whose named method fails while it is told to. */
    const faulty = (method: 'append' | 'settle' | 'call') => {
      const sessions = memorySessions();
      const state = { fails: false };
      const failing: SessionStore = {
        ...sessions,
        [method]: (...given: never[]) => {
          if (state.fails) throw new GovernanceError('store_unavailable', 'the disk is full');
          return (sessions[method] as (...all: never[]) => unknown)(...given);
        },
      };
      return { sessions: failing, state };
    };

    it.each(['append', 'call'] as const)(
      'says that nothing is kept when `%s` fails, and takes the same report later',
      async method => {
        for (const isNamed of [true, false]) {
          const { sessions, state } = faulty(method);
          const engine = new PolicyEngine(yes, { sessions, audit: memoryAudit() });
          const evaluation = await engine.evaluate(action);
          const subject = isNamed ? action : evaluation;
          state.fails = true;
          const lost = await engine.postAction(subject, { status: 'ok' });
          state.fails = false;

          // The evaluation is known to this process, which need not read the call first.
          if (method === 'append' || isNamed)
            expect(lost).toMatchObject({
              recorded: false,
              code: 'record_failed',
              why: expect.stringContaining('report it again'),
            });
          if (!lost.recorded) expect(await engine.postAction(subject, { status: 'ok' })).toMatchObject({ recorded: true });
          expect(sessions.load('s')).toMatchObject({ outcomes: { ok: 1 } });
        }
      },
    );

    it('never says that an outcome is recorded of which the trail or the counters do not know', async () => {
      const remote = { ...action, remote: true } as const;
      const { sessions, state } = faulty('settle');
      const audit = memoryAudit();
      const full = {
        ...audit,
        append: (record: AuditRecord) => (state.fails ? Promise.reject(new Error('full')) : audit.append(record)),
      };
      for (const stores of [
        { sessions, audit },
        { sessions: memorySessions(), audit: full },
      ]) {
        const engine = new PolicyEngine(yes, stores);
        await engine.evaluate(remote);
        state.fails = true;
        const first = await engine.postAction(remote, { status: 'ok' });
        state.fails = false;

        for (const receipt of [first, await engine.postAction(remote, { status: 'ok' })])
          expect(receipt).toMatchObject({ recorded: false, code: 'record_failed', why: expect.stringContaining('the trail') });
      }
    });

    it('takes a remote report that comes twice once, and calls another outcome a second one', async () => {
      const remote = { ...action, remote: true } as const;
      const audit = memoryAudit();
      const engine = new PolicyEngine(yes, { audit });
      await engine.evaluate(remote);
      const receipts = [];
      for (const status of ['ok', 'ok', 'error'] as const) receipts.push(await engine.postAction(remote, { status }));

      expect(receipts).toMatchObject([{ recorded: true }, { recorded: true }, { recorded: false, code: 'second_outcome' }]);
      expect(audit.records.map(({ type }) => type)).toEqual(['evaluation', 'outcome', 'anomaly']);
    });
  });
});
