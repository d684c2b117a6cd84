import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';

import { installedSqlite } from '@licet/adapters/sqlite';
import { afterAll, describe, expect, it } from 'vitest';

import { BUNDLE, FAULTY } from '../support/cli.ts';
import { WAYS, startServer } from '../support/faultWays.ts';
import type { Judging, WayName } from '../support/faultWays.ts';
import { LONG_RUN, isLeftOut, isLongRun } from '../support/longRuns.ts';
import { HARM, HARMLESS, ResidentProject, gone, patient } from '../support/residentProject.ts';

const POLICY = 'version: 1\ndefault: pass\npolicy:\n  all:\n    - self_protection: {}\n    - bash_safety: {}\n';
const only = (tool: string): string => `version: 1\ndefault: pass\npolicy: { tool_allowlist: { tools: [${tool}] } }\n`;
const faulty = (how: string): string => `version: 1\nguard_timeout_ms: 100\npolicy: { faulty: { how: ${how} } }\n`;

/** Whether a harmful call is stopped, and a harmless one. Nothing else is ever right: a harmful call that is not stopped. */
type Want = readonly [harm: boolean, harmless: boolean];
const RIGHT: Want = [true, false];
const NO: Want = [true, true];

interface World {
  readonly project: ResidentProject;
  readonly judging: Judging;
  readonly onFinished: (undo: () => void | Promise<void>) => void;
}

interface Fault {
  readonly name: string;
  readonly policy?: string;
  readonly program?: 'faulty' | 'copy';
  readonly make?: (world: World) => void | Promise<void>;
  /** Where the state of the policy is on its own file system. */
  readonly disk?: boolean;
  /** What the calls also carry. */
  readonly padding?: number;
  /** How long a caller of a server waits, in milliseconds, where no answer comes. */
  readonly patienceMs?: number;
  /** What a process for every call answers; the script with its resident process; a server. Undefined where there is nothing to do it to. */
  readonly want: readonly [process: Want | undefined, script: Want, server: Want | undefined];
}

const all = (want: Want): Fault['want'] => [want, want, want];
/** Only who lives on between calls is there to be disturbed. */
const living = (want: Want): Fault['want'] => [undefined, want, want];
/** No other process judges for a server that is gone. */
const GONE: Fault['want'] = [RIGHT, RIGHT, NO];

const swap = ({ project }: World, text: string): void => writeFileSync(project.policy, text);
const files = ({ root }: ResidentProject): readonly string[] =>
  readdirSync(join(root, '.licet')).flatMap(name => (name.startsWith('state.db') ? [join(root, '.licet', name)] : []));

async function signal({ judging: { pid }, onFinished }: World, name: NodeJS.Signals): Promise<void> {
  if (pid === undefined) return;
  process.kill(pid, name);
  if (name !== 'SIGSTOP') return gone(pid);
  onFinished(() => void process.kill(pid, 'SIGCONT'));
}

/** So many connections, each of which says this and reads nothing. */
async function crowd({ judging: { connect }, onFinished }: World, count: number, text: string): Promise<void> {
  if (connect === undefined) return;
  const sockets = await Promise.all(Array.from({ length: count }, async () => connect(text).catch(() => undefined)));
  onFinished(() => sockets.forEach(socket => socket?.destroy()));
}

const head = ({ judging: { token = '' } }: World, more: string): string =>
  `POST /v1/evaluate HTTP/1.1\r\nhost: licet\r\nauthorization: Bearer ${token}\r\n${more}`;

