import { once } from 'node:events';
import { closeSync, existsSync, fstatSync, ftruncateSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';

import { UsageError, unusable } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import { endDone } from '../unfinished.ts';

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

/** How {@link openRotating} writes. */
interface RotatingOptions {
  /** The first line of every file. */
  readonly first: string | undefined;
  /** A file that would grow larger is closed, and the next one begun. */
  readonly mostBytes: number;
  /** Whether a file that is there is gone on with. Else it is not touched. */
  readonly goesOn: boolean;
}

/** Opens a file that lines are added to. Closed files carry a number: `FILE.000001` is the oldest. */
export function openRotating(file: string, { first, mostBytes, goesOn }: RotatingOptions): Output {
  let fd = goesOn && existsSync(file) ? lastFile(file) : newFile(file);
  let size = fstatSync(fd).size;
  const write = (text: string): void => {
    const bytes = Buffer.from(`${text}\n`);
    writeWhole(fd, bytes);
    size += bytes.length;
  };
  if (size === 0 && first !== undefined) write(first);
  return {
    isTerminal: false,
    close: () => closeSync(fd),
    async line(text) {
      if (size > 0 && size + Buffer.byteLength(text) + 1 > mostBytes) {
        closeSync(fd);
        renameSync(file, nextClosed(file));
        [fd, size] = [newFile(file), 0];
        if (first !== undefined) write(first);
      }
      write(text);
    },
  };
}

/** Opens a file to add to it. A line that a killed process has not finished goes. */
function lastFile(file: string): number {
  const end = readFileSync(file).lastIndexOf(0x0a) + 1;
  const fd = openSync(file, 'a');
  ftruncateSync(fd, end);
  return fd;
}

function nextClosed(file: string): string {
  for (let number = 1; ; number++) {
    const name = `${file}.${String(number).padStart(6, '0')}`;
    if (!existsSync(name)) return name;
  }
}

/** Somebody who reads only the first lines, as `head` does, has what they wanted. */
function leave(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') endDone();
}

function newFile(file: string): number {
  try {
    return openSync(file, 'wx', 0o600);
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EEXIST'
      ? new UsageError(`\`${file}\` exists already: name a new file with \`--out\``)
      : unusable(`\`${file}\``, 'written', error);
  }
}

function writeWhole(fd: number, bytes: Buffer): void {
  for (let rest = bytes; rest.length > 0;) rest = rest.subarray(writeSync(fd, rest));
}
