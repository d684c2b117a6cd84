import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2'] as const;

/** What bubblewrap tells of a run on a file descriptor that no program in the sandbox has. */
export interface RunStatus {
  /** The process of the command; undefined where it does not run. */
  readonly command: () => number | undefined;
  /** Whether the command was started and has ended. */
  readonly hasRun: () => boolean;
}

/** Reads what bubblewrap tells: `{"child-pid": 12}` and, if it has started the command, `{"exit-code": 0}` in the end. */
export function readStatus(child: ChildProcess, status: number): RunStatus {
  let told = '';
  const stream = child.stdio[status] as Readable | null | undefined;
  stream?.on('data', (part: Buffer) => (told += part.toString('utf8')));
  return { command: () => commandIn(told), hasRun: () => /"exit-code"/u.test(told) };
}

/**
 * Passes signals of this process on to the command in a sandbox. Bubblewrap itself does not: it tells which process is the first one inside, and the
 * command is its child. Returns what ends it.
 */
export function forwardSignals(child: ChildProcess, { command }: RunStatus): () => void {
  const handlers = FORWARDED.map(signal => {
    const handler = (): void => {
      const pid = command();
      if (pid === undefined) child.kill('SIGKILL');
      else signalTo(pid, signal);
    };
    process.on(signal, handler);
    return [signal, handler] as const;
  });
  return () => handlers.forEach(([signal, handler]) => process.off(signal, handler));
}

function commandIn(told: string): number | undefined {
  const [, first = ''] = /"child-pid"\s*:\s*(\d+)/u.exec(told) ?? [];
  if (first === '') return undefined;
  try {
    const [child = ''] = readFileSync(`/proc/${first}/task/${first}/children`, 'utf8').trim().split(' ');
    return child === '' ? undefined : Number(child);
  } catch {
    return undefined;
  }
}

function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has just ended.
  }
}
