import type { EpistemicErrorCode } from '@licet/epistemic/store';
import { EpistemicError } from '@licet/epistemic/store';

import type { SqliteFault } from '../faults.ts';
import { faultOf, resultCode } from '../faults.ts';

const WANTED: Partial<Record<SqliteFault, readonly [code: EpistemicErrorCode, what: string]>> = {
  read_only: ['graph_read_only', 'a file that may be written'],
  damaged: ['graph_corrupt', 'a SQLite file'],
  locked: ['graph_unavailable', 'a file that is free within the busy timeout'],
};

/** Says in our words what the driver threw; errors of our own pass through. The driver's error is the cause. */
export function sqliteFault(error: unknown, path: string): unknown {
  if (error instanceof EpistemicError) return error;
  const code = resultCode(error);
  if (code !== undefined) {
    const [ours, wanted] = WANTED[faultOf(error)] ?? ['graph_unavailable', 'a file that can be used'];
    const found = `${String((error as Error).message)} (${code})`;
    return new EpistemicError(ours, `expected ${wanted} at \`${path}\`, found: ${found}`, { cause: error });
  }
  if (error instanceof TypeError && /directory does not exist/.test(error.message)) {
    return new EpistemicError('graph_unavailable', `expected a folder for \`${path}\`, found none`, { cause: error });
  }
  return error;
}

/** Runs a step against the database and translates what it throws. */
export function guarded<T>(path: string, step: () => T): T {
  try {
    return step();
  } catch (error) {
    throw sqliteFault(error, path);
  }
}
