import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { BUNDLE, humanEnv } from './cli.ts';
import type { Ended } from './cli.ts';
import { runLeanLater } from './lean.ts';

/** Where the tests put another layer over the machine: what they write there, users included, is gone with the machine. */
const LAYERED = ['/etc', '/var/lib', '/run', '/usr/lib'] as const;

/** The users of the machine: two whose agents are governed, one who answers, and a bystander. */
export type MachineUser = 'root' | 'lagent' | 'lother' | 'lhuman' | 'lnobody' | 'licet';

const SETUP = `
set -e
mount -t tmpfs -o mode=0755 licet-test "$0"
for at in ${LAYERED.join(' ')}; do
  mkdir -p "$0/layers$at/upper" "$0/layers$at/work"
  mount -t overlay overlay -o "lowerdir=$at,upperdir=$0/layers$at/upper,workdir=$0/layers$at/work" "$at"
done
mkdir "$0/home"
for user in lagent lother lhuman lnobody; do useradd --user-group --create-home --home-dir "$0/home/$user" "$user"; chmod 0700 "$0/home/$user"; done
echo ready
exec sleep 100000
`;

/** Why this machine cannot show two users; undefined when it can. With `LICET_REQUIRE_SERVICE=1` that is an error. */
export function serviceProblem(): string | undefined {
  const reason = reasonAgainst();
  if (reason !== undefined && process.env['LICET_REQUIRE_SERVICE'] === '1')
    throw new Error(`the tests of the service are required: ${reason}`);
  return reason;
}

function reasonAgainst(): string | undefined {
  if (process.platform !== 'linux') return 'the service is for Linux';
  if (process.getuid?.() !== 0) return 'only root can make users and run processes as them';
  for (const program of ['setpriv', 'useradd', 'unshare', 'nsenter'])
    if (spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0) return `there is no \`${program}\``;
  const tried = spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'licet-test', '/mnt']);
  return tried.status === 0 ? undefined : 'this container may not mount anything';
}

/** How a program is started on the machine. */
export interface MachineCall {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
}

/** A machine with users and a service : a layer over this one, which no process outside of it sees. */
export class ServiceMachine {
  readonly folder: string;
  readonly #holder: ChildProcess;
  #service: ChildProcess | undefined;
  #calls = 0;

  private constructor(folder: string, holder: ChildProcess) {
    this.folder = folder;
    this.#holder = holder;
  }

