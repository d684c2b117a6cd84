import { once } from 'node:events';
import { closeSync, openSync, writeSync } from 'node:fs';

import { UsageError } from '../exit.ts';
import type { Terminal } from '../text/terminal.ts';

/** Where a command writes much: to a new file, or to the terminal no faster than it takes it. */
export interface Output {
  /** Whether a person reads it: what could hide is escaped there, and kept as it is for other programs. */
  readonly isTerminal: boolean;
  line(text: string): Promise<void>;
  close(): void;
}

/** Opens where an export goes. A file that exists is never overwritten. */
export function openOutput(file: string | undefined, terminal: Terminal): Output {
  if (file === undefined) {
    process.stdout.once('error', leave);
    return {
      isTerminal: process.stdout.isTTY === true,
      close: () => void process.stdout.removeListener('error', leave),
      async line(text) {
        terminal.print(text);
        if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain');
      },
    };
  }
  const fd = newFile(file);
  return {
    isTerminal: false,
    close: () => closeSync(fd),
    line: async text => writeWhole(fd, Buffer.from(`${text}\n`)),
  };
}

/** Somebody who reads only the first lines, as `head` does, has what they wanted. */
function leave(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit(0);
}

function newFile(file: string): number {
  try {
    return openSync(file, 'wx', 0o600);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(
      code === 'EEXIST'
        ? `\`${file}\` exists already: name a new file with \`--out\``
        : `\`${file}\` cannot be written (${code ?? 'unknown error'})`,
    );
  }
}

function writeWhole(fd: number, bytes: Buffer): void {
  for (let rest = bytes; rest.length > 0;) rest = rest.subarray(writeSync(fd, rest));
}