const FAULTS: readonly Fault[] = [
  { name: 'it was killed', make: world => signal(world, 'SIGKILL'), want: GONE },
  { name: 'it was told to end', make: world => signal(world, 'SIGTERM'), want: GONE },
  {
    name: 'it hangs',
    make(world) {
      writeFileSync(world.project.launcher, patient(1, 100));
      return signal(world, 'SIGSTOP');
    },
    patienceMs: 1_000,
    want: GONE,
  },
  { name: 'it is killed in the middle of a request', policy: faulty('aborts'), program: 'faulty', want: all(NO) },
  { name: 'it ends in the middle of a request', policy: faulty('exits'), program: 'faulty', want: all(NO) },
  { name: 'a guard never ends', policy: faulty('hangs'), program: 'faulty', want: all(NO) },
  { name: 'a guard fails unwatched', policy: faulty('throwsLater'), program: 'faulty', want: all(NO) },
  { name: 'a guard says what is no verdict', policy: faulty('nonsense'), program: 'faulty', want: all(NO) },
  { name: 'a guard says a ruling that there is not', policy: faulty('wrongRuling'), program: 'faulty', want: all(NO) },
  { name: 'others can enter the folder of its secrets', make: world => mode(world, 0o777), want: living(RIGHT) },
  { name: 'the folder of its secrets belongs to somebody else', make: owner, want: living(RIGHT) },
  { name: 'the folder of its secrets is gone', make: withoutFolder, want: living(RIGHT) },
  { name: 'the policy was edited', make: world => swap(world, only('"*"')), want: all([false, false]) },
  {
    name: 'the policy was edited to the same length, and its time was set back',
    policy: only('Bash'),
    make: sameLength,
    want: all(NO),
  },
  {
    name: 'the policy does not load any more',
    make: world => swap(world, 'version: 1\npolicy: { nonsense: {} }\n'),
    want: all(NO),
  },
  { name: 'the policy is empty', make: world => swap(world, ''), want: all(NO) },
  { name: 'the policy is gone', make: ({ project }) => unlinkSync(project.policy), want: all(NO) },
  { name: 'the program has changed', program: 'copy', make: changed, want: all(RIGHT) },
  { name: 'the clock was set back by a day', make: setBack, want: all(RIGHT) },
  { name: 'the state was removed', make: ({ project }) => files(project).forEach(file => rmSync(file)), want: all(NO) },
  {
    name: 'the state was emptied',
    make: ({ project }) => files(project).forEach(file => writeFileSync(file, '')),
    want: all(NO),
  },
  { name: 'the state is something else', make: otherState, want: all(NO) },
  { name: 'the disk is full', disk: true, make: fill, padding: 200 * 1024, want: all(NO) },
  { name: 'calls have ten megabytes', padding: 10 * 1024 * 1024, want: all(NO) },
  { name: 'calls have a hundred kilobytes', padding: 100 * 1024, want: all(RIGHT) },
  { name: 'somebody sends half a request', make: world => crowd(world, 1, head(world, 'content-le')), want: living(RIGHT) },
  {
    name: 'somebody sends half a body',
    make: world => crowd(world, 1, head(world, 'content-length: 100\r\n\r\n{')),
    want: living(RIGHT),
  },
  { name: 'somebody says what is no request', make: world => crowd(world, 20, '\0\xff\r\n\r\n'), want: living(RIGHT) },
  { name: 'it holds a thousand connections', make: world => crowd(world, 1_000, ''), want: living(RIGHT) },
  { name: 'a hundred callers do not read their answers', make: slowReaders, want: living(RIGHT) },
  { name: 'it was stopped for a moment and goes on', make: pausing, want: living(RIGHT) },
  { name: 'two of them start at once', make: startAnother, want: [undefined, RIGHT, RIGHT] },
  { name: 'a stranger listens at its port', make: strangerAtPort, want: [undefined, RIGHT, undefined] },
  { name: 'its secrets were removed', make: withoutSecrets, want: living(RIGHT) },
  { name: 'somebody shows a wrong secret', make: world => crowd(world, 20, wrongSecret), want: living(RIGHT) },
  {
    name: 'somebody announces ten gigabytes',
    make: world => crowd(world, 5, head(world, 'content-length: 10737418240\r\n\r\n{')),
    want: living(RIGHT),
  },
  {
    name: 'a thousand callers send half a request',
    make: world => crowd(world, 1_000, head(world, 'content-le')),
    want: living(RIGHT),
  },
  { name: 'the policy was replaced by another file', make: renamedPolicy, want: all([false, false]) },
  { name: 'the policy was edited and edited back', make: editedBack, want: all(RIGHT) },
  { name: 'a folder lies where the policy was', make: folderAsPolicy, want: all(NO) },
  { name: 'the state has an older format', make: olderState, want: all(NO) },
];

const wrongSecret = `POST /judge HTTP/1.1\r\nhost: licet\r\nauthorization: Bearer ${'0'.repeat(64)}\r\ncontent-length: 2\r\n\r\n{}`;

function pausing({ judging: { pid } }: World): void {
  if (pid === undefined) return;
  process.kill(pid, 'SIGSTOP');
  setTimeout(() => process.kill(pid, 'SIGCONT'), 300);
}

