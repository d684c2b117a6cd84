import { isUtf8 } from 'node:buffer';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

const CHUNK = 1 << 18;
const NEWLINE = 0x0a;

/** A line of a file, without its end. */
export interface ScannedLine {
  /** Undefined for bytes that are no text. */
  readonly text: string | undefined;
  /** The first byte. */
  readonly start: number;
  /** The first byte of the next line. */
  readonly end: number;
}

/** Reads the whole lines of an open file from one place to another, a piece at a time. What follows the last line end is left out. */
export function* linesOf(fd: number, from: number, to: number): Generator<ScannedLine> {
  let rest: Buffer = Buffer.alloc(0);
  let start = from;
  for (let at = from; at < to;) {
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK, to - at));
    const length = readSync(fd, chunk, 0, chunk.length, at);
    if (length === 0) return;
    at += length;
    const piece = chunk.subarray(0, length);
    let data = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    for (let end = data.indexOf(NEWLINE); end >= 0; end = data.indexOf(NEWLINE)) {
      const line = data.subarray(0, end);
      yield { text: isUtf8(line) ? line.toString('utf8') : undefined, start, end: start + end + 1 };
      start += end + 1;
      data = data.subarray(end + 1);
    }
    rest = data;
  }
}

/** Returns the last whole line of an open file, or undefined when there is none. */
export function lastLine(fd: number, size: number): ScannedLine | undefined {
  for (let window = 4_096; ; window *= 8) {
    const from = Math.max(0, size - window);
    const start = from === 0 ? 0 : lineStart(fd, from, size);
    let last: ScannedLine | undefined;
    if (start !== undefined) for (const line of linesOf(fd, start, size)) last = line;
    if (last !== undefined || from === 0) return last;
  }
}

/** The first line start behind a place. */
export function lineStart(fd: number, from: number, to: number): number | undefined {
  for (let at = from; at < to; at += CHUNK) {
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK, to - at));
    const length = readSync(fd, chunk, 0, chunk.length, at);
    const found = chunk.subarray(0, length).indexOf(NEWLINE);
    if (found >= 0) return at + found + 1;
  }
  return undefined;
}

/** Opens a file for reading, and closes it again whatever happens. Undefined when there is no such file. */
export function withFile<T>(file: string, work: (fd: number, size: number) => T): T | undefined {
  let fd: number;
  try {
    fd = openSync(file, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return work(fd, fstatSync(fd).size);
  } finally {
    closeSync(fd);
  }
}