  static async start(): Promise<ServiceMachine> {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'licet-machine-')));
    chmodSync(folder, 0o755);
    const holder = spawn('unshare', ['--mount', '--propagation', 'private', 'sh', '-c', SETUP, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [text] = (await Promise.race([once(holder.stdout, 'data'), once(holder, 'exit').then(() => [''])])) as [unknown];
    if (!String(text).includes('ready')) throw new Error('the machine could not be set up');
    return new ServiceMachine(folder, holder);
  }

  homeOf(user: MachineUser): string {
    return user === 'root' ? '/root' : join(this.folder, 'home', user);
  }

  /** Runs a program as a user of the machine, with nothing of this process's environment. */
  async as(user: MachineUser, words: readonly string[], { cwd = '/', env = {}, input = '' }: MachineCall = {}): Promise<Ended> {
    const { PATH = '' } = process.env;
    const rights = user === 'root' ? [] : ['setpriv', '--reuid', user, '--regid', user, '--init-groups', '--inh-caps=-all'];
    return runLeanLater({
      command: 'nsenter',
      args: [...this.#inside(cwd), ...rights, ...words],
      env: { PATH, HOME: this.homeOf(user), NO_COLOR: '1', ...env },
      input,
      timeout: 90_000,
    });
  }

  /** A shell script as a user. */
  async sh(user: MachineUser, script: string, call: MachineCall = {}): Promise<Ended> {
    return this.as(user, ['sh', '-c', script], call);
  }

  /** Code of Node as a user: the text of an ES module. */
  async node(user: MachineUser, code: string, call: MachineCall = {}): Promise<Ended> {
    return this.as(user, [process.execPath, '--input-type=module', '-e', code], call);
  }

  /** The command line of the service's own copy. */
  async licet(user: MachineUser, args: readonly string[], call: MachineCall = {}): Promise<Ended> {
    return this.as(user, [process.execPath, '/usr/lib/licet/dist/licet.cjs', ...args], call);
  }

  /** The same on a terminal, where a human would be. */
  async typed(user: MachineUser, args: readonly string[], call: MachineCall = {}): Promise<Ended> {
    const line = [process.execPath, '/usr/lib/licet/dist/licet.cjs', ...args].map(word => `'${word}'`).join(' ');
    return this.as(user, ['script', '-qec', line, '/dev/null'], call);
  }

  /** Installs the service from the bundle of the tests. */
  async install(args: readonly string[], bundle: string = BUNDLE): Promise<Ended> {
    return this.as('root', [process.execPath, bundle, 'service', 'install', '--no-start', '--yes', ...args]);
  }

  /** Starts the service as the unit does, with the same rights and no others, and waits until it listens. Returns its number. */
  async startService(): Promise<number> {
    const caps = '-all,+setuid,+setgid';
    const words = [
      'setpriv --reuid licet --regid licet --clear-groups --no-new-privs'.split(' '),
      [`--inh-caps=${caps}`, `--ambient-caps=${caps}`, `--bounding-set=${caps}`],
      [process.execPath, '/usr/lib/licet/dist/licet.cjs', 'service', 'run'],
    ].flat();
    await this.sh('root', 'install -d -o licet -g licet -m 0755 /run/licet');
    const { PATH = '' } = humanEnv();
    this.#service = spawn('nsenter', [...this.#inside('/'), ...words], {
      env: { PATH, NODE_DISABLE_COMPILE_CACHE: '1', UV_USE_IO_URING: '0' },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const wait = 'for i in $(seq 600); do [ -S /run/licet/approve/0/socket ] && exit 0; sleep 0.1; done; exit 1';
    if ((await this.sh('root', wait)).status !== 0) throw new Error('the service did not start');
    // `nsenter` and `setpriv` have become the service.
    return this.#service.pid ?? 0;
  }

  /** Ends the service. */
  async stopService(): Promise<void> {
    const service = this.#service;
    this.#service = undefined;
    if (service === undefined || service.exitCode !== null || service.signalCode !== null) return;
    service.kill('SIGTERM');
    await once(service, 'exit');
    await this.sh('root', 'rm -rf /run/licet/ask /run/licet/approve');
  }

  /** A hook of Claude Code as a user's agent starts it. */
  async hook(
    user: MachineUser,
    root: string,
    command: string | object,
    { args = [], env = {} }: { readonly args?: readonly string[]; readonly env?: Readonly<Record<string, string>> } = {},
  ): Promise<Ended> {
    this.#calls++;
    const call =
      typeof command === 'string'
        ? { tool_name: 'Bash', tool_input: { command } }
        : (command as Readonly<Record<string, unknown>>);
    const event = { hook_event_name: 'PreToolUse', session_id: 's', cwd: root, tool_use_id: `toolu_${this.#calls}`, ...call };
    return this.licet(user, ['hook', 'claude-code', ...args], { cwd: root, env, input: JSON.stringify(event) });
  }

  /** Makes a project of a user, which no other user can look into. */
  async project(user: MachineUser, name: string, policy: string): Promise<string> {
    const root = join(this.homeOf(user), name);
    await this.sh(user, `mkdir -m 0700 '${root}' && cat >'${root}/governance.yaml'`, { input: policy });
    return root;
  }

  async end(): Promise<void> {
    await this.stopService();
    this.#holder.kill('SIGKILL');
    await once(this.#holder, 'exit').catch(() => undefined);
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** The words of `nsenter` that lead onto the machine, and into a folder of it. */
  #inside(cwd: string): readonly string[] {
    return [`--mount=/proc/${this.#holder.pid}/ns/mnt`, 'sh', '-c', 'cd "$0" && exec "$@"', cwd];
  }
}
