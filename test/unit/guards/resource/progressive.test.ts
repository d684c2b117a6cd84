import type { ActionInput, EngineOptions, Guard, OutcomeStatus, Ruling } from '@licet/core';
import { All, PolicyEngine, memorySessions } from '@licet/core';
import { fakeApprover, fakeClock } from '@licet/core/testing';
import { analyzeEffects } from '@licet/effects';
import { Progressive, RiskThreshold } from '@licet/guards';
import type { ProgressiveOptions, ProgressiveStep } from '@licet/guards';
import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';

import { cases } from '../../../support/longRuns.ts';

const steps: readonly ProgressiveStep[] = [
  { after: 2, then: 'warn' },
  { after: 3, then: 'block' },
];
const reads = { match: { kind: 'read' }, steps } as const;

/** Evaluates actions one after the other and reports what became of those that went ahead. */
function story(policy: Guard, options: EngineOptions = {}): (kind: string, status?: OutcomeStatus) => Promise<Ruling> {
  const engine = new PolicyEngine(policy, { clock: fakeClock(1_000_000), ...options });
  return async (kind, status = 'ok') => {
    const evaluation = await engine.evaluate({ kind, sessionId: 's' });
    if (evaluation.passed) await engine.postAction(evaluation, { status });
    return evaluation.ruling;
  };
}

