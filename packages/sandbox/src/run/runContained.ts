import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';

import { isWithin } from '@licet/effects/places';

import { bubblewrapArguments } from '../linux/bubblewrap.ts';
import { whyNotStarted } from '../linux/findBubblewrap.ts';
import { prepareSandbox } from '../linux/prepareSandbox.ts';
import type { PreparedSandbox } from '../linux/prepareSandbox.ts';
import { seccompFilter } from '../linux/seccomp.ts';
import type { FilteredMachine } from '../linux/seccomp.ts';
import { systemView } from '../linux/systemFolders.ts';
import { openWalkMemory } from '../linux/walkMemory.ts';
import type { Mask, WalkMemory } from '../linux/walkMemory.ts';
import { walkProject } from '../linux/walkProject.ts';
import type { WalkOptions } from '../linux/walkProject.ts';
import type { ClosedPaths } from '../plan/closedPaths.ts';
import { planDigest } from '../plan/planDigest.ts';
import type { SandboxPlan } from '../plan/sandboxPlan.ts';
import { passedVariables } from '../plan/variables.ts';
import { SandboxError } from '../sandboxError.ts';
import { FORWARDER, NODE_INSIDE, SOCKET_INSIDE, proxyVariables } from '../proxy/forwarder.ts';
import { makePlaceholders } from './placeholders.ts';
import { forwardSignals, readStatus } from './signals.ts';
import type { StateFolder } from './stateFolder.ts';
import { watchPlanted } from './watchPlanted.ts';

/** What is run, and where. */
export interface ContainedRun {
  readonly plan: SandboxPlan;
  readonly command: readonly string[];
  /** The folder that the command starts in; absolute, in a folder that the plan lets it read. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly state: StateFolder;
  /** The program of bubblewrap. */
  readonly bubblewrap: string;
  /** Whether the command is a git command whose effects are all known, so that `.git` may be changed. */
  readonly gitWrites: boolean;
  /** Whether empty folders are made in the place of governing files that do not exist. @defaultValue true */
  readonly makes?: boolean;
  /** More variables for the command. */
  readonly more?: Readonly<Record<string, string>>;
  /** Runs after the project was looked through and before anything starts. If it throws, nothing starts. */
  readonly onPrepared: (sandbox: PreparedSandbox) => void | Promise<void>;
  /** Hears of what is refused while the command runs, in a line. */
  readonly onNotice: (line: string) => void;
}

/** How a run ended. */
export interface ContainedOutcome {
  /** The exit code of the command; 128 and the number of the signal that ended it. */
  readonly exitCode: number;
  /** Hosts that were refused. */
  readonly refused: readonly string[];
  /** Files that a rule closes and that were made during the run. */
  readonly planted: readonly Mask[];
  /** Whether the run was ended because of such a file. */
  readonly stopped: boolean;
}

/** Returns the machine's name if there is a filter of system calls for it. */
export function filteredMachine(arch: string = process.arch): FilteredMachine | undefined {
  return arch === 'x64' || arch === 'arm64' ? arch : undefined;
}

/** The file descriptors of bubblewrap's own arguments, of the filter and of what it tells. */
const [ARGUMENTS, SECCOMP, STATUS] = [3, 4, 5];

/** Everything after bubblewrap's program, and the prepared mounts. */
export interface ContainedCommand {
  readonly args: readonly string[];
  readonly inner: readonly string[];
  readonly sandbox: PreparedSandbox;
  /** What was found in the folders of the project. */
  readonly memory: WalkMemory;
}

/** Puts together what is run, and starts nothing. `socket` is where the proxy listens. */
export function containedCommand(
  { plan, command, cwd, env, state, gitWrites, more = {}, makes }: Omit<ContainedRun, 'onNotice' | 'onPrepared' | 'bubblewrap'>,
  socket: string,
): ContainedCommand {
  const memory = openWalkMemory(state.walk, `${planDigest(plan)} ${gitWrites}`);
  const sandbox = prepareSandbox(plan, { gitWrites, memory, ...(makes !== undefined && { makes }) });
  memory.save();
  const isOnline = plan.hosts.length > 0;
  const passed = {
    HOME: plan.home,
    PATH: env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin',
    TMPDIR: '/tmp',
    ...passedVariables(plan.environment, env),
  };
  const args = bubblewrapArguments({
    system: systemView(plan.home, env['PATH']),
    mounts: sandbox.mounts,
    cwd,
    home: plan.home,
    privateHome: state.home,
    closedFile: state.closedFile,
    env: { ...passed, ...(isOnline && proxyVariables()), ...more, LICET_CONTAINED: '1' },
    inside: isOnline
      ? [
          [process.execPath, NODE_INSIDE],
          [socket, SOCKET_INSIDE],
        ]
      : [],
    seccomp: SECCOMP,
    status: STATUS,
  });
  const limited = [
    '/bin/sh',
    '-c',
    `ulimit -u ${plan.limits.processes} 2>/dev/null || ulimit -p ${plan.limits.processes}; exec "$@"`,
    'sh',
    ...command,
  ];
  return { args, sandbox, memory, inner: isOnline ? [NODE_INSIDE, '-e', FORWARDER, ...limited] : limited };
}

