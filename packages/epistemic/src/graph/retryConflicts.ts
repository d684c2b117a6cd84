import type { Clock } from '@licet/core';
import { systemClock } from '@licet/core';
import { EpistemicError } from '../model/errors.ts';

/** How often a change is prepared again because another writer was faster, and because the store did not answer. */
const MOST = { version_conflict: 100, graph_unavailable: 3 } as const;

/** The longest pause between two tries, in milliseconds. */
const LONGEST_PAUSE = 250;

/** How {@link retryConflicts} waits. */
export interface RetryOptions {
  /** @defaultValue the clock of the machine */
  readonly clock?: Clock;
  /** Ends the waiting: the last fault is thrown. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Makes a change that rests on what the graph holds, and makes it again from the start, on the fresh state, when another
 * writer got ahead (`version_conflict`, `snapshot_stale`) or the store did not answer (`graph_unavailable`). The pauses grow up to a
 * quarter of a second and vary, so that writers do not keep meeting. Throws the last fault after 100 conflicts or 3
 * silences, and every other fault at once. The process does not end between two tries.
 *
 * @example
 * ```ts
 * import { definePrimitive, memoryGraph, retryConflicts } from '@licet/epistemic';
 *
 * const graph = memoryGraph();
 * const add = async () => {
 *   const { version, size } = graph.snapshot();
 *   const primitive = definePrimitive({ name: `concept ${size + 1}` });
 *   return graph.write([{ type: 'put', primitive }], { ifVersion: version });
 * };
 * await retryConflicts(add); // => '1'
 * ```
 */
export async function retryConflicts<T>(change: () => Promise<T>, options: RetryOptions = {}): Promise<T> {
  const { clock = systemClock, signal } = options;
  const faults = { version_conflict: 0, graph_unavailable: 0 };
  for (;;) {
    try {
      return await change();
    } catch (error) {
      const code = faultOf(error);
      if (code === undefined) throw error;
      faults[code] += 1;
      if (faults[code] >= MOST[code] || signal?.aborted === true) throw error;
      const pause = Math.min(LONGEST_PAUSE, 2 ** Math.min(8, faults[code])) * (0.5 + Math.random() / 2);
      await new Promise<void>(resolve => clock.after(pause, resolve, true));
    }
  }
}

function faultOf(error: unknown): keyof typeof MOST | undefined {
  if (!(error instanceof EpistemicError)) return undefined;
  if (error.code === 'graph_unavailable') return error.code;
  return error.code === 'version_conflict' || error.code === 'snapshot_stale' ? 'version_conflict' : undefined;
}
