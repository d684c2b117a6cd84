import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { ActionInput, Ruling } from '@licet/core';
import { allowOnce } from 'licet/source/commands/allowOnce.ts';
import type { AllowOnceOptions } from 'licet/source/commands/allowOnce.ts';
import { openEngine } from 'licet/source/policy/openEngine.ts';
import { readPolicy } from 'licet/source/policy/readPolicy.ts';
import { afterAll, beforeEach, describe, expect, it, test } from 'vitest';

const POLICY = `version: 1
default: pass
policy:
  all:
    - self_protection: {}
    - escalate:
        - file_boundary: { deny: ['**/.env*', 'secret/**'] }
        - allow_once: {}
`;
const made: string[] = [];
afterAll(() => made.forEach(folder => rmSync(folder, { recursive: true, force: true })));

let root = '';
const project = (policy: string): string => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'licet-grant-')));
  made.push(root);
  mkdirSync(join(root, 'secret'));
  for (const name of ['.env', '.env.production', 'secret/a', 'secret/[b]']) writeFileSync(join(root, name), '');
  writeFileSync(join(root, 'governance.yaml'), policy);
  return root;
};
beforeEach(() => void project(POLICY));

const person = { hasTerminal: true, env: {} };

async function run(
  paths: readonly string[],
  options: AllowOnceOptions = {},
  caller: typeof person = person,
  now = Date.now(),
): Promise<readonly string[]> {
  const lines: string[] = [];
  const terminal = { print: (text: string) => void lines.push(text), complain: () => undefined, hasColor: false };
  expect(await allowOnce(paths, options, terminal, { caller, cwd: root, now })).toBe(0);
  return lines;
}

/** What the hook says to a call: a new engine each time, as each call of a hook is a process. */
async function judge(command: string, more: Partial<ActionInput> = {}): Promise<Ruling> {
  const file = join(root, 'governance.yaml');
  const { engine } = await openEngine({ kept: await readPolicy(file, true), file }, { records: true });
  const evaluation = await engine.evaluate({
    kind: 'bash',
    tool: 'Bash',
    cwd: root,
    sessionId: 's',
    payload: { command },
    ...more,
  });
  if (evaluation.passed) await engine.postAction(evaluation, { status: 'ok' });
  return evaluation.ruling;
}

