import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import type { HookReply } from '@licet/adapters/claude-code';
import { canonicalJson, sha256 } from '@licet/core/text';
import { describe, expect, it, onTestFinished } from 'vitest';

import { BUNDLE, command as licet } from '../support/cli.ts';
import { groundedPolicy } from '../support/groundedProjects.ts';
import { hasScript, onTerminal } from '../support/onTerminal.ts';
import { ResidentProject, stops } from '../support/residentProject.ts';

const policy = (...prefixes: readonly string[]): string =>
  `version: 1\ndefault: pass\nsessions: { store: sqlite }\naudit: { store: sqlite }\npolicy:\n  all:\n    - self_protection: {}\n    - bash_safety: { otherwise: pass, blocked_prefixes: ${JSON.stringify(prefixes)} }\n`;
const FREE = 'version: 1\ndefault: pass\npolicy: { floor: {} }\n';

type Said = HookReply['hookSpecificOutput'];

/** A home with a project in it, and how a person and an agent work there. */
class World {
  readonly home = realpathSync(mkdtempSync(join(tmpdir(), 'licet-pins-')));
  readonly project = join(this.home, 'work', 'shop');
  readonly file = join(this.project, 'governance.yaml');
  #calls = 0;

  constructor(text: string = policy('npm publish')) {
    mkdirSync(this.project, { recursive: true });
    writeFileSync(this.file, text);
    onTestFinished(() => rmSync(this.home, { recursive: true, force: true, maxRetries: 5 }));
  }

  write(name: string, text: string): void {
    mkdirSync(dirname(join(this.project, name)), { recursive: true });
    writeFileSync(join(this.project, name), text);
  }

  run(args: readonly string[], from: string = this.project): ReturnType<typeof licet> {
    return licet(from, args, '', BUNDLE, { HOME: this.home });
  }

  async accept(...args: readonly string[]): Promise<string> {
    const { status, said } = await onTerminal(this.project, ['accept', ...args], { answer: 'y\n', env: { HOME: this.home } });
    expect(said).toContain('accepted');
    expect(status).toBe(0);
    return said;
  }

  /** What the hook says to a call. */
  call(tool: string, input: object, from: string = this.project): Said {
    const call = { hook_event_name: 'PreToolUse', session_id: 's', cwd: from, tool_use_id: `t${this.#calls++}` };
    const event = JSON.stringify({ ...call, tool_name: tool, tool_input: input });
    const { status, stdout } = licet(from, ['hook', 'claude-code'], event, BUNDLE, { HOME: this.home, CLAUDE_PROJECT_DIR: from });
    expect(status).toBe(0);
    return (JSON.parse(stdout) as HookReply).hookSpecificOutput;
  }

  /** Whether a command runs. */
  runs(command: string, from?: string): boolean {
    return this.call('Bash', { command }, from)?.permissionDecision === undefined;
  }

  get pins(): string {
    return join(this.home, '.licet', 'pins');
  }

  get pin(): string {
    return join(this.pins, readdirSync(this.pins)[0] ?? '');
  }
}

