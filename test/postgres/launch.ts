import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { lesserUser } from './programs.ts';

/**
 * A shell is between us and the server and reads what we write: when that ends, because the test is over or was killed,
 * it ends the server too; when it ends without a word, it removes the data. An interrupt does not reach the two.
 */
const WATCH = `
trap '' INT TERM HUP
"$0" "$@" </dev/null >/dev/null 2>"$FOLDER/log" &
server=$!
how=
while read -r word; do how=$word; done
kill -CONT $server
kill -\${how:-INT} $server
wait $server
[ -n "$how" ] || rm -rf "$FOLDER"
exit 0`;

/** Where a server lies and how it is started. */
export interface Launch {
  readonly bin: string;
  readonly folder: string;
  readonly port: number;
  readonly settings: readonly string[];
}

/** Starts a server that listens on this machine only, and ends with the process that started it. */
export function launch({ bin, folder, port, settings }: Launch): ChildProcess {
  const all = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off', ...settings];
  const args = ['-D', join(folder, 'data'), ...all.flatMap(each => ['-c', each])];
  const child = spawn('sh', ['-c', WATCH, join(bin, 'postgres'), ...args], {
    ...lesserUser(),
    cwd: folder,
    detached: true,
    env: { ...process.env, FOLDER: folder },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.stdin?.on('error', () => undefined);
  return child;
}

/** Stops every process of a server, or lets them go on. */
export function hang(folder: string, signal: 'SIGSTOP' | 'SIGCONT'): void {
  const [postmaster = ''] = readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n');
  const children = spawnSync('ps', ['-o', 'pid=', '--ppid', postmaster], { encoding: 'utf8' }).stdout.split('\n');
  for (const id of [postmaster, ...children].map(Number)) if (id > 0) process.kill(id, signal);
}