describe('licet allow-once', () => {
  it('opens a file once, for reading and writing, and no neighbour', async () => {
    expect(await judge('cat .env')).toBe('block');
    const [line] = await run(['.env']);

    expect(line).toMatch(/^[0-9a-f]{8} {2}open {2}read, write \.env {2}\(used 0 of 1, any session, until \d{4}-/);
    expect([await judge('cat .env.production'), await judge('rm .env')]).toEqual(['block', 'block']);
    expect([await judge('cat .env'), await judge('cat .env')]).toEqual(['pass', 'block']);
  });

  it('makes no exception that would open nothing, and says which rule stays', async () => {
    project(`${POLICY}access: { .env: no-access, conf/: read-only }\n`);

    await expect(run(['.env'])).rejects.toThrow(
      /^no exception was made, because it would open nothing: `access_map` blocks reading `\.env` all the same \(.*\); `access_map` blocks writing `\.env` .*an exception lifts only a rule that is written before `allow_once`/u,
    );
    await expect(run(['conf/*'], { to: 'write' })).rejects.toThrow('blocks writing `conf/*` all the same');
    await expect(run(['governance.yaml'], { to: 'write' })).rejects.toThrow('`self_protection` blocks writing `governance.yaml`');
    await expect(run([], { forCommand: 'cat .env' })).rejects.toThrow('blocks `cat .env` all the same');
    expect(await run([], { list: true })).toEqual(['there are no exceptions']);
  });

  it('says which part of an exception opens nothing, and makes it for the rest', async () => {
    project(`${POLICY}access: { secret/: read-only, ./: read-write }\n`);
    const complaints: string[] = [];
    const terminal = { print: () => undefined, complain: (text: string) => void complaints.push(text), hasColor: false };

    expect(await allowOnce(['secret/a'], {}, terminal, { caller: person, cwd: root, now: Date.now() })).toBe(0);
    expect(complaints).toEqual([expect.stringMatching(/^`access_map` blocks writing `secret\/a` all the same/u)]);
    expect([await judge('cat secret/a'), await judge('cat secret/a')]).toEqual(['warn', 'block']);
  });

  it('shows what was used, and by whom', async () => {
    await run(['.env'], { uses: '2', session: 's', to: 'read' });
    await judge('cat .env');
    const lines = await run([], { list: true }, { hasTerminal: false, env: {} });

    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/open {2}read \.env {2}\(used 1 of 2, session s, /);
    expect(lines[1]).toMatch(/used \S+ by Bash in session s: ok$/);
    await judge('cat .env');
    expect((await run([], { list: true }))[0]).toContain('used up');
  });

  it('opens what a pattern means, a folder only when it is written as one', async () => {
    await run(['.env*'], { uses: '9' });
    expect([await judge('cat .env'), await judge('cat .env.production')]).toEqual(['pass', 'pass']);
    await expect(run(['secret'])).rejects.toThrow(/is a folder: write `secret\/`/);
    await run(['secret/'], { uses: '9' });
    expect(await judge('cat secret/a')).toBe('pass');
  });

  it('takes a name with brackets that exists for that name', async () => {
    await run(['secret/[b]'], { uses: '9' });

    expect([await judge("cat 'secret/[b]'"), await judge('cat secret/b')]).toEqual(['pass', 'block']);
  });

  it('opens a command to the letter, in this folder', async () => {
    await run([], { forCommand: 'cat .env > /tmp/x', uses: '5' });

    expect([await judge('cat .env > /tmp/x'), await judge('cat .env >/tmp/x')]).toEqual(['pass', 'block']);
    expect(await judge('cat .env > /tmp/x', { cwd: join(root, 'secret') })).toBe('block');
  });

  it('keeps an exception to the file that a link led to', async () => {
    symlinkSync('.env', join(root, 'link'));
    await run(['link'], { uses: '9' });
    expect(await judge('cat link')).toBe('pass');
    rmSync(join(root, 'link'));
    symlinkSync('.env.production', join(root, 'link'));
    expect(await judge('cat link')).toBe('block');
  });

  it('withdraws an exception', async () => {
    const id = (await run(['.env'], { json: true }))[0];
    const [{ grant }] = JSON.parse(id ?? '') as [{ grant: { id: string } }];
    expect(await run([], { revoke: grant.id })).toEqual([`withdrawn ${grant.id}`]);

    expect(await judge('cat .env')).toBe('block');
    await expect(run([], { revoke: grant.id })).rejects.toThrow(/there is no exception/);
    expect(await run([], { list: true })).toEqual(['there are no exceptions']);
  });

  it('lets it expire, and forgets it a week later', async () => {
    const then = Date.now() - 8 * 86_400_000;
    await run(['.env'], {}, person, then);
    expect(await judge('cat .env')).toBe('block');
    expect((await run([], { list: true }))[0]).toContain('expired');
    await run(['secret/a']);
    expect((await run([], { list: true })).join()).not.toContain('.env');
  });

  test.each([
    [{ hasTerminal: false, env: {} }, /no terminal to ask on: run it in one$/],
    [{ hasTerminal: true, env: { CLAUDECODE: '1' } }, /`CLAUDECODE` says that an agent/],
    [{ hasTerminal: true, env: { CLAUDE_CODE_SESSION_ID: 'x' } }, /is for a human/],
  ])('refuses %j', async (caller, message) => {
    for (const options of [{}, { revoke: 'x' }])
      await expect(run('revoke' in options ? [] : ['.env'], options, caller)).rejects.toThrow(message);
    expect(await run([], { list: true }, caller)).toEqual(['there are no exceptions']);
  });

  test.each<[readonly string[], AllowOnceOptions, RegExp]>([
    [[], {}, /expected a path/],
    [['.env'], { list: true }, /expected a path/],
    [['.env'], { uses: '0' }, /whole number from 1 to 1000/],
    [['.env'], { uses: '1e9' }, /whole number/],
    [['.env'], { for: '31d' }, /at most 30 days/],
    [['.env'], { for: '4' }, /such as `30m`/],
    [['.env'], { to: 'read,execute' }, /found `execute`/],
    [[], { to: 'read', forCommand: 'ls' }, /name a path/],
    [['!(a|!(b))*'], {}, /bad path pattern/],
    [[], { forCommand: '  ' }, /found nothing/],
    [[], { forAction: 'abc' }, /64 hexadecimal digits/],
    [['.env'], { session: '' }, /identity of a session/],
  ])('refuses %j with %j', async (paths, options, message) => {
    await expect(run(paths, options)).rejects.toThrow(message);
  });

  it('refuses where an exception would open nothing', async () => {
    project('version: 1\ndefault: pass\npolicy: { floor: {} }\n');
    await expect(run(['.env'])).rejects.toThrow(/has no `allow_once`/);
    project(`${POLICY}sessions: { store: memory }\n`);
    await expect(run(['.env'])).rejects.toThrow(/keeps its sessions in memory/);
  });

  it('prints nothing that could pose as something else', async () => {
    const [line] = await run([], { forCommand: 'echo \u001b[2J\u202e', session: '\u0007' });

    expect(line).not.toMatch(/[\p{Cc}\u202e]/u);
  });
});