describe.skipIf(!hasScript)('a policy that a person has accepted (skipped where `script` lends no terminal)', () => {
  it('is not widened by a change of its file, which everybody is told of', async () => {
    const world = new World();
    expect(world.run(['accept', '--check']).status).toBe(1);
    await world.accept();
    expect(world.run(['accept', '--check']).status).toBe(0);
    writeFileSync(world.file, FREE);

    const said = world.call('Bash', { command: 'npm publish' });
    expect(said?.permissionDecision).toBe('deny');
    expect(`${said?.permissionDecisionReason}${said?.additionalContext}`).toContain('licet accept');
    expect(world.runs('npm test')).toBe(true);
    expect(world.run(['check', '--command', 'npm publish']).status).toBe(2);
    expect(world.run(['status']).stdout).toContain('changed since it was accepted (mixed');
    expect(world.run(['context']).stdout).toContain('licet accept');
    expect(world.run(['doctor', '--no-timing']).stdout).toContain('changed since it was accepted (mixed');
    expect(world.run(['accept', '--check']).status).toBe(1);
  });

  it('is narrowed at once, and replaced once the person has seen what changes and says yes', async () => {
    const world = new World();
    await world.accept();
    writeFileSync(world.file, policy('make deploy'));

    expect([world.runs('npm publish'), world.runs('make deploy'), world.runs('ls')]).toEqual([false, false, true]);
    const said = await world.accept();
    expect(said).toContain('make deploy');
    expect(said).toContain('npm publish');
    expect([world.runs('npm publish'), world.runs('make deploy')]).toEqual([true, false]);
    expect(world.run(['audit', 'verify']).status).toBe(0);
    expect(world.run(['audit', '--json']).stdout + world.run(['audit', 'export']).stdout).toContain('"policy"');
  });

  it('stays as it is when the person says no, or when the policy changes while the person reads', async () => {
    const world = new World();
    await world.accept();
    writeFileSync(world.file, FREE);
    const home = { HOME: world.home };

    const no = await onTerminal(world.project, ['accept'], { answer: 'n\n', env: home });
    const changing = await onTerminal(world.project, ['accept'], {
      answer: 'y\n',
      env: home,
      asked: () => writeFileSync(world.file, `${FREE}# and more\n`),
    });

    expect(no).toMatchObject({ status: 1, said: expect.stringContaining('nothing was accepted') as string });
    expect(changing).toMatchObject({ status: 3, said: expect.stringContaining('changed while you were asked') as string });
    expect(world.runs('npm publish')).toBe(false);
  });

  it('is accepted by no agent, and by no one without a terminal', async () => {
    const world = new World(FREE);

    expect(world.run(['accept'])).toMatchObject({ status: 3, stderr: expect.stringContaining('no terminal') as string });
    const agent = await onTerminal(world.project, ['accept'], { answer: 'y\n', env: { HOME: world.home, CLAUDECODE: '1' } });
    expect(agent).toMatchObject({ status: 3, said: expect.stringContaining('is for a human') as string });
    expect(existsSync(world.pins)).toBe(false);
  });

  it('counts while its file is gone, under another name, or malformed', async () => {
    const world = new World();
    await world.accept();

    renameSync(world.file, join(world.project, 'governance.yml'));
    expect([world.runs('npm publish'), world.runs('ls')]).toEqual([false, true]);
    writeFileSync(join(world.project, 'governance.yml'), FREE);
    expect([world.runs('npm publish'), world.runs('ls')]).toEqual([false, true]);
    rmSync(join(world.project, 'governance.yml'));
    expect([world.runs('npm publish'), world.runs('ls')]).toEqual([false, true]);
    writeFileSync(world.file, 'policy: [');
    expect(world.runs('ls')).toBe(false);
    writeFileSync(world.file, policy('npm publish'));
    expect([world.runs('npm publish'), world.runs('ls')]).toEqual([false, true]);
  });

  it.each([
    ['is gone', (world: World) => rmSync(world.pin), 'is gone from'],
    ['is gone with all pins', (world: World) => rmSync(world.pins, { recursive: true }), 'is gone from'],
    ['is no JSON', (world: World) => writeFileSync(world.pin, 'x'), 'no JSON'],
    ['is empty', (world: World) => writeFileSync(world.pin, ''), 'no JSON'],
    ['is of another format', (world: World) => writeFileSync(world.pin, '{"format":2}'), 'another format'],
    ['is nonsense', (world: World) => writeFileSync(world.pin, '[1]'), 'another format'],
  ])('stops everything while its pin %s, and names the way out', async (_what, damage, reason) => {
    const world = new World();
    await world.accept();
    damage(world);

    for (const text of [undefined, FREE]) {
      if (text !== undefined) writeFileSync(world.file, text);
      const said = world.call('Bash', { command: 'ls' });
      expect(said?.permissionDecision).toBe('deny');
      expect(said?.permissionDecisionReason).toContain(reason);
      expect(said?.permissionDecisionReason).toContain('licet accept');
    }
    rmSync(world.file);
    expect(world.runs('ls')).toBe(false);
    writeFileSync(world.file, policy('make'));
    await world.accept();
    expect([world.runs('ls'), world.runs('make')]).toEqual([true, false]);
  });

  it('is named by `audit verify` where a program has put another one among the pins, with its digest and on disk', async () => {
    const world = new World();
    await world.accept();
    const verified = world.run(['audit', 'verify']);
    expect(verified).toMatchObject({ status: 0, stdout: expect.stringMatching(/^ok/u) });
    const kept = JSON.parse(readFileSync(world.pin, 'utf8')) as { readonly files: readonly { readonly path: string }[] };
    const files = kept.files.map((each, index) => (index === 0 ? { ...each, text: FREE } : each));
    const digest = sha256(canonicalJson(files.map(({ path, text }: { path: string; text?: string }) => [path, text ?? ''])));
    writeFileSync(world.pin, JSON.stringify({ ...kept, files, digest }));
    writeFileSync(world.file, FREE);

    const { status, stdout } = world.run(['audit', 'verify', '--json']);

    expect(status).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({
      valid: false,
      unproven: [{ seq: 1, why: expect.stringContaining('is not the one that this record names') }],
    });
    await world.accept();
    expect(world.run(['audit', 'verify']).status).toBe(0);
  });

  it('does not go along with a copy of the project, and is the same through a link', async () => {
    const world = new World();
    await world.accept();
    const [copy, link] = [join(world.home, 'copy'), join(world.home, 'link')];
    cpSync(world.project, copy, { recursive: true });
    symlinkSync(world.project, link);
    writeFileSync(join(copy, 'governance.yaml'), FREE);
    writeFileSync(world.file, FREE);

    expect(world.runs('npm publish', copy)).toBe(true);
    expect(world.runs('npm publish', link)).toBe(false);
  });

  it('counts in folders below, whatever policy is there, and with one state', async () => {
    const world = new World(policy('npm publish').replace('all:', 'all:\n    - budget: { max: 6 }'));
    await world.accept();
    const below = join(world.project, 'vendor', 'lib');
    mkdirSync(join(below, '.git'), { recursive: true });

    expect([world.runs('npm publish', below), world.runs('ls', below)]).toEqual([false, true]);
    writeFileSync(join(below, 'governance.yaml'), policy('make'));
    expect([world.runs('npm publish', below), world.runs('make', below), world.runs('ls', below)]).toEqual([false, false, true]);
    writeFileSync(join(below, 'governance.yaml'), FREE.replace('policy', 'mode: observe\nsessions: { store: memory }\npolicy'));
    expect(world.runs('npm publish', below)).toBe(false);
    expect(existsSync(join(below, '.licet'))).toBe(false);
    for (let calls = 0; calls < 4; calls++) expect(world.runs('ls', calls % 2 === 0 ? below : world.project)).toBe(true);
    expect([world.runs('ls', below), world.runs('ls')]).toEqual([false, false]);
  });

  it('keeps its stores, its limits and its mode', async () => {
    const limited = policy('npm publish').replace('all:', 'all:\n    - budget: { max: 3, name: calls }');
    const world = new World(limited);
    await world.accept();
    const wider = [
      FREE.replace('policy', 'mode: observe\npolicy'),
      limited.replaceAll('{ store: sqlite }', '{ store: sqlite, path: other.db }'),
      limited.replace('max: 3, name: calls', 'max: 1000, name: calls, on_failure: refund'),
    ];

    for (const text of wider) {
      writeFileSync(world.file, text);
      expect(world.runs('ls')).toBe(true);
    }
    for (const text of wider) {
      writeFileSync(world.file, text);
      expect(world.runs('ls')).toBe(false);
    }
    expect(existsSync(join(world.project, 'other.db'))).toBe(false);
  });

  it('holds files that it includes, which the agent neither writes nor widens', async () => {
    const world = new World('version: 1\ndefault: pass\ninclude: [standard, ./packs/m.yaml]\n');
    world.write('packs/m.yaml', 'version: 1\npolicy: { bash_safety: { otherwise: pass, blocked_prefixes: [npm publish] } }\n');
    await world.accept();

    const write = { file_path: join(world.project, 'packs', 'm.yaml'), content: 'version: 1\npolicy: { floor: {} }\n' };
    expect(world.call('Write', write)?.permissionDecision).toBe('deny');
    expect(world.runs(`cp /dev/null packs/m.yaml`)).toBe(false);
    world.write('packs/m.yaml', write.content);
    expect(world.runs('npm publish')).toBe(false);
    expect(world.run(['status']).stdout).toContain('changed since it was accepted');
    rmSync(join(world.project, 'packs', 'm.yaml'));
    expect(world.runs('npm publish')).toBe(false);
  });

  it('runs its modules as they were accepted, and no others', async () => {
    const trace = (world: World): string => join(world.home, 'ran');
    const world = new World(
      groundedPolicy(
        '{ store: sqlite, seeds: [filesystem] }',
        '    - edge_policies: { graph: main, registry: rules/calls.mjs }\n',
      ),
    );
    world.write('rules/calls.mjs', "import { say } from './say.mjs';\nexport default { say };\n");
    world.write('rules/say.mjs', 'export const say = () => ({ passed: true });\n');
    await world.accept();
    expect(world.run(['check', '--command', 'rm a.txt']).stdout).not.toContain('not as it was accepted');

    const evil = `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(trace(world))}, '');\nexport const say = () => ({ passed: true });\n`;
    world.write('rules/say.mjs', evil);
    const said = world.call('Bash', { command: 'rm a.txt' });
    expect(said?.permissionDecision).toBe('deny');
    expect(JSON.stringify(said)).toContain('licet accept');
    world.run(['check', '--command', 'rm a.txt']);
    world.run(['validate', '--graphs']);
    world.run(['doctor', '--no-timing']);
    expect(existsSync(trace(world))).toBe(false);
  });

  it('is demanded of every project by the policy of the user, which is pinned too', async () => {
    const world = new World();
    mkdirSync(join(world.home, '.licet'));
    const own = join(world.home, '.licet', 'governance.yaml');
    writeFileSync(own, policy('make').replace('version: 1', 'version: 1\npins: required'));

    expect(world.call('Bash', { command: 'ls' })?.permissionDecisionReason).toContain('licet accept');
    await world.accept('--user');
    await world.accept();
    expect([world.runs('ls'), world.runs('make'), world.runs('npm publish')]).toEqual([true, false, false]);
    writeFileSync(own, FREE);
    expect([world.runs('ls'), world.runs('make'), world.runs('npm publish')]).toEqual([true, false, false]);
    rmSync(own);
    expect([world.runs('make'), world.runs('npm publish')]).toEqual([false, false]);
  });

  it('is pinned by `licet init` where it writes one, and not where one lies there', async () => {
    const world = new World(FREE);
    const init = (): Promise<{ said: string }> =>
      onTerminal(world.project, ['init', 'claude-code'], { env: { HOME: world.home } });

    expect((await init()).said).toContain('read it, then run `sh .licet/licet.sh accept`');
    expect(existsSync(world.pins)).toBe(false);
    rmSync(world.file);
    expect((await init()).said).toContain('pinned');
    expect(world.run(['accept', '--check']).status).toBe(0);

    world.run(['uninstall']);
    expect(readdirSync(world.pins)).toHaveLength(1);
    await init();
    await onTerminal(world.project, ['uninstall'], { env: { HOME: world.home } });
    expect(readdirSync(world.pins)).toEqual([]);
    expect(world.runs('ls')).toBe(true);
  });

  it('is not pinned by `licet init` below a folder with an accepted one', async () => {
    const world = new World();
    await world.accept();
    const below = join(world.project, 'sub');
    mkdirSync(below);
    const { said } = await onTerminal(below, ['init', '--profile', 'minimal', 'claude-code'], { env: { HOME: world.home } });

    expect(said).toContain('run `sh .licet/licet.sh accept`');
    expect(world.runs('npm publish', below)).toBe(false);
  });

  it('is one of two that are accepted at once, whole', async () => {
    const world = new World();
    await Promise.all([world.accept(), world.accept()]);

    expect(world.run(['accept', '--check']).status).toBe(0);
    expect(readdirSync(world.pins)).toHaveLength(1);
    expect(world.runs('npm publish')).toBe(false);
  });

  it('is the one before where the person goes away in the middle', async () => {
    const world = new World();
    await world.accept();
    writeFileSync(world.file, FREE);
    await onTerminal(world.project, ['accept'], { answer: '', env: { HOME: world.home }, asked: kill => kill() });

    expect(world.runs('npm publish')).toBe(false);
    expect(readdirSync(world.pins)).toHaveLength(1);
  });

  it('counts in a home that cannot be written, as far as it is pinned', async () => {
    const world = new World();
    await world.accept();
    rmSync(join(world.home, '.licet', 'cache'), { recursive: true, force: true });
    writeFileSync(join(world.home, '.licet', 'cache'), 'no folder');
    writeFileSync(world.file, FREE);
    chmodSync(world.pins, 0o500);

    expect([world.runs('npm publish'), world.runs('ls')]).toEqual([false, true]);
  });
});

