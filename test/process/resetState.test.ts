import { mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { installedSqlite } from '@licet/adapters/sqlite';
import { describe, expect, it, test } from 'vitest';

import { command as licet } from '../support/cli.ts';
import type { Ended } from '../support/cli.ts';

interface Place {
  readonly root: string;
  readonly state: string;
  readonly run: (args: readonly string[], input?: string, more?: Readonly<Record<string, string>>) => Ended;
  /** Sends a Read to the hook, and returns what it prints. */
  readonly judged: (id: string) => string;
}

/** A project into which `licet init` was run, with its own home. */
function initialized(): Place {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'licet-reset-state-')));
  const [root, home] = [join(base, 'project'), join(base, 'home')];
  for (const folder of [root, home]) mkdirSync(folder);
  const run: Place['run'] = (args, input = '', more = {}) => licet(root, args, input, undefined, { HOME: home, ...more });
  expect(run(['init', 'claude-code'])).toMatchObject({ status: 0 });
  const judged: Place['judged'] = id => {
    const call = { tool_name: 'Read', tool_input: { file_path: join(root, 'README.md') } };
    const event = { hook_event_name: 'PreToolUse', session_id: 's', cwd: root, tool_use_id: id, ...call };
    return run(['hook', 'claude-code'], JSON.stringify(event)).stdout;
  };
  expect(judged('first')).toBe('{}\n');
  return { root, state: join(root, '.licet', 'state.db'), run, judged };
}

function damage(state: string): void {
  for (const end of ['-wal', '-shm']) rmSync(`${state}${end}`, { force: true });
  writeFileSync(state, Buffer.alloc(20_000, 'damaged '));
}

function setFormat(state: string): void {
  const driver = installedSqlite(state);
  driver.exec('pragma user_version = 6');
  driver.close();
}

describe('licet reset --state', () => {
  test.each([
    ['damaged', damage],
    ['of another format', setFormat],
  ])('moves a state aside that is %s, keeps it whole, and the next call is judged', (_what, spoil) => {
    const { root, state, run, judged } = initialized();
    spoil(state);
    const before = readFileSync(state);

    expect(judged('two')).toMatch(/"permissionDecision":"deny".*`licet reset --state`/u);
    expect(run(['doctor', '--no-timing']).stdout).toMatch(/^FAILED {2}the state can be opened/mu);
    const { status, stdout } = run(['reset', '--state', '--yes']);

    expect(status).toBe(0);
    expect(stdout).toMatch(/^moved aside: .*state\.db\.aside-.*\na new state begins with the next call\n$/u);
    const kept = readdirSync(join(root, '.licet')).find(name => /^state\.db\.aside-[\dTZ-]+$/u.test(name)) ?? '';
    expect(readFileSync(join(root, '.licet', kept))).toEqual(before);
    expect(judged('three')).toBe('{}\n');
    expect(run(['audit', 'verify']).status).toBe(0);
    expect(run(['audit', 'query', '--json']).stdout).toContain(`the state moved aside, as \`${kept}\``);
  });

  it('is for a person: it changes nothing in the shell of an agent', () => {
    const { state, run } = initialized();
    const before = readFileSync(state);

    expect(run(['reset', '--state', '--yes'], '', { CLAUDECODE: '1' })).toMatchObject({ status: 3 });
    expect(run(['reset', '--state'])).toMatchObject({ status: 3 });
    expect(readFileSync(state)).toEqual(before);
  });

  it('reports that nothing has been kept yet, and the next call is judged', () => {
    const { state, run, judged } = initialized();
    for (const end of ['', '-wal', '-shm']) rmSync(`${state}${end}`, { force: true });

    expect(judged('two')).toContain('"permissionDecision":"deny"');
    expect(run(['reset', '--state', '--yes'])).toMatchObject({ status: 0, stdout: 'a new state begins with the next call\n' });
    expect(judged('three')).toBe('{}\n');
  });
});
