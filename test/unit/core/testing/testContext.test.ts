import { guard, memorySessions, pass, warn } from '@licet/core';
import { fakeEffects, testContext } from '@licet/core/testing';
import { describe, expect, it } from 'vitest';

describe('testContext', () => {
  it('is enough to call a check on its own', () => {
    const looking = guard('looking', (_action, ctx) => {
      ctx.annotate('seen', ctx.effects.length);
      ctx.raiseRisk(0.5);
      return ctx.session.used('k') === 0 && ctx.session.state.evaluated === 0 ? warn(`at ${ctx.now}`) : pass();
    });
    const { action, ctx } = testContext({ kind: 'bash' }, { effects: fakeEffects({ kind: 'read' }) });

    expect(looking.check(action, ctx)).toMatchObject({ ruling: 'warn', reason: 'at 0' });
    expect([ctx.risk, ctx.annotations]).toMatchObject([0.5, [{ key: 'seen', value: 1 }]]);
    expect(() => ctx.session.reserve('k')).toThrow(/works only in `commit`/u);
  });

  it('lets a commit be tried, too', () => {
    const { ctx } = testContext({ kind: 'bash' }, { phase: 'commit' });

    expect(ctx.session.reserve('k', { limit: 1 })).toEqual({ granted: true, fresh: true });
    expect(() => ctx.session.reserve('k', { amount: -1 })).toThrow(/at least 0/u);
  });

  it('tells beforehand whether something fits, without taking it', () => {
    const { ctx } = testContext({ kind: 'bash' });

    expect(ctx.session.peek('k', { amount: 2, limit: 1 })).toEqual({ granted: false, used: 0 });
    expect(ctx.session.peek('k', { limit: 1 })).toEqual({ granted: true, fresh: true });
    expect(() => ctx.session.peek('k', { amount: Number.NaN })).toThrow(/at least 0/u);
  });

  it('keeps the facts of the project apart from those of the session', async () => {
    const sessions = memorySessions();
    const { ctx } = testContext({ kind: 'bash', sessionId: 'one' }, { sessions, phase: 'commit' });
    await ctx.session.setFact('frozen', true, 'project');
    const other = testContext({ kind: 'bash', sessionId: 'two' }, { sessions }).ctx.session;

    expect((await other.project()).facts).toEqual({ frozen: true });
    expect(other.state.facts).toEqual({});
  });
});
