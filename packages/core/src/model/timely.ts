import type { Clock } from '../ports/clock.ts';

/** The result if an answer did not come in time. */
export const LATE: unique symbol = Symbol('late');

/**
 * Runs `work` and waits for it at most `limitMs`, or until `outer` is aborted; then its own signal is aborted, and what
 * it does later, answer or throw, is ignored. What it throws in time is thrown. With `keepsAlive` the process does not end before either.
 */
export async function timely<T>(
  work: (signal: AbortSignal) => T | PromiseLike<T>,
  limitMs: number,
  clock: Clock,
  outer?: AbortSignal,
  keepsAlive = false,
): Promise<T | typeof LATE> {
  if (outer?.aborted === true) return LATE;
  const abort = new AbortController();
  let giveUp = (): void => undefined;
  const late = new Promise<typeof LATE>(resolve => {
    giveUp = () => {
      abort.abort();
      resolve(LATE);
    };
  });
  outer?.addEventListener('abort', giveUp, { once: true });
  const cancel = Number.isFinite(limitMs) ? clock.after(limitMs, giveUp, keepsAlive) : () => undefined;
  try {
    const answer = Promise.resolve(work(abort.signal));
    return await Promise.race([answer, late]);
  } finally {
    cancel();
    outer?.removeEventListener('abort', giveUp);
  }
}
