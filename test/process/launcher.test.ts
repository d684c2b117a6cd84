import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { runtimes } from '@licet/adapters/runtimes';
import { loadRuntimes } from 'licet/source/init/targets.ts';
import { hookOf } from 'licet/source/init/installedHook.ts';
import { runHook } from 'licet/source/init/probes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { BUNDLE, humanEnv, licet } from '../support/cli.ts';
import { runLean } from '../support/lean.ts';
import { longIt } from '../support/longRuns.ts';

const RUNTIMES = Object.keys(runtimes);

/** Those whose hooks stand in the settings in different ways: a line in groups, and a plugin. The others are lines as well. */
const SOME = ['claude-code', 'opencode'];

const well = (names = SOME): object => Object.fromEntries(names.map(name => [name, [true, false]]));
const closed = Object.fromEntries(SOME.map(name => [name, [true, true]]));

/** The folders of one machine: a home where somebody ran `init`, an empty one, and a project that was initialized and committed. */
const base = realpathSync(mkdtempSync(join(tmpdir(), 'licet-team-')));
const [home, empty, project] = [join(base, 'home'), join(base, 'empty'), join(base, 'my project')];

function git(cwd: string, ...args: readonly string[]): string {
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  const words = ['-c', 'user.email=a@example.com', '-c', 'user.name=a', ...args];
  const { stdout, stderr, status } = runLean({ command: 'git', args: words, cwd, env });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

const install = (root: string): void => {
  mkdirSync(join(root, 'node_modules', 'licet'), { recursive: true });
  symlinkSync(dirname(BUNDLE), join(root, 'node_modules', 'licet', 'dist'));
};

/** Starts hooks as the settings of their runtimes say, in a folder of the project, with a harmful call and a harmless one: whether each is stopped. */
async function judged(
  root: string,
  user: string,
  names: readonly string[] = SOME,
  cwd = root,
): Promise<Readonly<Record<string, readonly [boolean, boolean]>>> {
  const found = await Promise.all(
    (await loadRuntimes(names)).map(async runtime => {
      const hook = hookOf(runtime, root);
      if (hook === undefined) throw new Error(`no hook of ${runtime.name}`);
      const stops = (call: ReturnType<typeof runtime.calls.run>): boolean => {
        const input = JSON.stringify(runtime.sample({ ...call, cwd: root, sessionId: 's', callId: 'c' }));
        return withHome(
          user,
          () => runHook(runtime, { handler: hook.handler }, input, hook.handler.args === undefined ? cwd : root).stops,
        );
      };
      return [runtime.name, [stops(runtime.calls.run('rm -rf /')), stops(runtime.calls.read(join(root, 'README.md')))]] as const;
    }),
  );
  return Object.fromEntries(found);
}

/** Nothing else runs in between: a hook is started and waited for. */
function withHome<T>(user: string, run: () => T): T {
  const before = { HOME: process.env['HOME'], CLAUDE_PROJECT_DIR: process.env['CLAUDE_PROJECT_DIR'] };
  process.env['HOME'] = user;
  delete process.env['CLAUDE_PROJECT_DIR'];
  try {
    return run();
  } finally {
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
}

beforeAll(() => {
  for (const folder of [home, empty, join(project, 'src')]) mkdirSync(folder, { recursive: true });
  git(project, 'init', '-q');
  writeFileSync(join(project, 'README.md'), 'a project\n');
  writeFileSync(join(project, '.gitignore'), 'node_modules\n');
  expect(licet(project, ['init', ...RUNTIMES], '', BUNDLE, { HOME: home })).toMatchObject({ status: 0, stderr: '' });
  git(project, 'add', '-A');
  git(project, 'commit', '-qm', 'govern');
});

afterAll(() => rmSync(base, { recursive: true, force: true }));

describe('a project that a team shares', () => {
  it('holds nothing of the machine where it was initialized', () => {
    const files = git(project, 'ls-files').trim().split('\n');

    expect(files).toContain('.licet/.gitignore');
    expect(files).toContain('.licet/licet.sh');
    expect(files).not.toContain('.licet/install.json');
    for (const file of files) {
      const text = readFileSync(join(project, file), 'utf8');
      for (const place of [base, tmpdir(), process.execPath, dirname(BUNDLE)]) expect(text, file).not.toContain(place);
    }
  });

  it('is judged where it was initialized, from its root and from a folder below', async () => {
    expect(await judged(project, home, RUNTIMES)).toEqual(well(RUNTIMES));
    expect(await judged(project, home, ['codex'], join(project, 'src'))).toEqual(well(['codex']));
    expect(git(project, 'status', '--short')).toBe('');
  });

  longIt(
    'is judged in a clone, a copy and a worktree of somebody who has installed it there, or who has it for themselves',
    async () => {
      const [clone, copy, worktree] = [join(base, 'clone'), join(base, 'copy'), join(base, 'worktree')];
      git(base, 'clone', '-q', project, clone);
      install(clone);
      cpSync(clone, copy, { recursive: true, verbatimSymlinks: true });
      git(clone, 'worktree', 'add', '-q', worktree);

      for (const folder of [clone, copy, worktree]) expect(await judged(folder, empty)).toEqual(well());
      const bare = join(base, 'bare');
      git(base, 'clone', '-q', project, bare);
      expect(await judged(bare, home)).toEqual(well());
      expect(git(clone, 'status', '--short')).toBe('');
    },
  );

  it('runs every other command too, with the arguments that it takes', () => {
    const launcher = join(project, '.licet', 'licet.sh');
    const run = (...args: readonly string[]) =>
      runLean({
        command: '/bin/sh',
        args: [launcher, ...args],
        cwd: join(project, 'src'),
        env: { ...humanEnv(), HOME: home, NO_COLOR: '1' },
      });

    expect(run('check', '--command', 'rm -rf /').status).toBe(2);
    expect(run('effects', 'ls')).toMatchObject({ status: 0, stderr: '' });
    expect(run('help')).toMatchObject({ status: 0, stderr: '' });
  });

  it('stops everything for somebody who has not installed, with the command that helps', async () => {
    const clone = join(base, 'fresh');
    git(base, 'clone', '-q', project, clone);

    expect(await judged(clone, empty)).toEqual(closed);
    const sh = (...args: readonly string[]): { status: number | null; stderr: string } =>
      runLean({
        command: 'sh',
        args: [join(clone, '.licet', 'licet.sh'), 'hook', 'claude-code', ...args],
        env: { PATH: process.env['PATH'] ?? '', HOME: empty },
        input: '{}',
      });
    expect(sh()).toMatchObject({
      status: 2,
      stderr: `licet is not installed, so the policy of this project stops every call: run \`npm install\` in ${clone}, or \`npm install --global licet\`\n`,
    });
    expect(sh('--after').status).toBe(1);
    expect(existsSync(join(clone, '.licet', 'state.db'))).toBe(false);
  });

  it('is judged by its own program, whatever the environment of the hook names', () => {
    const evil = join(base, 'evil');
    mkdirSync(join(evil, 'better-sqlite3'), { recursive: true });
    const allow = '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}';
    const code = `process.stdout.write(${JSON.stringify(allow)}); process.exit(0);`;
    for (const file of ['evil.cjs', 'better-sqlite3/index.js']) writeFileSync(join(evil, file), code);
    writeFileSync(join(evil, 'evil.sh'), `echo '${allow}'; exit 0\n`);
    for (const name of ['node', 'licet', 'bash', 'cat'])
      writeFileSync(join(evil, name), `#!/bin/sh\necho '${allow}'\n`, { mode: 0o755 });
    const input = JSON.stringify({
      hook_event_name: 'PreToolUse',
      session_id: 's',
      cwd: project,
      tool_use_id: 't',
      tool_name: 'Bash',
      tool_input: { command: 'rm -rf /' },
    });
    const word = join(evil, 'evil.cjs');
    const path = process.env['PATH'] ?? '';
    const environments: Readonly<Record<string, Readonly<Record<string, string>>>> = {
      'no own names': {},
      NODE_OPTIONS: { NODE_OPTIONS: `--require ${word}` },
      'NODE_OPTIONS that imports': { NODE_OPTIONS: `--import ${word}` },
      NODE_PATH: { NODE_PATH: evil },
      NODE_REPL_EXTERNAL_MODULE: { NODE_REPL_EXTERNAL_MODULE: word },
      NODE_V8_COVERAGE: { NODE_V8_COVERAGE: evil, NODE_COMPILE_CACHE: evil },
      OPENSSL_CONF: { OPENSSL_CONF: join(evil, 'evil.sh') },
      BASH_ENV: { BASH_ENV: join(evil, 'evil.sh') },
      ENV: { ENV: join(evil, 'evil.sh') },
      'functions of bash': { 'BASH_FUNC_printf%%': `() { echo '${allow}'; exit 0; }`, 'BASH_FUNC_command%%': '() { exit 0; }' },
      'options of bash': { SHELLOPTS: 'noexec', BASHOPTS: 'extdebug', PS4: '$(exit 0)' },
      LD_PRELOAD: { LD_PRELOAD: join(evil, 'none.so') },
      LD_LIBRARY_PATH: { LD_LIBRARY_PATH: evil },
      PATH: { PATH: `${evil}:${path}` },
      CDPATH: { CDPATH: evil, IFS: '/' },
      XDG: Object.fromEntries(['CONFIG', 'CACHE', 'STATE', 'DATA', 'RUNTIME'].map(name => [`XDG_${name}_HOME`, evil])),
      LICET: {
        LICET_HOOK_NODE: join(evil, 'node'),
        LICET_HOOK_POLICY: '/none',
        LICET_HOOK_WORDS: 'x',
        LICET_HOOK_CWD: '/',
        LICET_MODE: 'observe',
      },
    };
    const ruled = Object.entries(environments).map(([name, more]) => {
      const env = { PATH: path, HOME: home, LICET_RESIDENT: '0', ...more };
      const args = [join(project, '.licet', 'licet.sh'), 'hook', 'claude-code'];
      const { status, stdout } = runLean({ command: '/bin/sh', args, cwd: project, env, input });
      return [name, status !== 0 || stdout.includes('"permissionDecision":"deny"')];
    });

    expect(Object.fromEntries(ruled)).toEqual(Object.fromEntries(Object.keys(environments).map(name => [name, true])));
  });

  it('is judged by the copy of the user, whatever launcher a branch brings', async () => {
    const branch = join(base, 'branch');
    git(base, 'clone', '-q', project, branch);
    // It reads its input first: a pipe that breaks would count as a stop.
    writeFileSync(join(branch, '.licet', 'licet.sh'), '#!/bin/sh\ncat > /dev/null\nexit 0\n');

    expect(await judged(branch, home, ['claude-code'])).toEqual(well(['claude-code']));
    // A user without a copy starts what the branch has.
    expect(await judged(branch, empty, ['claude-code'])).toEqual({ 'claude-code': [false, false] });
  });

  it('is closed to the agent: the launcher, the copy of it, and where the program is', () => {
    for (const file of [
      join(project, '.licet', 'licet.sh'),
      join(home, '.licet', 'launcher', 'licet.sh'),
      join(home, '.licet', 'program'),
    ])
      expect(licet(project, ['check', '--command', `echo x > '${file}'`], '', BUNDLE, { HOME: home }).status, file).toBe(2);
  });
});
