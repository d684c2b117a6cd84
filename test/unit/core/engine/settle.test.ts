import { PolicyEngine, guard, memoryAudit, memorySessions, pass } from '@licet/core';
import type { GuardNode, OutcomeInput } from '@licet/core';
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

  it('comes to an end where a guard does not', async () => {
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
});
