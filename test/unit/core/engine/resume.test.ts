import { All, PolicyEngine, ask, block, guard, memoryApprovals, memoryAudit, memorySessions, pass } from '@licet/core';
import type { Guard } from '@licet/core';
import { fakeClock } from '@licet/core/testing';
import { describe, expect, it } from 'vitest';

const action = { kind: 'tool', tool: 'send', payload: { to: 'ann' }, sessionId: 's', callId: 'c' };
const yes = { granted: true, by: 'ben' };

const asking = (terms: object = {}): Guard => guard('who', () => ask('it reaches others', { fix: 'ask the user', ...terms }));

/** Asks, and counts what goes ahead. */
function counting(): Guard {
  return All(
    asking(),
    guard('counting', () => pass(), {
      commit: async (_action, ctx) => {
        const answer = await ctx.session.reserve('sent', { limit: 9 });
        return answer.granted ? undefined : { lost: 'nothing is left' };
      },
    }),
  );
}

function stage(policy: Guard = counting()) {
  const stores = { sessions: memorySessions(), approvals: memoryApprovals(), audit: memoryAudit(), clock: fakeClock() };
  return { ...stores, engine: (other = policy): PolicyEngine => new PolicyEngine(other, stores) };
}

describe('resuming after a human has answered', () => {
  it('passes after a yes, once, and says who gave it', async () => {
    const { engine, audit, sessions } = stage();
    const one = engine();

    const evaluation = await one.resume(await one.evaluate(action), yes);

    expect(evaluation).toMatchObject({ passed: true, approval: { status: 'granted', by: 'ben' } });
    expect(audit.records.map(({ type }) => type)).toEqual(['ask', 'evaluation', 'answer', 'evaluation']);
    expect(await sessions.used({ key: 'sent', now: 0 })).toBe(1);
    expect(await one.evaluate({ ...action, callId: 'd' })).toMatchObject({ ruling: 'ask' });
  });

  it('passes in another process that only knows the call, and charges nothing again when it enters again', async () => {
    const { engine, sessions } = stage();
    await engine().evaluate(action);

    expect(await engine().resume(action, yes)).toMatchObject({ passed: true });
    expect(await engine().resume(action, yes)).toMatchObject({ passed: true });
    expect(await sessions.used({ key: 'sent', now: 0 })).toBe(1);
  });

  it('knows an action without a call id by its object, for the outcome too', async () => {
    const { engine, audit } = stage();
    const one = engine();
    const { callId: _callId, ...unnamed } = action;
    const evaluation = await one.resume(await one.evaluate(unnamed), yes);

    expect(evaluation.passed).toBe(true);
    expect(await one.postAction(unnamed, { success: true })).toMatchObject({ recorded: true });
    expect(audit.records.filter(({ type }) => type === 'anomaly')).toEqual([]);
  });

  it('stays a no after a no, in the words of who said it', async () => {
    const { engine } = stage();
    const one = engine();

    const evaluation = await one.resume(await one.evaluate(action), { granted: false, reason: 'not today' });

    expect(evaluation).toMatchObject({ passed: false, ruling: 'block' });
    expect(await one.evaluate(action)).toMatchObject({ ruling: 'block', code: 'approval_denied' });
    expect((await one.evaluate(action)).reason).toContain('not today');
  });

  it.each([
    ['other arguments', { payload: { to: 'eve' } }],
    ['another call', { callId: 'other' }],
    ['another session', { sessionId: 'other' }],
    ['no call at all', { callId: undefined as never }],
  ])('counts no yes for %s', async (_what, change) => {
    const { engine } = stage();
    await engine().evaluate(action);

    expect(await engine().resume({ ...action, ...change }, yes)).toMatchObject({ passed: false, ruling: 'ask' });
  });

  it('counts no yes under another policy', async () => {
    const { engine } = stage();
    await engine().evaluate(action);

    const other = engine(asking({ approval: { expiresInMs: 5 } }));
    expect(await other.resume(action, yes)).toMatchObject({ passed: false, ruling: 'ask' });
  });

  it('counts no yes that comes too late', async () => {
    const { engine, clock } = stage(asking({ approval: { expiresInMs: 50 } }));
    const one = engine();
    const asked = await one.evaluate(action);
    await clock.advance(51);

    expect(await one.resume(asked, yes)).toMatchObject({ passed: false });
  });

  it('counts no nameless yes where the question counts people', async () => {
    const { engine } = stage(asking({ approval: { quorum: { approvals: 1, of: ['ben'] } } }));
    const one = engine();
    const asked = await one.evaluate(action);

    expect(await one.resume(asked, { granted: true })).toMatchObject({ passed: false, ruling: 'ask' });
    expect(await one.resume(asked, yes)).toMatchObject({ passed: true });
  });

  it('decides again: what else stops the call now stops it in spite of the yes', async () => {
    let frozen = false;
    const { engine } = stage(
      All(
        asking(),
        guard('frozen', () => (frozen ? block('the project is frozen', { fix: 'wait' }) : pass())),
      ),
    );
    const one = engine();
    const asked = await one.evaluate(action);
    frozen = true;

    expect(await one.resume(asked, yes)).toMatchObject({ passed: false, reason: 'the project is frozen' });
  });

  it('counts no yes where the approvals cannot be reached', async () => {
    const approvals = memoryApprovals();
    const engine = new PolicyEngine(asking(), {
      approvals: {
        ...approvals,
        answer: () => {
          throw new Error('gone');
        },
      },
    });

    expect(await engine.resume(await engine.evaluate(action), yes)).toMatchObject({ passed: false });
  });

  it('leaves an evaluation that asks nothing as it is', async () => {
    const { engine } = stage(guard('no', () => block('never', { fix: 'stop' })));
    const one = engine();
    const blocked = await one.evaluate(action);

    expect(await one.resume(blocked, yes)).toBe(blocked);
  });
});