/** Another one for the same policy: of processes that stay the first is told to end and the next two calls start one each. */
async function startAnother({ project, judging: { pid, folder = '' }, onFinished }: World): Promise<void> {
  if (pid === undefined) return;
  if (existsSync(join(folder, 'resident.json'))) {
    process.kill(pid, 'SIGTERM');
    await gone(pid);
    await Promise.all([project.judged(), project.judged()]);
    return;
  }
  const started = await startServer(project).catch(() => undefined);
  onFinished(() => void started?.child.kill('SIGKILL'));
}

/**
 * It was killed, and the process that listens there now says yes to everything, and knows no secret.
 * The stranger has a port that is free, and the folder names it: the old one may have been taken by a connection of other tests.
 */
async function strangerAtPort({ judging: { pid = 0, folder = '' }, onFinished }: World): Promise<void> {
  process.kill(pid, 'SIGKILL');
  await gone(pid);
  const server = createServer((_, response) => response.end('{}'));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onFinished(() => void server.close());
  writeFileSync(join(folder, 'port'), `${(server.address() as AddressInfo).port}\n`);
}

function withoutSecrets({ judging: { folder = '' } }: World): void {
  for (const name of readdirSync(folder)) if (/^(?:auth|answer|token)/u.test(name)) rmSync(join(folder, name));
}

function renamedPolicy({ project: { policy } }: World): void {
  writeFileSync(`${policy}.new`, only('"*"'));
  renameSync(`${policy}.new`, policy);
}

async function editedBack({ project: { policy }, judging }: World): Promise<void> {
  writeFileSync(policy, only('"*"'));
  await judging.stopped(HARMLESS);
  writeFileSync(policy, POLICY);
}

function folderAsPolicy({ project: { policy } }: World): void {
  rmSync(policy);
  mkdirSync(policy);
}

/** A file as an older version wrote it lies where the state was. */
function olderState({ project }: World): void {
  files(project).forEach(file => rmSync(file));
  const driver = installedSqlite(join(project.root, '.licet', 'state.db'));
  driver.exec('pragma application_id = 0x6c696374; pragma user_version = 6');
  driver.close();
}

function mode({ judging: { folder }, onFinished }: World, bits: number): void {
  if (folder === undefined) return;
  chmodSync(folder, bits);
  onFinished(() => void (existsSync(folder) && chmodSync(folder, 0o700)));
}

/** Only root may give a folder away; for anybody else it is enough that it lets others in. */
function owner(world: World): void {
  const { folder } = world.judging;
  if (folder === undefined) return;
  if (process.getuid?.() !== 0) return mode(world, 0o755);
  chownSync(folder, 65_534, 65_534);
  world.onFinished(() => void (existsSync(folder) && chownSync(folder, 0, 0)));
}

function withoutFolder({ judging: { folder } }: World): void {
  if (folder !== undefined) rmSync(folder, { recursive: true });
}

function sameLength({ project: { policy } }: World): void {
  const { atime, mtime } = statSync(policy);
  writeFileSync(policy, only('Dash'));
  utimesSync(policy, atime, mtime);
}

function changed({ project: { program } }: World): void {
  writeFileSync(program, `${readFileSync(program, 'utf8')}\n`);
}

/** Everything that was written looks as if it were of tomorrow. */
function setBack({ project }: World): void {
  const tomorrow = new Date(Date.now() + 86_400_000);
  for (const file of [project.policy, project.pointer, ...files(project)])
    if (statSync(file, { throwIfNoEntry: false }) !== undefined) utimesSync(file, tomorrow, tomorrow);
}

function otherState({ project }: World): void {
  const [file = '', ...others] = files(project);
  others.forEach(other => rmSync(other));
  rmSync(file);
  writeFileSync(file, 'this is no database, and long enough to be taken for one'.repeat(100));
}

/** Writes until not one byte more fits. */
function fill({ project: { root } }: World): void {
  const file = join(root, '.licet', 'filler');
  for (let size = 1 << 20; size >= 1; size = Math.floor(size / 2))
    try {
      for (;;) writeFileSync(file, Buffer.alloc(size), { flag: 'a' });
    } catch {
      // It is full when a single byte does not fit.
    }
}

/** Each asks for what takes long to write, again and again. */
async function slowReaders(world: World): Promise<void> {
  const { token = '' } = world.judging;
  const asks = `GET /openapi.json HTTP/1.1\r\nhost: licet\r\nauthorization: Bearer ${token}\r\n\r\n`.repeat(50);
  await crowd(world, 100, asks);
}

