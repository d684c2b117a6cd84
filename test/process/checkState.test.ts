import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { beforeAll, describe, expect, it } from 'vitest';

import { BUNDLE, command as licet, project } from '../support/cli.ts';

const POLICY = `version: 1
default: pass
audit: { store: none }
policy:
  all:
    - budget: { max: 2, match: { tool: pay } }
    - rate_limit: { max: 1, window: 1d, match: { tool: mail } }
    - when: { if: { tool: deploy }, then: { requires: tests_passing } }
`;

const hook = (root: string, tool: string, session_id: string): unknown => {
  const call = { hook_event_name: 'PreToolUse', session_id, cwd: root, tool_name: tool, tool_input: {}, tool_use_id: tool };
  const { stdout } = licet(root, ['hook', 'claude-code', '--policy', join(root, 'governance.yaml')], JSON.stringify(call));
  return JSON.parse(stdout);
};

const contents = (root: string): readonly string[] =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter(name => !name.endsWith('-shm') && statSync(join(root, name)).isFile())
    .sort()
    .map(name => `${name} ${readFileSync(join(root, name), 'base64')}`);

describe('licet check and explain, on what is kept', () => {
  let root = '';
  beforeAll(() => {
    root = project(POLICY);
    expect([hook(root, 'pay', 'a'), hook(root, 'mail', 'a')]).toEqual([{}, {}]);
  });

  it.each([
    ['mail', ['--session', 'a'], 2],
    ['mail', ['--session', 'b'], 0],
    ['mail', [], 0],
    ['pay', ['--session', 'a'], 0],
    ['deploy', ['--session', 'a'], 2],
  ])('judges %s with %j by the limits of that session: %s', (tool, args, status) => {
    for (const command of ['check', 'explain']) expect(licet(root, [command, '--tool', tool, ...args]).status).toBe(status);
  });

  it('judges the lines of a stream by the session that they name, else by the one that is given', () => {
    const lines = [{ id: 1 }, { id: 2, sessionId: 'b' }].map(line => JSON.stringify({ kind: 'tool', tool: 'mail', ...line }));

    const { stdout } = licet(root, ['check', '--batch', '--session', 'a'], lines.join('\n'));

    const rulings = stdout
      .trim()
      .split('\n')
      .map(line => (JSON.parse(line) as { ruling: string }).ruling);
    expect(rulings).toEqual(['block', 'pass']);
  });

  it('charges nothing and changes nothing, however often', () => {
    const before = contents(root);
    for (let time = 0; time < 3; time++) expect(licet(root, ['check', '--tool', 'pay', '--session', 'a']).status).toBe(0);

    expect(contents(root)).toEqual(before);
  });

  it('makes nothing where nothing was kept', () => {
    const fresh = project(POLICY);

    expect(licet(fresh, ['check', '--tool', 'pay', '--session', 'a']).status).toBe(0);
    expect(readdirSync(fresh)).toEqual(['governance.yaml']);
  });
});

describe('a database that does not answer', () => {
  const root = project(
    'version: 1\ndefault: pass\nsessions: { store: postgres, uri_env: LICET_NOWHERE }\naudit: { store: postgres, uri_env: LICET_NOWHERE }\npolicy: { budget: { max: 1 } }\n',
  );

  it.each([
    ['check', '--command', 'ls'],
    ['explain', '--command', 'ls'],
    ['approvals', 'list'],
    ['audit', 'tail'],
    ['reset', '--yes'],
  ])('is one line that %s complains in, and shows no password', (...args) => {
    const ended = licet(root, args, '', BUNDLE, { LICET_NOWHERE: 'postgres://me:geheim@127.0.0.1:1/x' });

    expect(ended).toMatchObject({ status: 3, stdout: '' });
    expect(ended.stderr).toMatch(/^licet: the state at `127\.0\.0\.1:1\/x` cannot be used: no server answers there.*\n$/u);
  });
});
