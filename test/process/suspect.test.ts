import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { sqliteState } from '@licet/adapters/sqlite';
import { PolicyEngine, createRegistry, guard, pass } from '@licet/core';
import { analyzeEffects } from '@licet/effects';
import { loadPolicy } from '@licet/core/yaml';
import { guardDefinitions } from '@licet/guards';
import { beforeAll, describe, expect, it } from 'vitest';

import { command as licet, project } from '../support/cli.ts';

const POLICY = `version: 1
default: pass
audit: { store: sqlite }
policy:
  all:
    - secret_paths: {}
    - when:
        if: { runs: git push }
        then: { human_approval: { reason: a push reaches others } }
`;

let root = '';

beforeAll(async () => {
  root = project(POLICY);
  mkdirSync(join(root, '.licet'));
  const { audit, sessions, close } = sqliteState(join(root, '.licet', 'state.db'));
  const place = { root, home: '/home/me' };
  const loaded = loadPolicy(POLICY, { registry: createRegistry(guardDefinitions), ...place });
  let answer = true;
  const engine = new PolicyEngine(loaded, {
    audit,
    sessions,
    effects: analyzeEffects(place),
    approver: { approve: ({ questions }) => ({ granted: questions.map(() => answer), by: 'ann' }) },
  });
  const run = async (command: string, callId: string): Promise<unknown> =>
    engine.evaluate({ kind: 'bash', tool: 'Bash', payload: { command }, cwd: root, sessionId: 's', callId });
  await run('git push', '1');
  await run('git push', '2');
  answer = false;
  await run('git push', '3');
  await run('git push origin release', '4');
  await run('cat .env', '5');
  await run('cat .env.production', '6');
  // What a person has opened since: the same call goes ahead.
  const opened = new PolicyEngine(
    guard('open', () => pass()),
    { audit, sessions },
  );
  await opened.evaluate({ kind: 'bash', tool: 'Bash', payload: { command: 'cat .env' }, cwd: root, sessionId: 's', callId: '7' });
  close();
});

describe('licet logs --suspect', () => {
  it('lists what a human let through, with the line of the policy and the exception that would fit', () => {
    const { status, stdout, stderr } = licet(root, ['logs', '--suspect']);

    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^ {5}2 x ask {2}Bash git push {2}human_approval, approval_required/m);
    expect(stdout).toContain("allowed by a human; what would fit: `licet allow-once --for-command 'git push'`");
    expect(stdout).toMatch(/^ {5}1 x block {2}Bash cat \.env {2}secret_paths, secret_read, governance\.yaml:6$/m);
    expect(stdout.indexOf('git push')).toBeLessThan(stdout.indexOf('cat .env'));
    expect(stdout).not.toContain('release');
    expect(stdout).not.toContain('production');
  });

  it('prints the same as JSON, and keeps to its filters', () => {
    expect(JSON.parse(licet(root, ['logs', '--suspect', '--json']).stdout)).toMatchObject([
      { guard: 'human_approval', allowed: 2, refused: 0, action: 'Bash git push' },
      { guard: 'secret_paths', allowed: 1, refused: 0, action: 'Bash cat .env' },
    ]);
    expect(licet(root, ['logs', '--suspect', '--session', 'other']).stdout).toBe('no stop was allowed by a human afterwards\n');
  });

  it('is the end of the trail without it', () => {
    expect(licet(root, ['logs', '--lines', '1']).stdout).toBe(licet(root, ['audit', 'tail', '--lines', '1']).stdout);
  });
});