/**
 * Runs a command under a plan and waits for its end. The proxy, the watch and all processes of the command end with it, and bubblewrap ends them if this
 * process is killed. Standard input, output and error are those of this process.
 *
 * @throws {SandboxError} if the project cannot be put into a sandbox, or bubblewrap does not start the command. Then nothing has run.
 */
export async function runContained(run: ContainedRun): Promise<ContainedOutcome> {
  const machine = filteredMachine();
  if (machine === undefined) throw new SandboxError(`there is no filter of system calls for \`${process.arch}\``);
  const folder = mkdtempSync(join(tmpdir(), 'licet-run-'));
  const socket = join(folder, 'proxy.sock');
  const refused = new Set<string>();
  const onRefusal = (host: string, why: string): void => {
    if (!refused.has(host)) run.onNotice(`network ${host} refused: ${why}`);
    refused.add(host);
  };
  // Most plans have no hosts, and the HTTP of Node takes longer to load than all else here.
  const proxy =
    run.plan.hosts.length === 0 ? undefined : (await import('../proxy/createProxy.ts')).createProxy(run.plan, { onRefusal });
  try {
    if (proxy !== undefined) await listening(proxy, socket);
    const command = containedCommand(run, socket);
    await run.onPrepared(command.sandbox);
    const filter = seccompFilter(machine, { local: proxy !== undefined });
    return { ...(await runPrepared(run, command, filter, folder)), refused: [...refused] };
  } finally {
    proxy?.closeAllConnections();
    proxy?.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Starts bubblewrap, between making the placeholders and removing them. */
async function runPrepared(
  run: ContainedRun,
  { args, inner, sandbox, memory }: ContainedCommand,
  filter: Uint8Array,
  folder: string,
): Promise<Watched & Pick<ContainedOutcome, 'planted'>> {
  const { plan, gitWrites } = run;
  const placeholders = makePlaceholders(sandbox.placeholders, run.state.placeholders);
  const known = new Set(sandbox.masks.map(({ path }) => path));
  let ended: Watched;
  try {
    const files = [descriptor(folder, 'args', args.map(arg => `${arg}\0`).join('')), descriptor(folder, 'filter', filter)];
    const child = spawn(run.bubblewrap, ['--args', String(ARGUMENTS), '--', ...inner], {
      // A key that interrupts goes to this process alone, which passes it on.
      detached: true,
      // Bubblewrap is the first process in the sandbox, and `/proc/1/environ` shows what it was started with.
      env: {},
      stdio: ['inherit', 'inherit', 'inherit', ...files, 'pipe'],
    });
    files.forEach(file => closeSync(file));
    ended = await watched(child, run, sandbox, known);
  } finally {
    placeholders.remove();
  }
  // Without the placeholders, the folders of the project are what they were, as far as the command has left them so.
  const planted = plan.write.length === 0 ? [] : plantedIn(plan, sandbox.closed, known, { memory, fixesGit: !gitWrites });
  return { ...ended, planted };
}

const listening = (server: Server, socket: string): Promise<void> =>
  new Promise((resolve, reject) => void server.once('error', reject).listen(socket, resolve));

/** Opens a file that only the child reads, and removes its name. */
function descriptor(folder: string, name: string, content: string | Uint8Array): number {
  const file = join(folder, name);
  writeFileSync(file, content, { mode: 0o600, flag: 'wx' });
  const opened = openSync(file, 'r');
  rmSync(file);
  return opened;
}

type Watched = Pick<ContainedOutcome, 'exitCode' | 'stopped'>;

async function watched(
  child: ChildProcess,
  { onNotice }: ContainedRun,
  { closed, folders }: PreparedSandbox,
  known: ReadonlySet<string>,
): Promise<Watched> {
  let stopped = false;
  const endWatch = watchPlanted(folders, closed, known, ({ path, by }) => {
    if (stopped) return;
    stopped = true;
    onNotice(`\`${path}\` was made during the run, and \`${by.rule}\` closes it: the run is ended`);
    child.kill('SIGKILL');
  });
  const status = readStatus(child, STATUS);
  const endForwarding = forwardSignals(child, status);
  const exitCode = await exitOf(child).finally(() => {
    endWatch();
    endForwarding();
  });
  if (child.signalCode === null && !status.hasRun()) throw new SandboxError(whyNotStarted());
  return { exitCode, stopped };
}

/** What is closed now and was not there before; of a folder only the folder itself. */
function plantedIn(
  { write }: SandboxPlan,
  closed: ClosedPaths,
  known: ReadonlySet<string>,
  options: WalkOptions,
): readonly Mask[] {
  const found = walkProject(write, closed, options).masks.filter(({ path }) => !known.has(path));
  return found.filter(({ path }) => !found.some(other => other.path !== path && isWithin(path, other.path)));
}

const exitOf = (child: ChildProcess): Promise<number> =>
  new Promise((resolve, reject) =>
    child
      .once('error', reject)
      // The status of bubblewrap is whole by then.
      .once('close', (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]))),
  );
