import { PolicyEngine, ask, pass } from '@licet/core';
import { failingSessions, fakeApprover, fakeEffects, fixedGuard, recordingGuard } from '@licet/core/testing';
import { describe, expect, it } from 'vitest';

describe('fakes', () => {
  it('record what a guard is asked to do', async () => {
    const recording = recordingGuard(pass());
    const engine = new PolicyEngine(recording, { effects: fakeEffects({ kind: 'read' }) });
    await engine.postAction(await engine.evaluate({ kind: 'bash' }), { success: true });

    expect(recording.calls.map(({ phase }) => phase)).toEqual(['check', 'commit', 'record']);
  });

  it('fail where they are told to, at once or by promise', async () => {
    for (const later of [true, false]) {
      const engine = new PolicyEngine(fixedGuard(pass()), { sessions: failingSessions(['append'], later) });
      expect(await engine.evaluate({ kind: 'bash' })).toMatchObject({ passed: false, code: 'store_unavailable' });
    }
  });

  it('answer as they are told to', async () => {
    const asking = fixedGuard(ask('it is late', { fix: 'wait' }));
    const answers = [fakeApprover(true), fakeApprover(false), fakeApprover(() => ({ granted: [true] }))];

    const passed = await Promise.all(
      answers.map(async approver => (await new PolicyEngine(asking, { approver }).evaluate({ kind: 'bash' })).passed),
    );

    expect(passed).toEqual([true, false, true]);
    expect(answers.map(({ requests }) => requests.length)).toEqual([1, 1, 1]);
  });
});
