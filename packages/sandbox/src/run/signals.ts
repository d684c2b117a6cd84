import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2'] as const;

/**
 * Passes signals of this process on to the command in a sandbox. Bubblewrap itself does not: it tells, on a file descriptor, which process is the first one
 * inside, and the command is its child. Returns what ends it.
 */
export function forwardSignals(child: ChildProcess, info: number): () => void {
  let told = '';
  const stream = child.stdio[info] as Readable | null | undefined;
  stream?.on('data', (part: Buffer) => (told += part.toString('utf8')));
  const handlers = FORWARDED.map(signal => {
    const handler = (): void => {
      const pid = commandIn(told);
      if (pid === undefined) child.kill('SIGKILL');
      else signalTo(pid, signal);
    };
    process.on(signal, handler);
    return [signal, handler] as const;
  });
  return () => handlers.forEach(([signal, handler]) => process.off(signal, handler));
}

/** The process of the command, by what bubblewrap told: `{"child-pid": 12}`. */
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
