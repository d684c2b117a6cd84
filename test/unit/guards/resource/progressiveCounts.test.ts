import type { ActionInput, Ruling } from '@licet/core';
import { All, PolicyEngine, block, guard, skip } from '@licet/core';
import { fakeClock } from '@licet/core/testing';
import { analyzeEffects } from '@licet/effects';
import { memoryFiles } from '@licet/effects/places';
import { Progressive } from '@licet/guards';
import type { ProgressiveOptions } from '@licet/guards';
import { describe, expect, it } from 'vitest';

import { agentUnder } from '../workflow/support.ts';

const place = { root: '/w', home: '/home/u', files: memoryFiles({ '/w/src/a.ts': 'file', '/w/src/b.ts': 'file' }) };
const noNetwork = guard('no_network', ({ kind }) =>
  kind === 'network' ? block('the network is closed', { fix: 'work offline' }) : skip(),
);

/** An agent under its own ladder, with a clock that the test moves. */
function agent(options: ProgressiveOptions) {
  const clock = fakeClock(1_000_000);
  const policy = All(noNetwork, Progressive({ ...options, ...place }));
  const engine = new PolicyEngine(policy, { clock, effects: analyzeEffects({ ...place, env: {} }), default: 'pass' });
  let calls = 0;
  const act = async (action: ActionInput, status: 'ok' | 'error' | 'denied' = 'ok') => {
    const evaluation = await engine.evaluate({ sessionId: 's', cwd: '/w', callId: `c${calls++}`, ...action });
    if (evaluation.passed) await engine.postAction(evaluation, { status });
    return evaluation;
  };
  const write = async (file_path: string, status?: 'ok' | 'error' | 'denied') =>
    (await act({ kind: 'write', tool: 'Write', payload: { file_path, content: '' } }, status)).ruling;
  const run = (command: string, status?: 'ok' | 'error') => act({ kind: 'bash', tool: 'Bash', payload: { command } }, status);
  return { act, write, run, clock };
}

const writes = { effect: 'write' } as const;

describe('what progressive counts', () => {
  it('counts by target: every file has its own count, however it is named and whatever writes it', async () => {
    const { write, run } = agent({
      match: writes,
      by: 'target',
      steps: [
        { after: 2, then: 'warn' },
        { after: 3, then: 'block' },
      ],
    });
    expect([await write('src/a.ts'), await write('/w/src/../src/a.ts'), await write('src/b.ts')]).toEqual([
      'pass',
      'pass',
      'pass',
    ]);
    const third = await run('echo x >> src/a.ts');
    expect([third.ruling, third.reason]).toEqual(['warn', '2 actions like this on `src/a.ts` have gone ahead already']);
    expect([await write('src/a.ts'), await write('src/b.ts')]).toEqual(['block', 'pass']);
    expect((await run('touch src/a.ts src/c.ts')).ruling).toBe('block');
    expect((await run('touch src/c.ts')).ruling).toBe('pass');
  });

  it('counts what has no target, or more than can be told apart, together', async () => {
    const { run } = agent({ match: { kind: 'bash' }, by: 'target', steps: [{ after: 2, then: 'block' }] });
    const many = `touch ${Array.from({ length: 30 }, (_, index) => `f${index}`).join(' ')}`;
    expect([(await run('true')).ruling, (await run(many)).ruling, (await run('true')).ruling]).toEqual(['pass', 'pass', 'block']);
  });

  it('counts failures alone', async () => {
    const { write, act } = agent({ match: writes, count: 'failed', steps: [{ after: 2, then: 'ask' }] });
    const rulings: Ruling[] = [];
    for (const status of ['ok', 'error', 'denied', 'ok', 'error'] as const) rulings.push(await write('src/a.ts', status));
    expect(rulings).toEqual(['pass', 'pass', 'pass', 'pass', 'pass']);
    const { ruling, reason } = await act({ kind: 'write', tool: 'Write', payload: { file_path: 'src/b.ts', content: '' } });
    expect([ruling, reason]).toEqual(['ask', '2 actions like this have failed already']);
  });

  it('counts what others have stopped, each call once, and not what it stops itself', async () => {
    const { act } = agent({
      match: { kind: ['network', 'tool'] },
      count: 'blocked',
      window: '1h',
      steps: [{ after: 2, then: 'block' }],
    });
    const send = { kind: 'network', tool: 'send', payload: {} };
    await act({ ...send, callId: 'same' });
    await act({ ...send, callId: 'same' });
    expect((await act({ kind: 'tool', tool: 'find' })).ruling).toBe('pass');
    await act(send);
    for (let times = 0; times < 3; times++) {
      const { reason, retryAfterMs } = await act({ kind: 'tool', tool: 'find' });
      expect(reason).toBe('2 actions like this were stopped already');
      expect(retryAfterMs).toBe(3_600_000);
    }
    expect((await act({ kind: 'read', tool: 'Read' })).ruling).toBe('pass');
  });

  it('forgets what lies outside of the window', async () => {
    const { act, clock } = agent({ match: { kind: '*' }, count: 'blocked', window: '10m', steps: [{ after: 1, then: 'block' }] });
    await act({ kind: 'network' });
    expect((await act({ kind: 'tool' })).ruling).toBe('block');
    await clock.advance(600_001);
    expect((await act({ kind: 'tool' })).ruling).toBe('pass');
  });

  it('tells a warning once, and again only after its cool-down', async () => {
    const { write, clock } = agent({
      match: writes,
      by: 'target',
      cooldown: '5m',
      steps: [
        { after: 1, then: 'warn' },
        { after: 5, then: 'block' },
      ],
    });
    const rulings = async (): Promise<readonly Ruling[]> => [await write('src/a.ts'), await write('src/a.ts')];
    expect(await rulings()).toEqual(['pass', 'warn']);
    expect(await write('src/a.ts')).toBe('pass');
    expect([await write('src/b.ts'), await write('src/b.ts')]).toEqual(['pass', 'warn']);
    await clock.advance(300_001);
    expect(await rulings()).toEqual(['warn', 'pass']);
    expect(await write('src/a.ts')).toBe('block');
  });

  it('is written in YAML as in code', async () => {
    const { run } = agentUnder(
      'policy: { progressive: { match: { effect: write }, by: target, cooldown: 10m, steps: [{ after: 1, then: warn }, { after: 2, then: block }] } }\n',
    );
    const rulings: Ruling[] = [];
    for (const file of ['src/a.ts', 'src/a.ts', 'src/b.ts', 'src/a.ts']) rulings.push((await run(`touch ${file}`)).ruling);
    expect(rulings).toEqual(['pass', 'warn', 'pass', 'block']);
  });

  it.each([
    [{ by: 'agent', per: 'session' }, 'say the same'],
    [{ by: 'target', consecutive: true }, 'use a `window`'],
    [{ count: 'failed', consecutive: true }, 'use a `window`'],
    [{ cooldown: '1m', steps: [{ after: 1, then: 'ask' }] }, 'there is none'],
  ] as const)('refuses %j, which means nothing', (options, message) => {
    expect(() => Progressive({ match: writes, steps: [{ after: 1, then: 'warn' }], ...options })).toThrow(message);
  });

  it('refuses to count what no step asks about', () => {
    const risk = { per: 0.1, halfLife: '1h' };
    expect(() => Progressive({ match: writes, count: 'failed', risk })).toThrow('are about `steps`');
  });
});
