import type { ActionInput } from '@licet/core';
import { PolicyEngine, memorySessions } from '@licet/core';
import { fakeClock } from '@licet/core/testing';
import { RateLimit } from '@licet/guards';
import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';

import { cases } from '../../../support/longRuns.ts';

const call = (more: Partial<ActionInput> = {}): ActionInput => ({ kind: 'network', sessionId: 's', ...more });

describe('RateLimit', () => {
  it('says how long to wait, and means it', async () => {
    const clock = fakeClock(1_000);
    const engine = new PolicyEngine(RateLimit({ max: 2, window: '1m' }), { clock });
    await engine.evaluate(call());
    await clock.advance(10_000);
    await engine.evaluate(call());
    await clock.advance(5_000);
    const blocked = await engine.evaluate(call());

    expect(blocked).toMatchObject({ ruling: 'block', code: 'rate_limited', recover: 'wait', retryAfterMs: 45_000 });
    expect(blocked.reason).toBe('this has happened 2 times within 1 minute, which is the limit');
    expect(blocked.fix?.summary).toBe('wait 45 seconds before you do this again, or go on with something else');
    await clock.advance(44_999);
    expect((await engine.evaluate(call())).ruling).toBe('block');
    await clock.advance(1);
    expect((await engine.evaluate(call())).ruling).toBe('pass');
  });

  it('lets through no more than its limit in any window, however the calls fall', async () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(gaps, fc.integer({ min: 1, max: 4 }), async (waits, max) => {
        const clock = fakeClock();
        const engine = new PolicyEngine(RateLimit({ max, window: 100 }), { clock });
        const went: number[] = [];
        for (const wait of waits) {
          clock.set(clock.now() + wait);
          if ((await engine.evaluate(call())).passed) went.push(clock.now());
        }

        for (const from of went) expect(went.filter(at => at >= from && at < from + 100).length).toBeLessThanOrEqual(max);
      }),
      { numRuns: cases(50) },
    );
  });

  it('counts a call without an outcome until it has left the window', async () => {
    const clock = fakeClock();
    const engine = new PolicyEngine(RateLimit({ max: 1, window: '2h' }), { clock });
    await engine.evaluate(call());
    await clock.advance(7_199_999);

    expect((await engine.evaluate(call())).ruling).toBe('block');
  });

  it('counts what failed', async () => {
    const engine = new PolicyEngine(RateLimit({ max: 1, window: '1m' }));
    await engine.postAction(await engine.evaluate(call()), { status: 'error' });

    expect((await engine.evaluate(call())).ruling).toBe('block');
  });

  it('says how long to wait when it loses every race', async () => {
    const full = { granted: false as const, used: 1, retryAfterMs: 500 };
    const sessions = { ...memorySessions(), reserve: () => full };
    const evaluation = await new PolicyEngine(RateLimit({ max: 1, window: '1m' }), { sessions }).evaluate(call());

    expect(evaluation).toMatchObject({ ruling: 'block', code: 'commit_lost', recover: 'wait', retryAfterMs: 500 });
  });

  test.each([
    ['session', { sessionId: 'other' }, 'pass'],
    ['session', { agentId: 'other' }, 'block'],
    ['agent', { agentId: 'other' }, 'pass'],
    ['agent', { sessionId: 's:agent:main' }, 'pass'],
    ['tool', { tool: 'Other' }, 'pass'],
    ['principal', { principal: { id: 'other' } }, 'pass'],
    ['principal', { sessionId: 'other' }, 'block'],
    ['principal', { principal: undefined }, 'pass'],
    ['project', { sessionId: 'other', principal: { id: 'other' } }, 'block'],
  ] as const)('per %s, an action of %j is ruled %s', async (per, other, ruling) => {
    const engine = new PolicyEngine(RateLimit({ max: 1, window: '1m', per }));
    const first = call({ tool: 'Fetch', principal: { id: 'ann' } });
    await engine.evaluate(first);

    expect((await engine.evaluate({ ...first, ...other } as ActionInput)).ruling).toBe(ruling);
  });

  it('takes no name of a session for a part of another key', async () => {
    const engine = new PolicyEngine(RateLimit({ max: 1, window: '1m', per: 'agent' }));
    await engine.evaluate(call({ sessionId: 'a:agent:b', agentId: 'c' }));

    expect((await engine.evaluate(call({ sessionId: 'a', agentId: 'b:agent:c' }))).ruling).toBe('pass');
  });

  it('skips what does not count', async () => {
    const engine = new PolicyEngine(RateLimit({ max: 1, window: '1m', match: { tool: 'Fetch' } }), { default: 'ask' });

    expect((await engine.evaluate(call({ tool: 'Read' }))).code).toBe('default_ruling');
  });

  test.each([
    [{ max: 0, window: '1m' }],
    [{ max: 1.5, window: '1m' }],
    [{ max: Number.NaN, window: '1m' }],
    [{ max: 1 } as never],
    [{ max: 1, window: '1h30m' }],
    [{ max: 1, window: '60' }],
    [{ max: 1, window: '' }],
    [{ max: 1, window: '-1m' }],
    [{ max: 1, window: 0 }],
    [{ max: 1, window: Infinity }],
    [{ max: 1, window: '1m', windowMs: 60_000 } as never],
    [{ max: 1, window: '1m', per: 'galaxy' as never }],
  ])('rejects %j', options => {
    expect(() => RateLimit(options)).toThrow(/must be|needs|has no option/);
  });
});
