import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { SandboxWorld, missingSandbox } from './sandboxWorld.ts';

const missing = missingSandbox();

/** Processes of the machine whose command line has a text. */
const processesWith = (text: string): readonly string[] =>
  readdirSync('/proc')
    .filter(name => /^\d+$/u.test(name))
    .filter(pid => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(text);
      } catch {
        return false;
      }
    });

describe.skipIf(missing !== undefined)(`how licet run ends${missing === undefined ? '' : ` (skipped: ${missing})`}`, () => {
  it('passes on the exit code of the command, and what it prints', () => {
    const world = new SandboxWorld();

    expect(world.run('echo out; echo err >&2; exit 7')).toMatchObject({ status: 7, stdout: 'out\n', stderr: 'err\n' });
    expect(world.licet(['run', '--', 'no-such-program'])).toMatchObject({ status: 127 });
  });

  it('passes on signals, and ends by them as the command does', async () => {
    const world = new SandboxWorld();
    world.write(
      'shop/wait.cjs',
      "process.on('SIGTERM', () => { console.log('told'); process.exit(9) }); console.log('ready'); setInterval(() => {}, 1e6)",
    );
    const run = world.start(['run', '--', 'node', 'wait.cjs']);
    let printed = '';
    run.stdout?.on('data', (part: Buffer) => {
      if (printed === '') run.kill('SIGTERM');
      printed += part.toString('utf8');
    });
    const status = await new Promise(resolve => run.once('close', resolve));

    expect({ status, printed }).toEqual({ status: 9, printed: 'ready\ntold\n' });
  });

  it('leaves no process, mount or folder behind when it is killed', async () => {
    const world = new SandboxWorld('    - network: { allow: [example.com], uploads: pass, unknown: pass }\n');
    world.write('shop/probe.txt', 'echo ready; sleep 987654');
    const run = world.start(['run', '--', 'node', 'probe.cjs']);
    await new Promise(resolve => run.stdout?.once('data', resolve));
    await expect.poll(() => processesWith('sleep\u0000987654')).not.toEqual([]);
    const ended = new Promise(resolve => run.once('close', resolve));
    run.kill('SIGKILL');
    await ended;

    await expect.poll(() => processesWith('sleep\u0000987654')).toEqual([]);
    await expect.poll(() => processesWith(world.home)).toEqual([]);
    expect(readFileSync('/proc/self/mountinfo', 'utf8')).not.toContain(world.home);
    // Folders in the place of governing names are removed by the next run.
    expect(world.run('true')).toMatchObject({ status: 0, stderr: '' });
    expect(readdirSync(world.project).filter(name => /^\.(?:claude|mcp|codex|vscode)/u.test(name))).toEqual([]);
  });

  it('ends when a secret or a governing file is made during the run, and says by which rule', async () => {
    const world = new SandboxWorld();
    const planted = world.run('mkdir -p deep/.claude; echo {} > deep/.claude/settings.json; sleep 600; echo late');
    expect(planted).toMatchObject({ status: 2, stdout: '' });
    expect(planted.stderr).toContain('`self_protection` closes it: the run is ended');
    expect(planted.stderr).toContain('self_protection (governance.yaml:5)');

    world.write(
      'shop/probe.txt',
      'echo ready; while ! cat src/.env.local 2>/dev/null; do sleep 0.01; done; sleep 600; echo late',
    );
    const run = world.start(['run', '--', 'node', 'probe.cjs']);
    let printed = '';
    run.stdout?.on('data', (part: Buffer) => {
      printed += part.toString('utf8');
      if (printed === 'ready\n') writeFileSync(join(world.project, 'src/.env.local'), '');
    });
    expect(await new Promise(resolve => run.once('close', resolve))).toBe(2);
    expect(printed).toBe('ready\n');
  });

  it('judges the command first, and records it with its end', () => {
    const world = new SandboxWorld();
    expect(world.licet(['run', '--', 'cat', '.env'])).toMatchObject({ status: 2, stdout: '' });
    expect(world.licet(['run', '--', 'cat', '.env']).stderr).toContain('nothing was run: `.env` holds secrets');
    expect(world.run('exit 3').status).toBe(3);

    const records = world.licet(['audit', 'query', '--json']).stdout;
    expect(records).toContain('cat .env');
    expect(records).toContain('node probe.cjs');
  });

  it('takes no policy of the one who calls', () => {
    const world = new SandboxWorld();
    world.write('own.yaml', 'version: 1\ndefault: pass\npolicy:\n  all:\n    - network: { allow: ["*"], uploads: pass }\n');
    const { status, stderr } = world.licet(['run', '--policy', join(world.home, 'own.yaml'), '--', 'true']);
    expect(status).toBe(3);
    expect(stderr).toContain('--policy');
  });

  it('brings back a project that a run has deleted, with git intact and without the secrets in the store', () => {
    const world = new SandboxWorld();
    world.write('shop/src/unsaved.js', 'unsaved\r\n');
    world.write('shop/.gitattributes', '* text=auto eol=lf\n');
    world.write('shop/ignored.log', 'x');
    mkdirSync(join(world.project, 'node_modules'));
    expect(world.run('rm -rf ./* ./.[a-z]* 2>/dev/null; ls').stdout).not.toContain('src');
    expect(existsSync(join(world.project, 'src'))).toBe(false);
    expect(spawnSync('git', ['fsck'], { cwd: world.project }).status).toBe(0);

    expect(world.licet(['undo', '--yes'])).toMatchObject({ status: 0 });
    expect(readFileSync(join(world.project, 'src/unsaved.js'), 'utf8')).toBe('unsaved\r\n');
    expect(existsSync(join(world.project, 'ignored.log'))).toBe(true);
    const state = join(world.home, '.licet/sandbox');
    const [own = ''] = readdirSync(state);
    for (const folder of ['', own, join(own, 'home'), join(own, 'snapshots'), join(own, 'snapshots/files.git')])
      expect(statSync(join(state, folder)).mode & 0o077).toBe(0);
    const store = ['--git-dir', join(state, own, 'snapshots/files.git')];
    const { stdout: kept } = spawnSync('git', [...store, 'ls-tree', '-r', '--name-only', 'refs/licet/snapshots/1'], {
      encoding: 'utf8',
    });
    expect(kept).toContain('src/unsaved.js');
    expect(kept).not.toMatch(/\.env|tls\.pem|governance\.yaml|\.licet|private/u);
  });

  it('leaves undo to a human', () => {
    const world = new SandboxWorld();
    world.run('true');
    expect(world.licet(['undo', '--yes'], { CLAUDECODE: '1' })).toMatchObject({ status: 3 });
    expect(world.licet(['check', '--command', 'licet undo --yes'])).toMatchObject({ status: 2 });
    expect(world.licet(['check', '--command', 'licet run -- node probe.cjs'])).toMatchObject({ status: 0 });
    expect(world.licet(['check', '--command', 'licet run -- cat .env'])).toMatchObject({ status: 2 });
  });
});
