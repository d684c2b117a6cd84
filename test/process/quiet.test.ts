import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { HookReply } from '@licet/adapters/claude-code';
import { describe, expect, it, onTestFinished, test } from 'vitest';

import { BUNDLE, command as licet } from '../support/cli.ts';
import { hasScript, onTerminal } from '../support/onTerminal.ts';

const POLICY = 'version: 1\ndefault: pass\nquiet: look\ninclude: [standard]\n';

/** The newest client that was driven. */
const CLIENT = { AI_AGENT: 'claude-code_2-1-330_harness' };

interface Asked {
  readonly mode?: string;
  readonly client?: Readonly<Record<string, string>>;
}

class World {
  readonly home = realpathSync(mkdtempSync(join(tmpdir(), 'licet-quiet-')));
  readonly project = join(this.home, 'shop');
  #calls = 0;

  constructor(policy: string = POLICY) {
    mkdirSync(join(this.project, 'src'), { recursive: true });
    writeFileSync(join(this.project, 'governance.yaml'), policy);
    writeFileSync(join(this.project, '.env'), 'KEY=1\n');
    writeFileSync(join(this.project, 'README.md'), '# Shop\n');
    onTestFinished(() => rmSync(this.home, { recursive: true, force: true, maxRetries: 5 }));
  }

  run(args: readonly string[], input = '', env: Readonly<Record<string, string>> = {}): ReturnType<typeof licet> {
    return licet(this.project, args, input, BUNDLE, { HOME: this.home, ...env });
  }

  async accept(): Promise<this> {
    const { status } = await onTerminal(this.project, ['accept'], { answer: 'y\n', env: { HOME: this.home } });
    expect(status).toBe(0);
    return this;
  }

  /** What the hook decides about a command: `allow`, `ask`, `deny`, or undefined for no opinion. */
  decides(command: string, { mode = 'default', client = CLIENT }: Asked = {}): string | undefined {
    const event = {
      hook_event_name: 'PreToolUse',
      session_id: 's',
      cwd: this.project,
      tool_use_id: `t${this.#calls++}`,
      permission_mode: mode,
      tool_name: 'Bash',
      tool_input: { command },
    };
    const { status, stdout } = this.run(['hook', 'claude-code'], JSON.stringify(event), client);
    expect(status).toBe(0);
    return (JSON.parse(stdout) as HookReply).hookSpecificOutput?.permissionDecision;
  }
}

describe.skipIf(!hasScript)('quiet: look (skipped where `script` lends no terminal)', () => {
  it('lets calls run that are certain to look only, and leaves every other call to the rules', async () => {
    const world = await new World().accept();

    expect(world.decides('git log --oneline | head -3')).toBe('allow');
    expect(world.decides('cat README.md')).toBe('allow');
    expect(world.decides('npm test')).toBeUndefined();
    expect(world.decides('mkdir x')).toBeUndefined();
    expect(world.decides('cat .env')).toBe('deny');
    expect(world.decides('git push --force')).toBe('ask');
  });

  it('stays silent where a yes would take away more than the default question', async () => {
    const world = await new World().accept();

    for (const mode of ['plan', 'dontAsk', 'auto', 'bypassPermissions', 'another', ''])
      expect([mode, world.decides('ls', { mode })]).toEqual([mode, undefined]);
    expect(world.decides('ls', { mode: 'acceptEdits' })).toBe('allow');
    for (const client of [{}, { AI_AGENT: 'claude-code_2-1-200_harness' }, { AI_AGENT: 'another' }])
      expect(world.decides('ls', { client })).toBeUndefined();
  });

  test.each([
    ['that no person has accepted', async (world: World) => world],
    [
      'that was changed since a person accepted it',
      async (world: World) => {
        await world.accept();
        writeFileSync(join(world.project, 'governance.yaml'), `${POLICY}policy: { floor: {} }\n`);
        return world;
      },
    ],
    [
      'that says no more of it',
      async (world: World) => {
        await world.accept();
        writeFileSync(join(world.project, 'governance.yaml'), POLICY.replace('quiet: look\n', ''));
        return world;
      },
    ],
  ])('takes no question away under a policy %s', async (_what, made) => {
    const world = await made(new World());

    expect(world.decides('ls')).toBeUndefined();
  });

  it('is not widened by a policy on disk that no person has accepted', async () => {
    const world = await new World(POLICY.replace('quiet: look\n', '')).accept();
    writeFileSync(join(world.project, 'governance.yaml'), POLICY);

    expect(world.decides('ls')).toBeUndefined();
  });

  it('is capped by the policy of the user', async () => {
    const world = await new World().accept();
    mkdirSync(join(world.home, '.licet'), { recursive: true });
    writeFileSync(join(world.home, '.licet', 'governance.yaml'), 'version: 1\nquiet: off\npolicy: { floor: {} }\n');

    expect(world.decides('ls')).toBeUndefined();
  });

  it('says in `licet check` what vouches for a call', async () => {
    const world = await new World().accept();

    expect(world.run(['check', '--command', 'cat README.md']).stdout).toContain(
      'no question: it is certain to do no more than look: `cat` only looks; reads files in the project',
    );
    expect(world.run(['check', '--command', 'npm test']).stdout).not.toContain('no question');
  });

  it('lets files be changed that git holds or the session made, at the level edit', async () => {
    const world = await new World(POLICY.replace('look', 'edit')).accept();
    spawnSync('git', ['init', '-q'], { cwd: world.project });
    spawnSync('git', ['add', 'README.md'], { cwd: world.project });

    expect(world.decides('ls')).toBe('allow');
    expect(world.decides("sed -i 's/Shop/Store/' README.md")).toBe('allow');
    expect(world.decides('echo x > src/new.txt')).toBe('allow');
    writeFileSync(join(world.project, 'notes.txt'), 'only here\n');
    expect(world.decides('rm notes.txt')).toBe('ask');
    expect(world.decides("sed -i 's/only/x/' notes.txt")).toBeUndefined();
    expect(world.decides('echo x > package.json')).toBeUndefined();
    expect(world.decides('npm test')).toBeUndefined();
  });

  it('runs builds without a sandbox only where the policy allows it', async () => {
    const world = await new World(POLICY.replace('look', 'build')).accept();
    expect(world.decides('pytest -q')).toBeUndefined();

    const trusting = await new World(POLICY.replace('look', 'trusted_build')).accept();
    expect(trusting.decides('pytest -q')).toBe('allow');
  });

  it.each(['', '{', '{"hook_event_name":"PreToolUse"}', 'null', '[]'])(
    'says no yes to an input that is broken: %s',
    async input => {
      const world = await new World().accept();

      const { stdout } = world.run(['hook', 'claude-code'], input, CLIENT);
      expect(stdout).not.toContain('allow');
      expect(stdout).toContain('deny');
    },
  );

  it('is written by `licet init`, shown by `licet status`, and told to the agent', async () => {
    const world = new World();
    rmSync(join(world.project, 'governance.yaml'));
    expect(world.run(['init', 'claude-code', '--quiet', 'edit']).status).toBe(0);
    expect(readFileSync(join(world.project, 'governance.yaml'), 'utf8')).toContain('\nquiet: edit\n');
    expect(world.run(['status']).stdout).not.toMatch(/quiet:/u);
    await world.accept();

    expect(world.run(['status']).stdout).toMatch(/no more than `edit` run without a question\s+of the agent/u);
    expect(world.run(['context']).stdout).toContain('a plain command of a well-known program runs without a question');
  });
});
