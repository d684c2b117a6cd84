import { All, PolicyEngine, block, guard, memoryAudit, memorySessions, pass } from '@licet/core';
import type { SessionStore } from '@licet/core';
import type { CommitResult } from '@licet/core/nodes';
import { evaluateChild } from '@licet/core/nodes';
import { fakeClock, hastyClock } from '@licet/core/testing';
import { describe, expect, it } from 'vitest';

const action = { kind: 'bash', sessionId: 's' } as const;
const no = block('closed', { fix: 'open it' });
const never = (): Promise<void> => new Promise(() => undefined);

describe('a guard that hears that an action is stopped', () => {
  it('has what it notes written down, whatever becomes of other guards', async () => {
    for (const fault of [
      never,
      (): never => {
        throw new Error('full');
      },
    ]) {
      const [sessions, audit] = [memorySessions(), memoryAudit()];
      const policy = All(
        guard('first', () => pass(), { stopped: (_action, _ruling, { session }) => session.setFact('first', true) }),
        guard('faulty', () => no, { stopped: fault }),
        guard('last', () => pass(), { stopped: (_action, _ruling, { session }) => session.setFact('last', true) }),
      );
      await new PolicyEngine(policy, { sessions, audit, clock: hastyClock() }).evaluate(action);

      expect((await sessions.load('s')).facts).toEqual({ first: true, last: true });
      expect(audit.records.map(({ type }) => type).toSorted()).toEqual(['anomaly', 'evaluation', 'fact', 'fact']);
    }
  });

  it('hears it, and every decision, also where another guard has brought it along', async () => {
    const heard: string[] = [];
    const brought = guard('brought', () => no, {
      stopped: () => void heard.push('stopped'),
      decided: ({ ruling }) => void heard.push(ruling),
    });
    await new PolicyEngine(guard('bringing', (_action, ctx) => evaluateChild(ctx, brought))).evaluate(action);

    expect(heard).toEqual(['stopped', 'block']);
  });
});

describe('a commit that takes too long', () => {
  it('takes nothing and establishes nothing for the action that was stopped meanwhile', async () => {
    const [clock, inner] = [fakeClock(), memorySessions()];
    let answer = (): void => undefined;
    const sessions: SessionStore = {
      ...inner,
      reserve: request => new Promise(resolve => (answer = () => resolve(inner.reserve(request)))),
    };
    const taking = guard('taking', () => pass(), {
      async commit(_action, { session }): Promise<CommitResult> {
        await session.reserve('calls', { amount: 1 });
        await session.setFact('taken', true);
      },
    });
    const evaluating = new PolicyEngine(taking, { sessions, clock, storeTimeoutMs: 100 }).evaluate(action);
    await clock.advance(200);
    const { passed, code } = await evaluating;
    answer();
    await clock.advance(1);

    expect({ passed, code }).toEqual({ passed: false, code: 'store_unavailable' });
    expect((await inner.load('s')).facts).toEqual({});
    expect(await inner.used({ key: 'calls', now: clock.now() })).toBe(0);
  });
});
