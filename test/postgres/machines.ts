import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { BUNDLE, humanEnv } from '../support/cli.ts';
import { firstLine } from '../support/faultWays.ts';

/** The token that the servers of a test have in common. */
export const TOKEN = 'a-token-that-three-servers-have-in-common-01';

/** One machine of several: a server with its own home. */
export interface Machine {
  readonly child: ChildProcess;
  readonly url: string;
}

/** How a machine is started. */
export interface MachineOptions {
  /** The folder of the policy. */
  readonly root: string;
  /** The name of its home in that folder. */
  readonly name: string;
  /** More variables of its environment. */
  readonly env: Readonly<Record<string, string>>;
  /** The options of `licet serve`. */
  readonly options?: readonly string[];
  /** The options of Node. */
  readonly node?: readonly string[];
}

/** Starts `licet serve`, and returns once it listens. Rejects with what it complained of. */
export async function startMachine({ root, name, env, options, node = [] }: MachineOptions): Promise<Machine> {
  const home = join(root, name);
  mkdirSync(home, { recursive: true });
  const words = [...node, BUNDLE, 'serve', '--json', ...(options ?? ['--token-file', 'token'])];
  const child = spawn(process.execPath, words, { cwd: root, env: { ...humanEnv(), HOME: home, NO_COLOR: '1', ...env } });
  return { child, url: (JSON.parse(await firstLine(child)) as { readonly url: string }).url };
}

/** Ends a machine, and returns when it is gone. */
export async function endMachine({ child }: Machine, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise(resolve => child.once('exit', resolve));
  child.kill(signal);
  await gone;
}
