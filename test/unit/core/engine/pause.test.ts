import { All, PolicyEngine, ask, block, guard, memoryAudit, memorySessions, pass, skip } from '@licet/core';
import type { ActionInput, GuardNode, SessionStore } from '@licet/core';
import { standingOf } from '@licet/core/nodes';
import { LONGEST_PAUSE_MS, PAUSE_FACT, pauseIn } from '@licet/core/store';
import { describe, expect, it } from 'vitest';

const NOW = 1_000_000;
const floor = guard('floor', ({ kind }) => (kind === 'delete' ? block('a catastrophe', { fix: 'stop' }) : pass()), {
  floor: true,
});
const strict = guard('strict', ({ kind }) =>
  kind === 'read' ? pass() : kind === 'send' ? ask('it reaches others', { fix: 'wait' }) : block('no', { fix: 'stop' }),
);

/** An engine in whose project somebody has paused the policy. */
function paused(policy: GuardNode = All(floor, strict), until: number = NOW + 60_000, own: Partial<SessionStore> = {}) {
  const sessions = { ...memorySessions(), ...own };
  const audit = memoryAudit();
  const value = { until, reason: 'a demonstration', by: 'ann', deed: 'd1' };
  void sessions.append('@project', [{ type: 'fact', at: NOW, name: PAUSE_FACT, value }]);
  const clock = { now: () => NOW, elapsed: () => 0, after: () => () => undefined };
  return { engine: new PolicyEngine(policy, { sessions, audit, clock }), audit };
}

describe('a pause', () => {
  it('lets go ahead what the policy would stop or ask about, and tells and records what it says', async () => {
    const { engine, audit } = paused();
    const said = async (action: ActionInput): Promise<readonly unknown[]> => {
      const { passed, ruling, enforced, reason } = await engine.evaluate(action);
      return [passed, ruling, enforced, reason];
    };
    expect(await said({ kind: 'write', callId: 'c' })).toEqual([true, 'block', 'warn', 'no']);
    expect(await said({ kind: 'send' })).toEqual([true, 'ask', 'warn', 'it reaches others']);
    expect(await said({ kind: 'read' })).toEqual([true, 'pass', 'pass', undefined]);
    await engine.postAction({ kind: 'write', callId: 'c' }, { status: 'ok' });

    expect(audit.records.map(record => record.type)).toEqual(['evaluation', 'evaluation', 'evaluation', 'outcome']);
    expect(audit.records[0]).toMatchObject({ ruling: 'block', enforced: 'warn' });
  });

  it('lifts no floor, wherever it is, nor one that could not decide or was not asked', async () => {
    const faulty = guard('faulty', () => Promise.reject(new Error('gone')), { floor: true });
    expect((await paused().engine.evaluate({ kind: 'delete' })).passed).toBe(false);
    expect((await paused(All(strict, All(floor))).engine.evaluate({ kind: 'delete' })).passed).toBe(false);
    expect((await paused(All(faulty, strict)).engine.evaluate({ kind: 'write' })).passed).toBe(false);
    const short = All(strict, floor, { shortCircuit: true });
    expect((await paused(short).engine.evaluate({ kind: 'write' })).passed).toBe(false);
  });

  it('is over in time, lasts no longer than a day, and is none where the state cannot be read', async () => {
    expect((await paused(undefined, NOW).engine.evaluate({ kind: 'write' })).passed).toBe(false);
    expect((await paused(undefined, NOW + LONGEST_PAUSE_MS + 1).engine.evaluate({ kind: 'write' })).passed).toBe(false);
    expect(pauseIn({ [PAUSE_FACT]: true }, NOW)).toBeUndefined();
    expect(pauseIn({ [PAUSE_FACT]: { until: '2099' } }, NOW)).toBeUndefined();
    const load = (): never => {
      throw new Error('the disk is gone');
    };
    expect((await paused(undefined, NOW + 60_000, { load }).engine.evaluate({ kind: 'write' })).passed).toBe(false);
  });

  it('is seen by the guards that watch: what goes ahead counts, also where the policy only observes', async () => {
    const seen: string[] = [];
    const watcher: GuardNode = {
      name: 'watcher',
      watches: true,
      check: () => skip(),
      commit: ({ kind }) => void seen.push(kind),
    };
    await paused(All(floor, watcher, strict)).engine.evaluate({ kind: 'write' });
    await new PolicyEngine(All(watcher, strict), { mode: 'observe' }).evaluate({ kind: 'send' });
    expect(seen).toEqual(['write', 'send']);
  });

  it('changes no question: what is explained is what the policy says', async () => {
    const { engine } = paused();
    expect((await engine.explain({ kind: 'write' })).enforced).toBe('block');
    expect((await standingOf(engine, { sessionId: 's' })).paused).toMatchObject({ reason: 'a demonstration', by: 'ann' });
  });
});
