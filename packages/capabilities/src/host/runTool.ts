import type { Outcome } from '@licet/core';
import { messageOf } from '@licet/core/text';

import type { Invocation } from './requests.ts';

/** A tool, what it is run with, and for how long at most. */
export interface Running extends Pick<Invocation, 'run'> {
  readonly args: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number | undefined;
}

/** What a tool returned, or why it did not. */
export type Ended = { readonly output: unknown } | { readonly failed: string; readonly status: Outcome['status'] };

/** Runs a tool for no longer than it may. What it does after its time is not heard. */
export async function runTool({ args, run, signal: outer, timeoutMs }: Running): Promise<Ended> {
  const inner = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const given = (): void => inner.abort(outer?.reason);
  outer?.addEventListener('abort', given, { once: true });
  const ends = new Promise<Ended>(resolve => {
    inner.signal.addEventListener('abort', () => resolve({ failed: 'the call was given up', status: 'cancelled' }), {
      once: true,
    });
    if (timeoutMs !== undefined) timer = setTimeout(() => inner.abort(), timeoutMs);
  });
  if (outer?.aborted === true) given();
  try {
    return await Promise.race([Promise.resolve().then(async () => ({ output: await run(args, inner.signal) })), ends]);
  } catch (error) {
    return { failed: messageOf(error), status: 'error' };
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', given);
  }
}
