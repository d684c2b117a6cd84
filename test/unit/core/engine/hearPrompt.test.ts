import { All, PolicyEngine, ask, guard, memoryAudit, memorySessions, pass } from '@licet/core';
import type { Question } from '@licet/core/store';
import { describe, expect, it } from 'vitest';

const listener = (name: string) =>
  guard(name, () => pass(), { prompted: (prompt, ctx) => ctx.session.setFact(`@${name}`, prompt) });

describe('PolicyEngine.heard', () => {
  it('tells every guard that hears prompts, wherever it is in the tree, and keeps what they keep', async () => {
    const sessions = memorySessions();
    const engine = new PolicyEngine(
      All(
        listener('one'),
        All(
          listener('two'),
          guard('deaf', () => pass()),
        ),
      ),
      { sessions },
    );

    await engine.heard({ sessionId: 's', prompt: 'write to ann' });

    expect((await sessions.load('s')).facts).toEqual({ '@one': 'write to ann', '@two': 'write to ann' });
    expect((await sessions.load('s')).evaluated).toBe(0);
  });

  it('does nothing for a policy in which no guard hears prompts', async () => {
    const sessions = memorySessions();
    const engine = new PolicyEngine(
      guard('deaf', () => pass()),
      { sessions },
    );

    await engine.heard({ sessionId: 's', prompt: 'write to ann' });

    expect(engine.hearsPrompts).toBe(false);
    expect((await sessions.load('s')).version).toBe(0);
  });

  it('writes an anomaly and keeps the rest where a guard throws', async () => {
    const sessions = memorySessions();
    const audit = memoryAudit();
    const broken = guard('broken', () => pass(), {
      prompted: () => {
        throw new Error('out of order');
      },
    });
    const engine = new PolicyEngine(All(broken, listener('one')), { sessions, audit });

    await engine.heard({ sessionId: 's', prompt: 'write to ann' });

    expect((await sessions.load('s')).facts).toEqual({ '@one': 'write to ann' });
    expect(audit.records).toEqual([expect.objectContaining({ type: 'anomaly', code: 'record_failed' })]);
  });
});

describe('GovernanceContext.granted', () => {
  const seen: (readonly Question[])[] = [];
  const asking = guard('who', () => ask('it reaches others', { fix: 'ask the user', code: 'reach' }), {
    watches: true,
    commit: (_action, ctx) => void seen.push(ctx.granted),
  });
  const action = { kind: 'tool', tool: 'send', payload: {}, sessionId: 's', callId: 'c' };

  it('holds in a commit the questions that a person said yes to', async () => {
    seen.length = 0;
    const engine = new PolicyEngine(asking);

    await engine.resume(await engine.evaluate(action), { granted: true, by: 'ann' });

    expect(seen).toEqual([[expect.objectContaining({ guard: 'who', code: 'reach', reason: 'it reaches others' })]]);
  });

  it('holds none where the policy only observes', async () => {
    seen.length = 0;

    await new PolicyEngine(asking, { mode: 'observe' }).evaluate(action);

    expect(seen).toEqual([[]]);
  });
});
