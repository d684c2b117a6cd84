import { read } from 'node:fs';

import { GovernanceError } from '@licet/core';

const CHUNK = 65_536;

/** The most bytes of an event that are looked at. A larger one is refused: it would take too long to judge. */
const MAX_INPUT: number = 8 * 1024 * 1024;

/** After how many milliseconds an event that has not come whole is refused. */
const INPUT_TIMEOUT_MS = 5_000;

/**
 * Reads one event and returns it as parsed JSON: until the input ends, or holds one whole JSON value and nothing more comes. `next`
 * gives the input piece by piece, and an empty piece at its end. Rejects for input that is empty, larger than {@link MAX_INPUT}, no UTF-8 or no
 * JSON, and with the code `event_timeout` for one that does not come in time: a read of it is then still going on, and holds the process. What is too large is still read to its end, so that the writer
 * does not break.
 */
export async function readInput(
  next: () => Promise<Uint8Array> = standardInput(),
  timeoutMs: number = INPUT_TIMEOUT_MS,
): Promise<unknown> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new GovernanceError('event_timeout', `the hook input did not end within ${timeoutMs} ms`)),
      timeoutMs,
    );
  });
  try {
    return await Promise.race([readAll(next), late]);
  } finally {
    clearTimeout(timer);
  }
}

async function readAll(next: () => Promise<Uint8Array>): Promise<unknown> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const part = await next();
    if (part.length === 0) break;
    size += part.length;
    if (size <= MAX_INPUT) parts.push(part);
    const whole = part.length < CHUNK && size <= MAX_INPUT ? wholeObject(parts) : undefined;
    if (whole !== undefined) return whole;
  }
  if (size > MAX_INPUT) throw new GovernanceError('invalid_event', `the hook input has ${size} bytes, more than ${MAX_INPUT}`);
  if (size === 0) throw new GovernanceError('invalid_event', 'the hook input is empty');
  const text = textOf(parts);
  try {
    return JSON.parse(text);
  } catch {
    throw new GovernanceError('invalid_event', 'the hook input is not JSON');
  }
}

/** A writer that keeps its end open has said everything when it has said a whole object. */
function wholeObject(parts: readonly Uint8Array[]): object | undefined {
  const last = parts.at(-1);
  if (last === undefined || !/\}\s*$/u.test(Buffer.from(last.subarray(-16)).toString('latin1'))) return undefined;
  try {
    return JSON.parse(textOf(parts)) as object;
  } catch {
    return undefined;
  }
}

function textOf(parts: readonly Uint8Array[]): string {
  const [first] = parts;
  return new TextDecoder('utf-8', { fatal: true }).decode(parts.length === 1 ? first : Buffer.concat(parts));
}

/** The pieces of standard input, or of another descriptor. */
function standardInput(fd = 0): () => Promise<Uint8Array> {
  return async () => {
    const part = Buffer.allocUnsafe(CHUNK);
    return part.subarray(0, await readSome(fd, part));
  };
}

/** Reads what is there, or waits for it, without holding the thread: a deadline can then fire. */
function readSome(fd: number, into: Uint8Array): Promise<number> {
  return new Promise((resolve, reject) => {
    const again = (): void =>
      read(fd, into, 0, into.length, null, (error, length) => {
        if (error === null) resolve(length);
        else if (error.code === 'EOF') resolve(0);
        else if (error.code === 'EAGAIN') setTimeout(again, 2);
        else reject(error);
      });
    withOneThread(again);
  });
}

/**
 * Runs what may be the first asynchronous work of the process. Node then starts four threads for it and waits until all of them run, which takes
 * longer than a decision where the machine is busy. One is enough, and how many there are is only looked at now.
 */
function withOneThread(work: () => void): void {
  const { UV_THREADPOOL_SIZE: told } = process.env;
  process.env['UV_THREADPOOL_SIZE'] = '1';
  try {
    work();
  } finally {
    if (told === undefined) delete process.env['UV_THREADPOOL_SIZE'];
    else process.env['UV_THREADPOOL_SIZE'] = told;
  }
}
