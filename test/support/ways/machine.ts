import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { BUNDLE } from '../cli.ts';

/** Where the agent's user lives on the machine. */
export const HOME = '/home/lagent';
/** The project of the agent. */
export const PROJECT: string = join(HOME, 'project');
/** The home folder as it is before each chain. */
const TEMPLATE = '/root/template';
const LAYERED = ['/etc', '/var/lib', '/run', '/usr/lib', '/root'] as const;

const SETUP = `
set -e
mount -t tmpfs -o mode=0755 licet-ways /mnt
for at in ${LAYERED.join(' ')}; do
  mkdir -p "/mnt/layers$at/upper" "/mnt/layers$at/work"
  mount -t overlay overlay -o "lowerdir=$at,upperdir=/mnt/layers$at/upper,workdir=/mnt/layers$at/work" "$at"
done
for at in /home /tmp /var/tmp /dev/shm; do mount -t tmpfs -o mode=1777 licet-ways $at; done
chmod 0755 /home
ip link set lo up
for user in lagent lhuman; do useradd --user-group --create-home --home-dir "/home/$user" --shell /bin/bash "$user"; chmod 0700 "/home/$user"; done
`;

/** What the agent's user finds programs by: first those that it has installed itself. */
const PATH: string = [
  join(HOME, '.local/bin'),
  dirname(process.execPath),
  '/usr/local/bin',
  '/usr/bin',
  '/bin',
  '/usr/sbin',
].join(':');

const rightsOf = (user: string): readonly string[] =>
  user === 'root' ? [] : ['setpriv', '--reuid', user, '--regid', user, '--init-groups', '--inh-caps=-all'];

/** The environment of a user's shell. */
export const envOf = (user: string, more: Readonly<Record<string, string>> = {}): Record<string, string> => ({
  PATH,
  HOME: user === 'root' ? '/root' : `/home/${user}`,
  USER: user,
  LANG: 'C.UTF-8',
  NO_COLOR: '1',
  LICET_RESIDENT: '0',
  ...more,
});

/** How a program ended. */
export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What is said to a program, and where it runs. */
export interface How {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  readonly timeout?: number;
}

/** Runs a program as a user, to its end or the end of its time. What it left in the background goes on. */
export function runAs(
  user: string,
  words: readonly string[],
  { cwd = PROJECT, env = {}, input = '', timeout = 60_000 }: How = {},
): Ran {
  const [command = '', ...args] = [...rightsOf(user), ...words];
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: existsSync(cwd) ? cwd : '/',
    env: envOf(user, env),
    input,
    timeout,
    killSignal: 'SIGKILL',
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  return { status, stdout, stderr };
}

/** Starts a program as a user, on a terminal, which goes on. */
export function startOnTerminal(user: string, line: string, env: Readonly<Record<string, string>> = {}): ChildProcess {
  const [command, ...args] = [...rightsOf(user), 'script', '-qec', `exec ${line}`, '/dev/null'];
  return spawn(command, args, { cwd: PROJECT, env: envOf(user, env), stdio: ['pipe', 'pipe', 'pipe'] });
}

/** Waits until a program on a terminal says something, and returns all that it said until then. */
export async function said(child: ChildProcess, pattern: RegExp): Promise<string> {
  let text = '';
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', part => {
      text += String(part);
      if (text.endsWith('no: q --')) child.stdin?.write(' ');
      if (pattern.test(text)) resolve(text);
    });
    child.once('exit', () => reject(new Error(`it ended before it said ${pattern.source}: ${text}`)));
  });
}

/** Lets a person run a command that asks, and say yes. */
export async function sayYes(user: string, line: string): Promise<void> {
  const child = startOnTerminal(user, line);
  const ended = once(child, 'exit');
  const text = await said(child, /\[y\/N\]/u);
  const typing = setInterval(() => child.stdin?.write('y\n'), 300);
  child.stdin?.on('error', () => undefined);
  const [status] = (await ended) as [number | null];
  clearInterval(typing);
  if (status !== 0) throw new Error(`\`${line}\` ended with ${status}: ${text}`);
}

