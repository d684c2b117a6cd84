import { All, PolicyEngine, ask, guard, memoryAudit, pass } from '@licet/core';
import type { Approver } from '@licet/core';
import { collectApprovals } from '@licet/analysis';
import { describe, expect, it } from 'vitest';

const careful = All(
  guard('careful', ({ tool }) => (tool === 'look' ? pass() : ask('it reaches others', { fix: 'ask the user' }))),
);
const call = (callId: string, tool = 'send', payload: object = { to: 'ann' }): Parameters<PolicyEngine['evaluate']>[0] => ({
  kind: 'tool',
  tool,
  payload: { ...payload },
  sessionId: 's',
  callId,
});

function collected(audit: ReturnType<typeof memoryAudit>): ReturnType<ReturnType<typeof collectApprovals>['result']> {
  const collector = collectApprovals();
  for (const record of audit.records) collector.take(record);
  return collector.result();
}

describe('approvals in a trail', () => {
  it('are what a human said yes to, once, and nothing else', async () => {
    const audit = memoryAudit();
    const engine = new PolicyEngine(careful, { audit });
    const yes = await engine.evaluate(call('1'));
    const passed = await engine.resume(yes, { granted: true, by: 'ben' });
    await engine.postAction(passed, { success: true });
    await engine.resume(await engine.evaluate(call('2')), { granted: false });
    await engine.evaluate(call('3'));
    await engine.evaluate(call('4', 'look'));

    const { approvals, inexact } = collected(audit);

    expect(approvals.map(({ action, by }) => [action.callId, by])).toEqual([['1', 'ben']]);
    expect(inexact).toBe(0);
  });

  it('are found where an approver answered at once', async () => {
    const audit = memoryAudit();
    const approver: Approver = { approve: async ({ questions }) => ({ granted: questions.map(() => true), by: 'ann' }) };
    const engine = new PolicyEngine(careful, { audit, approver });
    expect((await engine.evaluate(call('1'))).passed).toBe(true);

    expect(collected(audit).approvals.map(({ action, by }) => [action.callId, by])).toEqual([['1', 'ann']]);
  });

  it('are counted, and not used, where the trail has masked the call', async () => {
    const audit = memoryAudit();
    const engine = new PolicyEngine(careful, { audit });
    await engine.resume(await engine.evaluate(call('1', 'send', { password: 'hunter2' })), { granted: true });

    expect(collected(audit)).toEqual({ approvals: [], inexact: 1 });
  });

  it('bring each call that ran under a yes for several calls, as one approval', async () => {
    const audit = memoryAudit();
    const approver: Approver = {
      approve: ({ questions }) => ({
        granted: questions.map(() => true),
        by: 'ann',
        scope: { lasts: 'session', until: Date.now() + 60_000, uses: 9, region: 'file' },
      }),
    };
    const engine = new PolicyEngine(careful, { audit, approver });
    for (const id of ['1', '2', '3']) expect((await engine.evaluate(call(id))).passed).toBe(true);
    expect(audit.records.filter(({ type }) => type === 'answer')).toHaveLength(1);

    const { approvals } = collected(audit);
    expect(approvals.map(({ action, by }) => [action.callId, by])).toEqual([
      ['1', 'ann'],
      ['2', 'ann'],
      ['3', 'ann'],
    ]);
    expect(new Set(approvals.map(({ approvalId }) => approvalId)).size).toBe(1);
  });
});
