import { readSync } from 'node:fs';

const CHUNK = 65_536;

/** The most bytes of an event that are looked at. A larger one is refused: it would take too long to judge. */
export const MAX_INPUT: number = 8 * 1024 * 1024;

/**
 * Reads all of standard input and returns it as parsed JSON. Throws for input that is empty, larger than
 * {@link MAX_INPUT}, no UTF-8 or no JSON. What is too large is still read to its end, so that the writer does not break.
 */
export function readInput(fd = 0): unknown {
  const parts: Buffer[] = [];
  let size = 0;
  for (;;) {
    const part = Buffer.allocUnsafe(CHUNK);
    const length = readSome(fd, part);
    if (length === 0) break;
    size += length;
    if (size <= MAX_INPUT) parts.push(part.subarray(0, length));
  }
  if (size > MAX_INPUT) throw new Error(`the hook input has ${size} bytes, more than ${MAX_INPUT}`);
  if (size === 0) throw new Error('the hook input is empty');
  const text = new TextDecoder('utf-8', { fatal: true }).decode(parts.length === 1 ? parts[0] : Buffer.concat(parts));
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('the hook input is not JSON');
  }
}

function readSome(fd: number, into: Buffer): number {
  for (;;) {
    try {
      return readSync(fd, into);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EOF') return 0;
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
    }
  }
}
