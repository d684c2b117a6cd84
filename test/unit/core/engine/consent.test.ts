import { All, PolicyEngine, ask, guard, memoryApprovals, memoryAudit, memorySessions, pass } from '@licet/core';
import type { Guard, MemoryAudit, OutcomeStatus } from '@licet/core';
import { fakeClock } from '@licet/core/testing';
import { describe, expect, it } from 'vitest';

const action = { kind: 'bash', payload: { command: 'git push' }, sessionId: 's', callId: 'c' };

/** Asks, and counts what goes ahead. */
function policy(limit = 9, terms: object = {}): Guard {
  return All(
    guard('asking', () => ask('it reaches other people', { fix: 'ask the user', ...terms })),
    guard('counting', () => pass(), {
      commit: async (_action, ctx) => {
        const answer = await ctx.session.reserve('pushes', { limit });
        return answer.granted ? undefined : { lost: 'nothing is left' };
      },
    }),
  );
}

function stage(guarded: Guard = policy()) {
  const stores = { sessions: memorySessions(), approvals: memoryApprovals(), audit: memoryAudit(), clock: fakeClock() };
  const engine = (): PolicyEngine => new PolicyEngine(guarded, stores);
  return { ...stores, engine };
}

const toldIn = ({ records }: MemoryAudit): readonly string[] =>
  records.map(record => (record.type === 'anomaly' ? record.code : record.type));

const runtime = (status: OutcomeStatus) => ({ status, askedBy: 'runtime' as const });

describe('an outcome as the answer to the runtime’s own prompt', () => {
  it('is a yes for what ran: written down, counted and settled, also in another process', async () => {
    const { engine, audit, sessions, approvals } = stage();
    expect((await engine().evaluate(action)).ruling).toBe('ask');

    await engine().postAction(action, runtime('ok'));

    expect(toldIn(audit)).toEqual(['ask', 'evaluation', 'answer', 'evaluation', 'outcome']);
    expect(audit.records[2]).toMatchObject({ granted: [true], channel: 'runtime' });
    expect(await approvals.pending(0)).toEqual([]);
    expect(await sessions.used({ key: 'pushes', now: 10_000_000 })).toBe(1);
    expect(await sessions.load('s')).toMatchObject({ evaluated: 1, passed: 1, outcomes: { ok: 1 } });
  });

  it('is a yes for an evaluation of this process, too', async () => {
    const { engine, audit } = stage();
    const one = engine();
    await one.postAction(await one.evaluate(action), runtime('error'));

    expect(toldIn(audit)).toEqual(['ask', 'evaluation', 'answer', 'evaluation', 'outcome']);
  });

  it('is a no for what was refused, which ends this call and no other', async () => {
    const { engine, audit } = stage();
    await engine().evaluate(action);
    await engine().postAction(action, runtime('denied'));

    expect(toldIn(audit)).toEqual(['ask', 'evaluation', 'answer', 'outcome']);
    expect(audit.records[2]).toMatchObject({ granted: [false] });
    expect((await engine().evaluate(action)).ruling).toBe('block');
    expect((await engine().evaluate({ ...action, callId: 'd' })).ruling).toBe('ask');
  });

  it('is used up: the next call is asked about again', async () => {
    const { engine } = stage();
    await engine().evaluate(action);
    await engine().postAction(action, runtime('ok'));

    expect((await engine().evaluate({ ...action, callId: 'd' })).ruling).toBe('ask');
  });

  it.each<[string, object]>([
    ['the adapter does not vouch for the prompt', { status: 'ok' }],
    ['it is not known whether it ran', runtime('unknown')],
    ['it was cancelled', runtime('cancelled')],
    ['it claims another channel', { status: 'ok', askedBy: 'agent' }],
  ])('is an anomaly where %s', async (_why, outcome) => {
    const { engine, audit, approvals } = stage();
    await engine().evaluate(action);
    await engine().postAction(action, outcome as never);

    expect(toldIn(audit)).toEqual(['ask', 'evaluation', 'outcome_after_block']);
    expect(await approvals.pending(0)).toHaveLength(1);
  });

  it('is an anomaly for a question that counts people', async () => {
    const { engine, audit } = stage(policy(9, { approval: { quorum: { approvals: 2 } } }));
    await engine().evaluate(action);
    await engine().postAction(action, runtime('ok'));

    expect(toldIn(audit)).toEqual(['ask', 'evaluation', 'outcome_after_block']);
  });

  it('is an anomaly for what was blocked', async () => {
    const { engine, audit } = stage(policy(0));
    await engine().evaluate(action);
    await engine().postAction(action, runtime('ok'));

    expect(toldIn(audit).at(-1)).toBe('outcome_after_block');
    expect(toldIn(audit)).toContain('commit_failure');
  });

  it('is counted once, however often it is told', async () => {
    const { engine, audit, sessions } = stage();
    await engine().evaluate(action);
    await engine().postAction(action, runtime('ok'));
    await engine().postAction(action, runtime('ok'));

    expect(toldIn(audit).at(-1)).toBe('second_outcome');
    expect(await sessions.used({ key: 'pushes', now: 10_000_000 })).toBe(1);
  });

  it('never throws where the approvals are down', async () => {
    const { engine, audit, approvals } = stage();
    await engine().evaluate(action);
    const broken = new PolicyEngine(policy(), {
      audit,
      approvals: {
        ...approvals,
        current: () => {
          throw new Error('down');
        },
      },
    });

    await expect(broken.postAction(action, runtime('ok'))).resolves.toMatchObject({ recorded: false });
  });
});