describe('Progressive', () => {
  it('reaches every rung', async () => {
    const approver = fakeApprover(true);
    const all: readonly ProgressiveStep[] = [
      { after: 1, then: 'warn' },
      { after: 2, then: 'ask' },
      { after: 3, then: 'block' },
    ];
    const act = story(Progressive({ ...reads, steps: all }), { approver });

    expect([await act('read'), await act('read'), await act('read'), await act('read')]).toEqual([
      'pass',
      'warn',
      'pass',
      'block',
    ]);
    expect(approver.requests.map(({ questions }) => questions[0]?.code)).toEqual(['escalating']);
  });

  it('blocks after three in a row, and tells it', async () => {
    const engine = new PolicyEngine(Progressive({ ...reads, consecutive: true }));
    for (let i = 0; i < 3; i++) expect((await engine.evaluate({ kind: 'read' })).passed).toBe(true);

    expect(await engine.evaluate({ kind: 'read' })).toMatchObject({
      ruling: 'block',
      code: 'escalating',
      reason: '3 actions like this have gone ahead in a row already',
    });
  });

  test.each([
    ['ok', 'pass'],
    ['error', 'pass'],
    ['denied', 'block'],
    ['cancelled', 'block'],
    ['unknown', 'block'],
  ] as const)('after another action that ended with `%s` rules: %s', async (status, ruling) => {
    const act = story(Progressive({ ...reads, consecutive: true }));
    for (let i = 0; i < 3; i++) await act('read');
    await act('write', status);

    expect(await act('read')).toBe(ruling);
  });

  it('starts nothing again for another action that is only evaluated', async () => {
    const engine = new PolicyEngine(Progressive({ ...reads, consecutive: true }));
    for (let i = 0; i < 3; i++) await engine.evaluate({ kind: 'read' });
    await engine.evaluate({ kind: 'write' });
    await engine.explain({ kind: 'write' });

    expect((await engine.evaluate({ kind: 'read' })).ruling).toBe('block');
  });

  it('goes on counting without `consecutive`, whatever else happens', async () => {
    const act = story(Progressive(reads));
    for (let i = 0; i < 3; i++) {
      await act('read');
      await act('write');
    }

    expect(await act('read')).toBe('block');
  });

  it('starts again where another process reports the outcome', async () => {
    const policy = Progressive({ ...reads, consecutive: true });
    const sessions = memorySessions();
    const [before, after] = [new PolicyEngine(policy, { sessions }), new PolicyEngine(policy, { sessions })];
    for (let i = 0; i < 3; i++) await before.evaluate({ kind: 'read', callId: `r${i}` });
    await before.evaluate({ kind: 'write', callId: 'w' });
    await after.postAction({ kind: 'write', callId: 'w' }, { status: 'ok' });

    expect((await before.evaluate({ kind: 'read', callId: 'r9' })).ruling).toBe('pass');
  });

  it('agrees with counting on one’s fingers, for any story', async () => {
    const act = fc.tuple(fc.constantFrom('read', 'write'), fc.constantFrom<OutcomeStatus>('ok', 'error', 'denied', 'cancelled'));
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 40 }), fc.boolean(), async (acts, consecutive) => {
        const told = story(Progressive({ ...reads, consecutive }));
        let count = 0;
        for (const [kind, status] of acts) {
          const ran = status === 'ok' || status === 'error';
          const want = kind === 'write' || count < 2 ? 'pass' : count < 3 ? 'warn' : 'block';
          expect(await told(kind, status)).toBe(want);
          if (kind === 'read' && want !== 'block' && ran) count += 1;
          if (kind === 'write' && ran && consecutive) count = 0;
        }
      }),
      { numRuns: cases(60) },
    );
  });

  it('forgets what lies behind the window, and says when', async () => {
    const clock = fakeClock(1_000_000);
    const act = story(Progressive({ ...reads, window: '1h' }), { clock });
    for (let i = 0; i < 3; i++) {
      await act('read');
      await clock.advance(60_000);
    }
    const engine = new PolicyEngine(Progressive({ ...reads, window: '1h' }), { clock });

    expect(await act('read')).toBe('block');
    await clock.advance(3_600_000 - 180_000);
    expect(await act('read')).toBe('warn');
    expect(engine.describe().params).toEqual({ ...reads, window: 3_600_000 });
  });

  it('says how long to wait when only time helps', async () => {
    const engine = new PolicyEngine(Progressive({ ...reads, window: '1h' }), { clock: fakeClock(5) });
    for (let i = 0; i < 3; i++) await engine.evaluate({ kind: 'read' });

    expect(await engine.evaluate({ kind: 'read' })).toMatchObject({ recover: 'wait', retryAfterMs: 3_600_000 });
  });

  it('knows sensitive reads, by whichever tool', async () => {
    const policy = Progressive({
      match: { effect: 'read', tag: 'secret' },
      consecutive: true,
      steps: [{ after: 2, then: 'block' }],
    });
    const engine = new PolicyEngine(policy, { effects: analyzeEffects({ root: '/project', home: '/home/me' }) });
    const read = (action: Partial<ActionInput>): ActionInput => ({ kind: 'read', cwd: '/project', ...action });

    expect((await engine.evaluate(read({ tool: 'Read', payload: { file_path: '.env' } }))).ruling).toBe('pass');
    expect((await engine.evaluate(read({ kind: 'bash', tool: 'Bash', payload: { command: 'base64 .env' } }))).ruling).toBe(
      'pass',
    );
    expect((await engine.evaluate(read({ tool: 'Read', payload: { file_path: 'src/a.ts' } }))).ruling).toBe('pass');
    expect((await engine.evaluate(read({ tool: 'Read', payload: { file_path: '.env' } }))).ruling).toBe('block');
  });

  it('leaves what it does not count to the default', async () => {
    const act = story(Progressive({ ...reads, consecutive: true }), { default: 'block' });

    expect(await act('write')).toBe('block');
  });
});

