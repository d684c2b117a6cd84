import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sqliteState } from '@licet/adapters/sqlite';
import type { SqliteState } from '@licet/adapters/sqlite';
import { PolicyEngine } from '@licet/core';
import type { ApprovalRequest, Evaluation, GuardNode } from '@licet/core';
import { fakeClock } from '@licet/core/testing';
import type { FakeClock } from '@licet/core/testing';
import { Budget, RateLimit } from '@licet/guards';
import { afterAll, afterEach, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'licet-clock-'));
const opened: SqliteState[] = [];
afterEach(() => {
  for (const state of opened.splice(0)) state.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;

const HOUR = 3_600_000;
const NOW = Date.parse('2026-01-02T12:00:00Z');

interface World {
  readonly state: SqliteState;
  readonly clock: FakeClock;
  readonly ask: (callId: string) => Evaluation;
  readonly report: (evaluation: Evaluation) => unknown;
}

const world = (guard: GuardNode): World => {
  const [state, clock] = [sqliteState(join(folder, `${(count += 1)}.db`)), fakeClock(NOW)];
  opened.push(state);
  const engine = new PolicyEngine(guard, { sessions: state.sessions, audit: state.audit, clock });
  return {
    state,
    clock,
    ask: callId => engine.evaluateSync({ kind: 'bash', sessionId: 's', callId }),
    report: evaluation => engine.postAction(evaluation, { success: true }),
  };
};

const request: ApprovalRequest = {
  id: 'r',
  sessionId: 's',
  action: { kind: 'bash', payload: {}, sessionId: 's' },
  actionDigest: 'a',
  policyDigest: 'p',
  questions: [{ guard: 'g', code: 'c', reason: 'why' }],
  createdAt: NOW,
  expiresAt: NOW + HOUR / 4,
  code: 'AAAA-BBBB',
};
const claim = { id: 'r', holder: 'h', sessionId: 's', actionDigest: 'a', policyDigest: 'p', questions: request.questions };

describe('a clock that is set while a policy is in use', () => {
  it.each([-HOUR, -24 * HOUR, -1])('frees nothing of a rate when it is set back by %d ms', back => {
    const { ask, clock } = world(RateLimit({ max: 2, window: '10m' }));
    expect([ask('1').passed, ask('2').passed, ask('3').passed]).toEqual([true, true, false]);
    clock.set(NOW + back);

    expect([ask('4').passed, ask('5').passed]).toEqual([false, false]);
    clock.set(NOW);
    expect(ask('6').passed).toBe(false);
  });

  it('lets a rate go on when it was ahead and is set right, no sooner than the window after its records', () => {
    const { ask, clock } = world(RateLimit({ max: 1, window: '10m' }));
    clock.set(NOW + HOUR);
    expect(ask('1').passed).toBe(true);
    clock.set(NOW);
    expect(ask('2').passed).toBe(false);
    clock.set(NOW + HOUR + 600_000);
    expect(ask('3').passed).toBe(true);
  });

  it.each([-HOUR, HOUR, 25 * HOUR])('gives back nothing that was charged when it is set by %d ms', async change => {
    const { ask, clock, report } = world(Budget({ max: 2, per: 'project' }));
    for (const id of ['1', '2']) await report(ask(id));
    expect(ask('3').passed).toBe(false);
    clock.set(NOW + change);

    expect(ask('4').passed).toBe(false);
  });

  it('keeps a reservation when it is set back, and charges it when its outcome comes after it was set forward', async () => {
    const { ask, clock, report } = world(Budget({ max: 1, per: 'project' }));
    const first = ask('1');
    clock.set(NOW - HOUR);
    expect(ask('2').passed).toBe(false);
    clock.set(NOW + HOUR);
    await report(first);

    expect(ask('3').passed).toBe(false);
  });

  it.each([
    ['set back an hour before the answer', -HOUR, 0],
    ['set forward an hour before the answer', HOUR, 0],
    ['set back an hour after the answer', 0, -HOUR],
    ['set forward an hour after the answer', 0, HOUR],
    ['set forward before the answer and back after it', HOUR, 0],
  ])('uses no approval with a clock that was %s', async (_what, before, after) => {
    const { state } = world(Budget({ max: 1, per: 'project' }));
    await state.approvals.open(request);
    await state.approvals.answer('r', { granted: [true], by: 'me' }, NOW + before + 1);
    const claimed = await state.approvals.consume({ ...claim, now: NOW + after + 2 });

    expect(claimed.valid).toBe(false);
  });

  it('uses an approval once, also when the clock is set back after its use', async () => {
    const { state } = world(Budget({ max: 1, per: 'project' }));
    await state.approvals.open(request);
    await state.approvals.answer('r', { granted: [true], by: 'me' }, NOW + 1);
    expect((await state.approvals.consume({ ...claim, now: NOW + 2 })).valid).toBe(true);

    expect((await state.approvals.consume({ ...claim, holder: 'other', now: NOW - 1_000 })).valid).toBe(false);
    expect((await state.approvals.consume({ ...claim, holder: 'other', now: NOW + 3 })).valid).toBe(false);
  });

  it('verifies a trail whose times go back, because its order is the chain', () => {
    const { ask, clock, state } = world(RateLimit({ max: 9, window: '1m' }));
    for (const time of [NOW, NOW - HOUR, NOW + HOUR, NOW]) {
      clock.set(time);
      ask(String(time));
    }

    expect(state.audit.verify()).toMatchObject({ valid: true });
  });
});
