import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';

import { isLongRun } from '../support/longRuns.ts';
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

/** How many processes meet in a run, and how many rounds each goes. */
export const CROWD: { readonly processes: number; readonly rounds: number } = isLongRun
  ? { processes: 16, rounds: 60 }
  : { processes: 4, rounds: 20 };

/** Starts a crowd of workers by name and rounds. The first one would go on for ever, and is killed in the middle of something. */
export function crowd(worker: (name: string, rounds: number) => ChildProcess): readonly ChildProcess[] {
  const victim = worker('p0', 1_000_000);
  let turns = 0;
  victim.stdout?.on('data', chunk => {
    turns += String(chunk).length;
    if (turns >= CROWD.rounds / 4) victim.kill('SIGKILL');
  });
  return [victim, ...Array.from({ length: CROWD.processes - 1 }, (_, index) => worker(`p${index + 1}`, CROWD.rounds))];
}