const copies = mkdtempSync(join(dirname(BUNDLE), '..', 'copies-'));
afterAll(() => rmSync(copies, { recursive: true, force: true }));

/** A copy of the program, which a test may change. */
function copyOfProgram(): string {
  const folder = mkdtempSync(join(copies, 'copy-'));
  cpSync(dirname(BUNDLE), folder, { recursive: true, preserveTimestamps: true });
  return join(folder, 'licet.cjs');
}

/** Gives the state of a project a small file system; false where this user may mount none. */
function onSmallDisk({ root }: ResidentProject, onFinished: World['onFinished']): boolean {
  const at = join(root, '.licet');
  const launcher = readFileSync(join(at, 'licet.sh'));
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'none', at]).status !== 0) return false;
  onFinished(() => void spawnSync('umount', ['--lazy', at]));
  writeFileSync(join(at, 'licet.sh'), launcher);
  return true;
}

/** Processes that stay are for Linux. */
const ways = (Object.keys(WAYS) as WayName[]).filter(way => process.platform === 'linux' || !way.startsWith('the script'));
/** Every fault on every way in long runs. Otherwise every third one, on one of its ways, in turn. */
const cases = FAULTS.flatMap((fault, index) => {
  const tried = ways.flatMap(way => {
    const wanted = fault.want[Object.keys(WAYS).indexOf(way)];
    return wanted === undefined ? [] : [{ ...fault, way, wanted }];
  });
  return tried.map((each, turn) => ({
    ...each,
    leftOut: isLeftOut(index, 3) || (!isLongRun && turn !== (index / 3) % tried.length),
  }));
});

/** So many records fit into what a database has taken of a disk, at most. */
const MOST_IN_ROOM = 64;

describe.concurrent('no fault lets a harmful call through', () => {
  it.for(cases)(
    '$way: when $name',
    async ({ leftOut, policy, program, make, disk, padding = 0, patienceMs, way, wanted }, context) => {
      if (leftOut) return context.skip(LONG_RUN);
      const { onTestFinished: onFinished } = context;
      const undone: (() => void | Promise<void>)[] = [];
      const project = new ResidentProject(
        program === 'faulty' ? POLICY : (policy ?? POLICY),
        program === 'copy' ? copyOfProgram() : program === 'faulty' ? FAULTY : BUNDLE,
      );
      let judging: Judging | undefined;
      onFinished(async () => {
        for (const undo of undone.toReversed()) await undo();
        await judging?.end();
        await project.end();
      });
      const onDisk = disk !== true || onSmallDisk(project, undo => void undone.unshift(undo));
      if (!onDisk) return context.skip('this user may mount nothing');
      judging = await WAYS[way](project);
      const { stopped } = judging;
      // Something is there before the fault is.
      if (!way.startsWith('the script')) await stopped(HARMLESS);
      const world: World = { project, judging, onFinished: undo => void undone.push(undo) };
      if (program === 'faulty' && policy !== undefined) swap(world, policy);
      await make?.(world);
      const more = padding === 0 ? {} : { description: 'x'.repeat(padding) };
      const call = ({ tool_name, tool_input }: typeof HARM): object => ({ tool_name, tool_input: { ...tool_input, ...more } });

      // A full disk still has the room that the database took before: what is written down there may run.
      for (let room = disk === true ? MOST_IN_ROOM : 0; room > 0 && !(await stopped(call(HARMLESS), patienceMs)); room--);

      expect([await stopped(call(HARM), patienceMs), await stopped(call(HARMLESS), patienceMs)]).toEqual(wanted);
    },
  );
});

describe('servers that are started at once for one policy', () => {
  it('are one in the end, which answers, and the others say where it is', async ({ onTestFinished: onFinished }) => {
    const project = new ResidentProject(POLICY);
    onFinished(() => project.end());
    const tried = await Promise.allSettled(Array.from({ length: 4 }, () => startServer(project)));
    const started = tried.flatMap(each => (each.status === 'fulfilled' ? [each.value] : []));
    const refused = tried.flatMap(each => (each.status === 'rejected' ? [String(each.reason)] : []));
    onFinished(async () => {
      for (const { child } of started) {
        child.kill('SIGKILL');
        await gone(child.pid ?? 0);
      }
    });

    expect(started).toHaveLength(1);
    for (const complaint of refused) expect(complaint).toMatch(/(?:runs|has just started)/u);
  });
});
