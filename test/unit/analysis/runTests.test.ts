import { block, guard, pass } from '@licet/core';
import { isNoticed, parsePolicyTests, runPolicyTests } from '@licet/analysis';
import { Budget, RateLimit, Requires } from '@licet/guards';
import type { Guard } from '@licet/core';
import { describe, expect, it } from 'vitest';

const run = (policy: Guard, text: string, only?: (name: string) => boolean): ReturnType<typeof runPolicyTests> =>
  runPolicyTests(parsePolicyTests(text), { built: { policy, settings: { default: 'pass' } }, cwd: '/project' }, only);

describe('running tests of a policy', () => {
  it('keeps state within a session, and none between cases', async () => {
    const text = `cases:
  - session: [{ write: a, times: 2, want: pass }, { write: b, want: { ruling: block, guard: budget, code: budget_exhausted } }]
  - { write: c, want: pass }
`;

    expect((await run(Budget({ max: 2 }), text)).map(({ passed }) => passed)).toEqual([true, true]);
  });

  it('says what was found where it is not what was wanted, and at which call', async () => {
    const [result] = await run(Budget({ max: 2 }), 'cases:\n  - session: [{ write: a, times: 5, want: pass }]\n');

    expect(result).toMatchObject({ passed: false, failure: { step: 0, time: 3, got: { ruling: 'block', guard: 'budget' } } });
  });

  it('moves the clock where a step waits', async () => {
    const policy = RateLimit({ max: 1, window: '10m' });
    const session = (wait: string): string =>
      `cases:\n  - session: [{ bash: a, want: pass }, { bash: b, wait: ${wait}, want: pass }]\n`;

    expect((await run(policy, session('11m')))[0]?.passed).toBe(true);
    expect((await run(policy, session('9m')))[0]?.passed).toBe(false);
  });

  it('establishes facts', async () => {
    const text = 'cases:\n  - { bash: a, facts: [ready], want: pass }\n  - { bash: a, want: block }\n';

    expect((await run(Requires({ fact: 'ready' }), text)).every(({ passed }) => passed)).toBe(true);
  });

  it('holds a case to the guard and the code that it names', async () => {
    const policy = guard('closed', () => block('no', { fix: 'wait', code: 'shut' }));
    const found = await run(
      policy,
      'cases:\n  - { bash: a, want: { ruling: block, guard: open } }\n  - { bash: b, want: { ruling: block, code: shut } }\n',
    );

    expect(found.map(({ passed }) => passed)).toEqual([false, true]);
  });

  it('runs the cases that are chosen', async () => {
    const found = await run(
      guard('fine', () => pass()),
      'cases:\n  - { bash: [a, b], want: pass }\n',
      name => name === 'b',
    );

    expect(found.map(({ name }) => name)).toEqual(['b']);
  });

  it('tells whether another policy is noticed', async () => {
    const tests = parsePolicyTests('cases:\n  - { bash: a, want: pass }\n');
    const subject = (policy: Guard): Parameters<typeof isNoticed>[1] => ({ built: { policy, settings: {} }, cwd: '/' });

    expect(await isNoticed(tests, subject(guard('fine', () => pass())))).toBe(false);
    expect(await isNoticed(tests, subject(guard('closed', () => block('no', { fix: 'wait' }))))).toBe(true);
  });
});