/** Puts another layer over the machine, with a user whose agent is governed and a user who answers. Only for a process with its own namespaces. */
export function makeMachine(): void {
  const { status, stderr } = spawnSync('sh', ['-c', SETUP], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the machine could not be set up: ${stderr}`);
}

const OWN_CODE = {
  'package.json': '{"name":"shop","scripts":{"test":"node --test test"}}\n',
  'README.md': '# Shop\n',
  '.gitignore': 'node_modules\n.env\n',
  'src/index.js': 'export const add = (a, b) => a + b;\n',
  'test/add.test.js': "import { test } from 'node:test';\ntest('fails', () => { throw new Error('not yet'); });\n",
};

/** Makes the project, with a program that its user has installed. `program` is false where root has. */
export function makeProject(policy: string, program: boolean): void {
  for (const [name, text] of Object.entries({ ...OWN_CODE, 'governance.yaml': policy, '.env': 'API_KEY=hunter2hunter2\n' })) {
    mkdirSync(dirname(join(PROJECT, name)), { recursive: true });
    writeFileSync(join(PROJECT, name), text);
  }
  const [bin, lib] = [join(HOME, '.local/bin'), join(HOME, '.local/lib/licet')];
  mkdirSync(bin, { recursive: true });
  if (program) {
    for (const part of readdirSync(dirname(dirname(BUNDLE))))
      if (part !== 'faulty' && part !== 'v8') cpSync(join(dirname(dirname(BUNDLE)), part), join(lib, part), { recursive: true });
    writeFileSync(join(bin, 'licet'), `#!/bin/sh\nexec node ${lib}/cli/licet.cjs "$@"\n`, { mode: 0o755 });
  } else writeFileSync(join(bin, 'licet'), '#!/bin/sh\nexec node /usr/lib/licet/dist/licet.cjs "$@"\n', { mode: 0o755 });
  spawnSync('chown', ['-R', 'lagent:', HOME]);
  const git =
    'git init -q . && git config user.name a && git config user.email a@example.org && git add -A && git commit -qm begin && git init -q --bare ../remote.git && git remote add origin ../remote.git';
  const made = runAs('lagent', ['sh', '-c', git]);
  if (made.status !== 0) throw new Error(`git failed: ${made.stderr}`);
}

/** Keeps the home folder as it is now, for {@link restoreHome}. */
export function keepHome(): void {
  spawnSync('cp', ['-a', HOME, TEMPLATE]);
}

const uidOf = (pid: string): number => {
  try {
    return Number(/^Uid:\s+(\d+)/mu.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return -1;
  }
};

/** Ends everything that the agent's user runs, but for one process. This process sees its own namespace only. */
export function endAgent(but?: number): void {
  const uid = Number(runAs('lagent', ['id', '-u'], { cwd: '/' }).stdout);
  for (let round = 0; round < 20; round++) {
    const left = readdirSync('/proc').filter(name => /^\d+$/u.test(name) && name !== String(but) && uidOf(name) === uid);
    if (left.length === 0) return;
    for (const pid of left)
      try {
        process.kill(Number(pid), 'SIGKILL');
      } catch {
        // It has ended.
      }
    spawnSync('sleep', ['0.02']);
  }
}

/** Ends what a chain left, and puts the home folder back. */
export function restoreHome(but?: number): void {
  endAgent(but);
  for (const at of ['/tmp', '/var/tmp', '/dev/shm'])
    for (const name of readdirSync(at)) rmSync(join(at, name), { recursive: true, force: true });
  spawnSync('sh', ['-c', `chmod -R u+rwX ${HOME}; rm -rf ${HOME} && cp -a ${TEMPLATE} ${HOME}`]);
}
