import {
  linkSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  rmdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { sqliteState } from '@licet/adapters/sqlite';
import { runtimes } from '@licet/adapters/runtimes';
import { giveAnswer } from '@licet/core/store';
import { findResidents } from '@licet/server/resident';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

import { FAULTY, licet, project as another } from '../support/cli.ts';
import { startServer } from '../support/faultWays.ts';
import { LONG_RUN, oneIn } from '../support/longRuns.ts';
import { HARM, HARMLESS, ResidentProject, gone, lives, stops } from '../support/residentProject.ts';
import type { HookEnd } from '../support/residentProject.ts';
import { POLICY } from '../golden/hooks/policy.ts';

const there = process.platform === 'linux';

const EVENTS = new URL('../golden/hooks/', import.meta.url);

/** What runtimes write: everything of one, and the first few of each other one. */
const events = Object.keys(runtimes).flatMap(runtime =>
  readdirSync(new URL(`${runtime}/`, EVENTS))
    .slice(0, runtime === 'claude-code' ? 12 : 3)
    .map(file => ({ runtime, file })),
);

const trailOf = (root: string) => sqliteState(join(root, '.licet', 'state.db'), { readOnly: true }).audit;

describe.runIf(there)('calls that a process answers which stays', () => {
  let project: ResidentProject;
  beforeAll(async () => {
    project = new ResidentProject(POLICY);
    await project.warm();
  });
  afterAll(async () => project.end());

  it.for(oneIn(6, events))('are answered as by a new process: $runtime, $file', async ({ runtime, file, leftOut }, context) => {
    if (leftOut) return context.skip(LONG_RUN);
    const { input } = JSON.parse(readFileSync(new URL(`${runtime}/${file}`, EVENTS), 'utf8')) as { readonly input: object };
    // Each has its own session: the same call is judged once.
    const text = (session: string): string =>
      JSON.stringify(input)
        .replaceAll('{root}', project.root)
        .replaceAll(/("(?:session_id|sessionId|conversation_id|sessionID)":")[^"]*/gu, `$1${session}-${runtime}-${file}`);
    const stays = await project.sendToStaying(text('a'), { runtime });
    const before = project.starts;
    const own = await project.send(text('b'), { runtime, env: { LICET_RESIDENT: '0' } });
    expect(project.starts).toBe(before + 1);

    const plain = ({ stdout, ...rest }: HookEnd): object => ({
      ...rest,
      stdout: stdout.replaceAll(/\b[ab]-|\b[0-9A-Z]{4}-[0-9A-Z]{4}\b|[0-9a-f]{8}-[0-9a-f-]{27}/gu, ''),
    });
    expect(plain(stays)).toEqual(plain(own));
  });

  it.each([
    ['is no JSON', '{"hook_event_name": ', 'not JSON'],
    ['is empty', '', 'the hook input is empty'],
    ['is no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 'licet:'],
    ['has ten megabytes', `{"a":"${'x'.repeat(10 * 1024 * 1024)}"}`, 'more than 8388608'],
  ])('are stopped in the words of the runtime when the input %s', async (_what, input, words) => {
    const { status, stdout } = await (input.length > 65_535 ? project.send(input) : project.sendToStaying(input));

    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ hookSpecificOutput: { permissionDecision: 'deny' } });
    expect(stdout).toContain(words);
  });

  it('are judged in the environment of each caller', async () => {
    const command = { tool_name: 'Bash', tool_input: { command: 'rm -rf "$TARGET"' } };
    const judged = async (env: NodeJS.ProcessEnv): Promise<boolean> => stops(await project.send(project.event(command), { env }));
    const odd = { 'A B': '1', LINES: 'a\nb\n', EMPTY: '', UNICODE: 'ä ☃', LICET_HOOK_WORDS: 'hook codex' };

    expect([
      await judged({ TARGET: '/' }),
      await judged({ TARGET: join(project.root, 'build') }),
      await judged({ TARGET: '/', ...odd }),
    ]).toEqual([true, false, true]);
  });

  it('are judged in the working folder of each caller, also when that is gone', async () => {
    const folder = join(project.root, 'gone');
    mkdirSync(folder);
    const calls = [project.send(project.event(HARM), { cwd: folder }), project.send(project.event(HARMLESS), { cwd: '/' })];
    expect((await Promise.all(calls)).map(stops)).toEqual([true, false]);
    rmdirSync(folder);
  });

  it('are judged by what lies on the disk at the moment of each', async () => {
    const at = (name: string): string => join(project.root, 'shelf', name);
    mkdirSync(at(''), { recursive: true });
    writeFileSync(join(project.root, '.env'), 'TOKEN=1\n');
    const reads = { tool_name: 'Bash', tool_input: { command: 'cat shelf/notes shelf/m*' } };
    const moments: readonly (readonly [change: () => void, isStopped: boolean])[] = [
      [() => writeFileSync(at('notes'), ''), false],
      [() => (rmSync(at('notes')), symlinkSync(join(project.root, '.env'), at('notes'))), true],
      [() => (rmSync(at('notes')), writeFileSync(at('notes'), '')), false],
      [() => (rmSync(at('notes')), linkSync(join(project.root, '.env'), at('notes'))), true],
      [() => (renameSync(at('notes'), at('other')), writeFileSync(at('notes'), '')), false],
      [() => symlinkSync(join(project.root, '.env'), at('more')), true],
      [() => rmSync(at('more')), false],
    ];
    for (const [index, [change, isStopped]] of moments.entries()) {
      change();
      expect([index, stops(await project.send(project.event(reads)))]).toEqual([index, isStopped]);
    }
  });

  it('are one more process each when a human asks for it, and none is left', async () => {
    const before = project.starts;
    const { stdout } = await project.send(project.event(), { env: { LICET_RESIDENT: '0' } });

    expect([stdout, project.starts]).toEqual(['{}\n', before + 1]);
  });

  it('end with code 1 after a call, when nothing can be stopped any more', async () => {
    const { status, stderr } = await project.send('', { args: ['--after'] });

    expect([status, stderr]).toEqual([1, 'licet: the hook input is empty\n']);
  });

  it('come many at once, and each is judged', async () => {
    const ends = await Promise.all(
      Array.from({ length: 6 }, (_, index) => project.send(project.event(index % 2 === 0 ? HARM : HARMLESS))),
    );

    expect(ends.map(stops)).toEqual(ends.map((_, index) => index % 2 === 0));
  });

  it('are listed and ended by serve', async () => {
    const run = (...args: readonly string[]) => licet(project.root, args, '', undefined, { HOME: project.home });
    const [resident] = findResidents(project.home);
    const other = another('version: 1\ndefault: pass\npolicy: { bash_safety: {} }\n');
    const elsewhere = licet(other, ['serve', '--stop'], '', FAULTY, { HOME: project.home });
    const status = run('serve', '--status', '--json');
    const stopped = run('serve', '--stop');

    expect(elsewhere.stdout).toContain(`goes on  hooks of ${project.program}: it belongs to another project`);
    expect(status.status).toBe(0);
    expect(JSON.parse(status.stdout)).toMatchObject({
      running: false,
      residents: [{ pid: resident?.pid, program: project.program }],
    });
    expect(stopped).toMatchObject({ status: 0, stdout: expect.stringContaining(`stopped  hooks of ${project.program}`) });
    await gone(resident?.pid ?? 0);
    expect(run('serve', '--status').status).toBe(2);
  });
});