describe('a pin and everything around it', () => {
  it('is out of reach of the agent', () => {
    const world = new World('version: 1\ndefault: pass\ninclude: [standard]\n');
    mkdirSync(world.pins, { recursive: true });

    const hidden = [
      'cat ~/.licet/pins/*',
      'rm -rf ~/.licet/pins',
      'cp /dev/null ~/.licet/pins/a.json',
      'mv ~/.licet/pins /tmp/x',
    ];
    const answers = [
      'licet accept',
      'npx licet accept',
      'script -qec "licet accept" /dev/null',
      "sh -c 'licet accept; licet accept --check'",
    ];
    for (const command of [
      ...hidden,
      ...answers,
      'rm -f ~/.licet/state/a.pin',
      'rm -rf ~/.licet/cache/policies',
      'rm .licet/pinned-00000000',
    ])
      expect([command, world.runs(command)]).toEqual([command, false]);
    expect(world.runs('licet accept --check')).toBe(true);
    expect(world.runs('licet validate')).toBe(true);
  });

  it('is no compiled form that lies in the project', () => {
    const world = new World();
    expect(world.runs('npm publish')).toBe(false);

    expect(existsSync(join(world.project, '.licet', 'compiled'))).toBe(false);
    expect(readdirSync(join(world.home, '.licet', 'cache', 'policies'))).toHaveLength(1);
    const kept = join(
      world.home,
      '.licet',
      'cache',
      'policies',
      readdirSync(join(world.home, '.licet', 'cache', 'policies'))[0]!,
    );
    writeFileSync(kept, readFileSync(kept, 'utf8').slice(0, 200));
    expect(world.runs('npm publish')).toBe(false);
  });
});

