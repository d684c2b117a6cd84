import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';

import { workerFile } from '../support/workers.ts';

/** How a worker ended. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
  readonly errors: string;
}

/** Starts one of the programs of this folder. A `shell` prefix runs before it in the same process: `ulimit -f 100`. */
export function start(script: string, args: readonly string[], options: { shell?: string; uid?: number } = {}): ChildProcess {
  const command = [process.execPath, workerFile(`stress/${script}`), ...args];
  const { shell, uid } = options;
  const [program, ...rest] = shell === undefined ? command : ['sh', '-c', `${shell}; exec "$@"`, 'sh', ...command];
  return spawn(program as string, rest, { stdio: ['ignore', 'pipe', 'pipe'], ...(uid !== undefined && { uid }) });
}

/** Waits for a process to end, and returns all that it wrote. */
export async function ended(child: ChildProcess): Promise<Ended> {
  let [output, errors] = ['', ''];
  child.stdout?.on('data', chunk => (output += String(chunk)));
  child.stderr?.on('data', chunk => (errors += String(chunk)));
  return new Promise(resolve => child.on('close', (code, signal) => resolve({ code, signal, output, errors })));
}