describe.runIf(there)('a process that stays', () => {
  const made = (policy = POLICY): ResidentProject => {
    const project = new ResidentProject(policy);
    onTestFinished(() => project.end());
    return project;
  };

  it('judges each call once, whichever process is killed meanwhile', async () => {
    const project = made();
    const { pid } = await project.warm();
    const sessions = Array.from({ length: 10 }, (_, index) => `kill-${index}`);
    const calls = sessions.map(async session_id => {
      const end = await project.send(project.event({ ...HARMLESS, session_id }));
      if (session_id === 'kill-4') process.kill(pid, 'SIGKILL');
      return { session_id, isAnswered: end.stdout === '{}\n' };
    });
    const answered = (await Promise.all(calls)).filter(({ isAnswered }) => isAnswered);

    const written = trailOf(project.root).read();
    const times = (session: string): number =>
      written.filter(({ record }) => record.type === 'evaluation' && record.sessionId === session).length;
    expect(answered.length).toBeGreaterThan(0);
    for (const { session_id } of answered) expect([session_id, times(session_id)]).toEqual([session_id, 1]);
    for (const session of sessions) expect(times(session)).toBeLessThanOrEqual(1);
  });

  it('is the only one after many first calls at once, and the state stays whole', async () => {
    const project = made();
    const ends = await Promise.all(Array.from({ length: 5 }, () => project.send(project.event(HARM))));
    expect(ends.every(stops)).toBe(true);
    await project.warm();

    await expect.poll(() => findResidents(project.home).filter(({ pid }) => lives(pid)).length, { timeout: 60_000 }).toBe(1);
    expect(await project.judged()).toEqual([true, false]);
  });

  it('stays when its program gets another name, and nothing in it changes', async () => {
    const project = made(POLICY);
    const { pid } = await project.warm();
    const other = join(project.home, 'licet.cjs');
    linkSync(project.program, other);
    rmSync(other);
    await project.sendToStaying(project.event());

    expect((await project.living())?.pid).toBe(pid);
  });

  it('leaves no process behind for a policy that it may not judge', async () => {
    for (const settings of ['resident: false', 'sessions: { store: memory }']) {
      const project = made(`${settings}\n${POLICY}`);
      await project.send(project.event());
      await project.send(project.event());

      expect([settings, project.starts, findResidents(project.home)]).toEqual([settings, 2, []]);
    }
  });

  it('is taken away by uninstall, with its files and the launcher', async () => {
    const project = made();
    const run = (...args: readonly string[]) => licet(project.root, args, '', undefined, { HOME: project.home });
    rmSync(project.launcher);
    expect(run('init', 'claude-code', '.').status).toBe(0);
    const program = join(project.home, '.licet', 'program');
    writeFileSync(program, readFileSync(program, 'utf8').replace(/^.*$/mu, join(project.home, 'node')));
    const { pid } = await project.warm();
    const { child } = await startServer(project);
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = run('uninstall');

    expect(ended.stdout).toContain('ended  the server of the policy\n');
    expect(ended.stdout).toMatch(/^kept {2}governance\.yaml, .*\.licet\/state\.db: `--purge` deletes them too$/mu);
    await gone(child.pid ?? 0);
    expect(readdirSync(join(project.root, '.licet'))).not.toContain('cache');
    expect(ended).toMatchObject({ status: 0, stdout: expect.stringContaining(`ended  process ${pid}, which answered hooks`) });
    await gone(pid);
    expect(readdirSync(join(project.home, '.licet', 'run'))).toEqual([]);
    expect(readdirSync(join(project.root, '.licet'))).not.toContain('licet.sh');
  });
});

describe.runIf(there)('a hook that waits for a human in a process that stays', () => {
  it('goes on with the yes, and others are judged meanwhile', async () => {
    const waits = 'approvals: { channel: out_of_band, wait_ms: 15000 }';
    const asks = 'policy: { when: { if: { tool: Write }, then: { human_approval: {} } } }';
    const project = new ResidentProject(`version: 1\ndefault: pass\n${waits}\n${asks}\n`);
    onTestFinished(() => project.end());
    await project.warm();
    const { approvals, audit, close } = sqliteState(join(project.root, '.licet', 'state.db'));
    onTestFinished(close);
    const call = { tool_name: 'Write', tool_input: { file_path: join(project.root, 'a.txt'), content: 'b' } };
    const waiting = project.send(project.event(call));
    await expect.poll(async () => (await approvals.pending(Date.now())).length, { timeout: 60_000 }).toBe(1);
    const other = project.send(project.event());
    for (const stored of await approvals.pending(Date.now()))
      await giveAnswer({ approvals, audit }, stored, { granted: [true], by: 'ann' }, Date.now());

    expect(stops(await other)).toBe(false);
    expect(stops(await waiting)).toBe(false);
  });
});
