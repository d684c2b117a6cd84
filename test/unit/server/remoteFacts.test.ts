import { All, PolicyEngine, When, memorySessions } from '@licet/core';
import { analyzeEffects } from '@licet/effects';
import { Facts, Obligation, Requires } from '@licet/guards';
import { createServer } from '@licet/server';
import { describe, expect, it, onTestFinished } from 'vitest';

import { TOKEN } from './fixtures.ts';

/** One store under a server and under an engine that a hook calls, as `licet serve` and `licet hook` have it. */
async function both(per: 'session' | 'project') {
  const sessions = memorySessions();
  const facts = Facts({
    root: '/w',
    facts: { tests_passing: { earnedBy: { runs: 'npm test' }, resetBy: { writes: ['src/**'] }, per } },
  });
  const changelog = Obligation({
    name: 'tested',
    when: { effect: 'delete' },
    fulfilledBy: { runs: 'npm test' },
    deadline: { actions: 1 },
    late: 'block',
    root: '/w',
  });
  const make = () =>
    new PolicyEngine(All(facts, changelog, When({ runs: 'git commit' }, Requires('tests_passing'))), {
      effects: analyzeEffects({ root: '/w', files: false }),
      sessions,
      default: 'pass',
    });
  const server = createServer({
    open: () => ({ engine: make(), settings: {}, sources: [] }),
    tokens: [{ token: TOKEN, may: ['decide', 'report', 'look'] }],
  });
  const url = await server.listen();
  onTestFinished(() => server.close());
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` };
    return (await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json() as Promise<never>;
  };
  const bash = (command: string, callId: string) => ({ kind: 'bash', cwd: '/w', sessionId: 's', callId, payload: { command } });
  const engine = make();
  return {
    engine,
    bash,
    post,
    remote: async (command: string, callId: string) => {
      const { id, ruling } = (await post('/v1/evaluate', { action: bash(command, callId) })) as { id: string; ruling: string };
      await post('/v1/outcome', { evaluationId: id, outcome: { status: 'ok' } });
      return ruling;
    },
    hook: async (command: string, callId: string) => {
      const evaluation = await engine.evaluate(bash(command, callId));
      if (evaluation.passed) await engine.postAction(evaluation, { status: 'ok' });
      return evaluation.ruling;
    },
  };
}

describe.each(['session', 'project'] as const)('what a remote caller reports of a %s', per => {
  it('earns facts for remote actions, and never for those of a hook', async () => {
    const { remote, hook } = await both(per);
    expect(await hook('ls', 'a')).toBe('pass');
    await remote('npm test', 'b');

    expect(await remote('git commit -m a', 'c')).toBe('pass');
    expect(await hook('git commit -m a', 'd')).toBe('block');
    await hook('npm test', 'e');
    await remote('npm test', 'f');
    expect(await hook('git commit -m a', 'g')).toBe('pass');
  });

  it('does not count for a session that it has opened before the hook', async () => {
    const { remote, hook } = await both(per);
    await remote('npm test', 'a');

    expect(await hook('git commit -m a', 'b')).toBe('block');
  });

  it('makes void what a hook has earned, when it changes the sources', async () => {
    const { remote, hook } = await both(per);
    await hook('npm test', 'a');
    await remote('touch src/a.ts', 'b');

    expect(await hook('git commit -m a', 'c')).toBe('block');
  });
});

describe('a remote caller', () => {
  it('does not report the outcome of a call that a hook has had judged', async () => {
    const { engine, bash, post, hook } = await both('session');
    const action = bash('npm test', 'toolu_1');
    await engine.evaluate(action);
    await post('/v1/outcome', { action, outcome: { status: 'ok' } });

    expect(await hook('git commit -m a', 'b')).toBe('block');
  });

  it('fulfils no obligation of a hook, but its own', async () => {
    const { remote, hook } = await both('session');
    await hook('rm a.txt', 'a');
    await remote('npm test', 'b');
    await hook('touch b.txt', 'c');
    expect(await hook('touch c.txt', 'd')).toBe('block');
    await hook('npm test', 'e');
    expect(await hook('touch c.txt', 'f')).toBe('pass');
    await remote('rm b.txt', 'g');
    await remote('npm test', 'h');
    await remote('touch d.txt', 'i');
    expect(await remote('touch e.txt', 'j')).toBe('pass');
  });
});
