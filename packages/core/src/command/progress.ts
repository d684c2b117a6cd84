import type { MaybePromise } from '../model/json.ts';

const CLEAR = '\r\u001b[K';

/**
 * Says on standard error, when it is a terminal, what takes so long, and for how long already, until the work is done or has failed; then the line goes again.
 * Work that never yields shows the words alone. Nothing is written where no terminal is.
 */
export async function withProgress<T>(what: string, work: () => MaybePromise<T>): Promise<T> {
  const stream = process.stderr;
  if (!stream.isTTY) return work();
  const began = Date.now();
  stream.write(`${CLEAR}${what} …`);
  const timer = setInterval(() => stream.write(`${CLEAR}${what} … ${Math.round((Date.now() - began) / 1000)} s`), 1000);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    stream.write(CLEAR);
  }
}