describe.skipIf(process.platform !== 'linux' || !hasScript)('a process that stays (for Linux only)', () => {
  it('goes by a pin that was made, changed or removed since', async () => {
    const project = new ResidentProject(policy('npm publish'));
    onTestFinished(() => project.end());
    const bash = (command: string): string => project.event({ tool_name: 'Bash', tool_input: { command } });
    const runs = async (command: string): Promise<boolean> => !stops(await project.sendToStaying(bash(command)));
    const accept = (): ReturnType<typeof onTerminal> =>
      onTerminal(project.root, ['accept'], { answer: 'y\n', env: { HOME: project.home } });
    await project.warm();

    expect([await runs('npm publish'), await runs('make')]).toEqual([false, true]);
    await accept();
    writeFileSync(project.policy, policy('make'));
    expect([await runs('npm publish'), await runs('make')]).toEqual([false, false]);
    await accept();
    expect([await runs('npm publish'), await runs('make')]).toEqual([true, false]);
    rmSync(project.policy);
    expect([await runs('npm publish'), await runs('make')]).toEqual([true, false]);
    writeFileSync(project.policy, policy('unheard'));
    expect([await runs('npm publish'), await runs('make')]).toEqual([true, false]);
    rmSync(join(project.home, '.licet', 'pins'), { recursive: true });
    expect(stops(await project.send(bash('ls')))).toBe(true);
    await accept();
    expect([await runs('npm publish'), await runs('make')]).toEqual([true, true]);
  });
});
