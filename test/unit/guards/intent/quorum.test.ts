import type { ActionInput, Evaluation } from '@licet/core';
import { Any, PolicyEngine, Threshold, memoryApprovals } from '@licet/core';
import { checkGuard, fakeClock, fixedGuard } from '@licet/core/testing';
import { block, pass } from '@licet/core';
import { Quorum } from '@licet/guards';
import type { QuorumOptions } from '@licet/guards';
import { describe, expect, it } from 'vitest';

const deploy: ActionInput = { kind: 'submit_task', taskType: 'deploy', agentId: 'bot', principal: { id: 'owner' } };

function setUp(options: QuorumOptions, wrap = (guard: ReturnType<typeof Quorum>) => guard) {
  const [approvals, clock] = [memoryApprovals(), fakeClock()];
  const engine = new PolicyEngine(wrap(Quorum(options)), { approvals, clock });
  let id = '';
  const evaluate = async (more: Partial<ActionInput> = {}): Promise<Evaluation> => {
    const evaluation = await engine.evaluate({ ...deploy, ...more });
    id = evaluation.approval?.id ?? id;
    return evaluation;
  };
  const say = async (by: string, yes: boolean): Promise<unknown> => approvals.answer(id, { granted: [yes], by }, clock.now());
  return { evaluate, say, clock };
}

describe('Quorum', () => {
  it('obeys the rules of every guard', async () => {
    const actions = [deploy, { kind: 'bash', payload: { command: '\u0000' } }];

    expect(await checkGuard(Quorum({ approvals: 2, of: ['ann', 'ben'] }), actions)).toEqual([]);
  });

  it('waits for enough different people, then passes once', async () => {
    const { evaluate, say } = setUp({ approvals: 2, of: ['ann', 'ben', 'eve'] });
    expect(await evaluate()).toMatchObject({ ruling: 'ask', passed: false, approval: { status: 'pending' } });

    await say('ann', true);
    expect(await say('Ann', true)).toMatchObject({ taken: false });
    expect(await evaluate()).toMatchObject({ ruling: 'ask', approval: { status: 'pending', by: 'ann' } });
    await say('ben', true);

    expect(await evaluate({ callId: 'a' })).toMatchObject({ passed: true, approval: { status: 'granted', by: 'ann, ben' } });
    expect(await evaluate({ callId: 'a' })).toMatchObject({ passed: true });
    expect(await evaluate({ callId: 'b' })).toMatchObject({ passed: false, ruling: 'ask', approval: { status: 'pending' } });
  });

  it('is denied by a veto, and is denied again on a retry', async () => {
    const { evaluate, say } = setUp({ approvals: 2, veto: ['sec'] });
    await evaluate();
    await say('ann', true);
    await say('sec', false);

    expect(await evaluate()).toMatchObject({
      ruling: 'block',
      code: 'approval_denied',
      reason: 'the approval does not hold: sec said no',
    });
  });

  it('counts neither the agent nor its principal', async () => {
    const { evaluate, say } = setUp({ approvals: 1 });
    await evaluate();

    expect(await say('BOT', true)).toMatchObject({ taken: false, code: 'self_approval' });
    expect(await say('Owner', true)).toMatchObject({ taken: false, code: 'self_approval' });
    expect(await evaluate()).toMatchObject({ ruling: 'ask' });
  });

  it('starts again after the time that it gives', async () => {
    const { evaluate, say, clock } = setUp({ approvals: 1, expiresIn: '4h' });
    const first = await evaluate();
    clock.set(14_400_000);

    expect(await say('ann', true)).toMatchObject({ taken: false, code: 'expired' });
    expect((await evaluate()).approval?.id).not.toBe(first.approval?.id);
  });

  it('is in a threshold as an ask that may be answered', async () => {
    const { evaluate, say } = setUp({ approvals: 2 }, guard =>
      Threshold(2, fixedGuard(pass(), 'tests'), fixedGuard(block('no review', { fix: 'ask for one' }), 'review'), guard),
    );
    expect(await evaluate()).toMatchObject({ ruling: 'ask' });
    await say('ann', true);
    await say('ben', true);

    expect(await evaluate()).toMatchObject({ passed: true });
  });

  it('asks no one where another branch passes', async () => {
    const { evaluate } = setUp({ approvals: 2 }, guard => Any(fixedGuard(pass()), guard));

    expect(await evaluate()).toMatchObject({ passed: true, approval: undefined });
  });

  it.each([
    [{ approvals: 0 }, 'approvals'],
    [{ approvals: -1 }, 'approvals'],
    [{ approvals: 1.5 }, 'approvals'],
    [{ approvals: Number.NaN }, 'approvals'],
    [{ approvals: '2' as never }, 'approvals'],
    [{ approvals: 2, of: ['ann'] }, 'of'],
    [{ approvals: 1, of: [] }, 'of'],
    [{ approvals: 1, of: ['ann', 'ＡＮＮ'] }, 'of'],
    [{ approvals: 1, of: ['\u202eann'] }, 'of'],
    [{ approvals: 1, of: 'ann' as never }, 'of'],
    [{ approvals: 1, veto: [] }, 'veto'],
    [{ approvals: 1, expiresIn: 'never' }, 'expiresIn'],
  ])('refuses %j', (options, param) => {
    expect(() => Quorum(options)).toThrow(`\`${param}\``);
  });
});