describe('the risk that Progressive adds up', () => {
  const risky: ProgressiveOptions = { match: { kind: 'read' }, risk: { per: 0.2, halfLife: '10m' } };

  it('rises with every action, and fades by half in every half-life', async () => {
    const clock = fakeClock(123_456_789);
    const engine = new PolicyEngine(Progressive(risky), { clock });
    const risk = async (kind: string): Promise<number> => Math.round((await engine.evaluate({ kind })).risk * 1e6) / 1e6;

    expect([await risk('read'), await risk('read'), await risk('write')]).toEqual([0.2, 0.4, 0.4]);
    await clock.advance(600_000);
    expect(await risk('write')).toBe(0.2);
    await clock.advance(600_000);
    expect([await risk('read'), await risk('write')]).toEqual([0.3, 0.3]);
  });

  it('agrees with adding up every action by its age, over any time', async () => {
    const waits = fc.array(fc.oneof(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: 0, max: 200_000 })), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(waits, fc.integer({ min: 0, max: 2 ** 41 }), async (gaps, start) => {
        const clock = fakeClock(start);
        const engine = new PolicyEngine(Progressive({ match: { kind: 'read' }, risk: { per: 0.01, halfLife: 1_000 } }), {
          clock,
        });
        const went: number[] = [];
        for (const gap of gaps) {
          clock.set(clock.now() + gap);
          const { risk } = await engine.evaluate({ kind: 'read' });
          const want = went.reduce((sum, at) => sum + 0.01 * 2 ** ((at - clock.now()) / 1_000), 0.01);
          expect(risk).toBeCloseTo(want, 9);
          went.push(clock.now());
        }
      }),
      { numRuns: cases(40) },
    );
  });

  it('never falls when the clock is set back', async () => {
    const clock = fakeClock(640_000 * 7);
    const engine = new PolicyEngine(Progressive({ match: { kind: 'read' }, risk: { per: 0.1, halfLife: 10_000 } }), { clock });
    await engine.evaluate({ kind: 'read' });
    for (const back of [1, 10_000, 100_000, 639_999]) {
      clock.set(640_000 * 7 - back);
      expect((await engine.evaluate({ kind: 'write' })).risk).toBeGreaterThanOrEqual(0.1);
    }
  });

  it('is seen by a threshold further on', async () => {
    const act = story(All(Progressive(risky), RiskThreshold({ warn: 0.5, block: 0.9 })));
    const rulings: Ruling[] = [];
    for (let i = 0; i < 5; i++) rulings.push(await act('read'));

    expect(rulings).toEqual(['pass', 'pass', 'warn', 'warn', 'block']);
    expect(await act('network')).toBe('warn');
  });

  it('is not raised by what was denied, nor twice by the same call', async () => {
    const engine = new PolicyEngine(Progressive(risky), { clock: fakeClock(9) });
    await engine.postAction(await engine.evaluate({ kind: 'read' }), { status: 'denied' });
    const twice = async (): Promise<number> => (await engine.evaluate({ kind: 'read', callId: 'a' })).risk;

    expect([await twice(), await twice(), (await engine.evaluate({ kind: 'write' })).risk]).toEqual([0.2, 0.2, 0.2]);
  });

  it('stays within one', async () => {
    const engine = new PolicyEngine(Progressive({ ...risky, risk: { per: 1, halfLife: '1w' } }));
    for (let i = 0; i < 3; i++) await engine.evaluate({ kind: 'read' });

    expect((await engine.evaluate({ kind: 'read' })).risk).toBe(1);
  });
});

describe('Progressive refuses', () => {
  test.each<[string, object]>([
    ['no steps and no risk', { match: { kind: 'read' } }],
    [
      'steps that do not come later',
      {
        ...reads,
        steps: [
          { after: 2, then: 'warn' },
          { after: 2, then: 'block' },
        ],
      },
    ],
    [
      'steps that do not get stricter',
      {
        ...reads,
        steps: [
          { after: 1, then: 'block' },
          { after: 2, then: 'ask' },
        ],
      },
    ],
    ['a step after nothing', { ...reads, steps: [{ after: 0, then: 'block' }] }],
    ['a step after a part', { ...reads, steps: [{ after: 1.5, then: 'block' }] }],
    ['a step to nowhere', { ...reads, steps: [{ after: 1, then: 'pass' }] }],
    ['a row of nothing', { match: { kind: 'read' }, consecutive: true, risk: { per: 0.1, halfLife: '1m' } }],
    ['risk without a half-life', { match: { kind: 'read' }, risk: { per: 0.1 } }],
    ['too much risk', { match: { kind: 'read' }, risk: { per: 2, halfLife: '1m' } }],
    ['risk that is no number', { match: { kind: 'read' }, risk: { per: Number.NaN, halfLife: '1m' } }],
    ['an unknown scope', { ...reads, per: 'galaxy' }],
    ['an empty match', { match: {}, steps }],
  ])('%s', (_what, options) => {
    expect(() => Progressive(options as ProgressiveOptions)).toThrow();
  });
});
