import { Hold } from '@licet/guards';
import { describe, expect, it, test } from 'vitest';

import { agentUnder } from './support.ts';

const POLICY = `policy:
  all:
    - hold: { after: { blocked: 3, refused: 2, failed: 4, within: 10 } }
    - file_boundary: { allow: ['src/**'], deny: ['test/**'], unknown: pass }
`;

describe('Hold', () => {
  it('begins when too many actions were stopped, and leaves only looking', async () => {
    const { act, read, run, sessions, audit } = agentUnder(POLICY);
    for (let count = 0; count < 3; count++) expect((await run('touch test/a.test.ts')).code).not.toBe('held');

    const evaluation = await run('touch src/a.ts');
    expect(evaluation).toMatchObject({ passed: false, code: 'held' });
    expect(evaluation.reason).toBe('the session is on hold: 3 of the last 10 actions were stopped');
    expect(evaluation.fix?.summary).toContain('`licet continue`');
    expect((await act(read('/w/src/a.ts'))).passed).toBe(true);
    expect((await run('licet status')).passed).toBe(true);
    expect((await run('licet continue')).passed).toBe(false);
    expect((await run('licet status && touch src/a.ts')).passed).toBe(false);
    expect((await sessions.load('s')).facts['@hold']).toMatchObject({ reason: '3 of the last 10 actions were stopped' });
    expect(audit.records).toContainEqual(expect.objectContaining({ type: 'fact', name: 'hold', change: 'established' }));
  });

  it('does not end by itself, however much is read', async () => {
    const { act, read, run } = agentUnder(POLICY);
    for (let count = 0; count < 3; count++) await run('touch test/a.test.ts');
    for (let count = 0; count < 60; count++) await act(read('/w/src/a.ts'));

    expect((await run('touch src/a.ts')).code).toBe('held');
  });

  test.each([
    ['failed', 4],
    ['refused', 2],
  ] as const)('begins when too many actions were %s', async (what, many) => {
    const { run, engine, call } = agentUnder(POLICY);
    for (let count = 0; count < many; count++) {
      expect((await run('ls')).passed).toBe(true);
      if (what === 'failed') await run('touch src/a.ts', 'error');
      else {
        const action = call('touch src/a.ts');
        await engine.evaluate(action);
        await engine.postAction(action, { status: 'denied' });
      }
    }

    expect((await run('touch src/a.ts')).reason).toContain(what === 'failed' ? 'have failed' : 'were refused');
  });

  it('forgets what lies further back than it counts', async () => {
    const { run } = agentUnder(POLICY);
    for (let count = 0; count < 2; count++) await run('touch test/a.test.ts');
    for (let count = 0; count < 10; count++) await run('ls');
    await run('touch test/a.test.ts');

    expect((await run('touch src/a.ts')).passed).toBe(true);
  });

  it('counts a call that is evaluated again once', async () => {
    const { run } = agentUnder(POLICY);
    for (let count = 0; count < 5; count++) await run('touch test/a.test.ts', 'ok', { callId: 'same' });

    expect((await run('touch src/a.ts')).passed).toBe(true);
  });

  it('ends when a human ends it, and starts to count again', async () => {
    const { run, sessions } = agentUnder(POLICY);
    for (let count = 0; count < 3; count++) await run('touch test/a.test.ts');
    const at = Date.now();
    await sessions.append('s', [
      { type: 'fact', at, name: '@hold', value: null },
      { type: 'fact', at, name: '@continued', value: { at, by: 'ann', deed: 'd1' } },
    ]);

    expect((await run('touch src/a.ts')).passed).toBe(true);
  });

  it('holds every session that a human has put on hold', async () => {
    const { run, sessions } = agentUnder('policy: { all: [ { hold: {} }, { floor: {} } ] }\n');
    await sessions.append('@project', [{ type: 'fact', at: 1, name: '@hold', value: { reason: 'wait for the release' } }]);

    expect((await run('touch src/a.ts')).reason).toBe('the session is on hold: wait for the release');
    expect((await run('ls', 'ok', { sessionId: 'other' })).code).toBe('held');
  });

  it('puts no session on hold by what it stops itself', async () => {
    const { run, sessions } = agentUnder('policy: { all: [ { hold: { after: { blocked: 1 } } }, { floor: {} } ] }\n');
    const tell = (value: { reason: string } | null) =>
      sessions.append('@project', [{ type: 'fact', at: 1, name: '@hold', value }]);
    await tell({ reason: 'wait for the release' });
    expect((await run('touch src/a.ts')).code).toBe('held');
    await tell(null);

    expect((await run('touch src/a.ts')).passed).toBe(true);
  });

  it('does not let parallel calls past the limit', async () => {
    const { engine, call, run } = agentUnder(POLICY);
    await Promise.all([1, 2, 3].map(() => engine.evaluate(call('touch test/a.test.ts'))));

    expect((await run('touch src/a.ts')).code).toBe('held');
  });

  it('needs something to count where it counts', () => {
    expect(() => Hold({ after: { within: 5 } })).toThrow('needs one of');
    expect(() => Hold({ after: { blocked: 30 } })).toThrow('25');
  });
});
