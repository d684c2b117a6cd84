import { GovernanceError } from '@licet/core';

import type { SqliteFault } from './faults.ts';
import { faultOf } from './faults.ts';

/** What to do about a fault. */
const WAYS_OUT: Readonly<Record<SqliteFault, string>> = {
  no_folder: 'a file lies where its folder should be; move it away',
  locked: 'the state is locked by another process; it is freed when that process ends',
  damaged: 'the state file is damaged; a person can move it aside with `licet reset --state`, and a new one begins',
  full: 'the disk is full; make room, and nothing is lost',
  disk: 'the disk does not read or write; make room on it, or check it',
  read_only:
    'the state may not be written; give the user write access to the file, to those of its name that end in -wal and -shm, and to its folder',
  cannot_open: 'the state file cannot be opened; check that its folder exists and may be written',
  other: 'see the cause',
};

/** What a file of ours says that holds something else than we have put there. */
const NOT_AS_WRITTEN = /no such (?:table|column)|JSON|damaged/i;

/** Throws unless a statement has changed as many rows as it was to change: a trigger that another program made could swallow a row. */
export function requireChanges({ changes }: { readonly changes: number | bigint }, wanted: number): void {
  if (Number(changes) === wanted) return;
  throw new GovernanceError(
    'store_unavailable',
    `the state cannot be used: ${wanted} rows were written and ${changes} are kept: look for triggers in its file`,
  );
}

/** Throws unless a row that was just written is the last one: a trigger that another program made could remove it again. */
export function requireLast(isLast: boolean): void {
  if (!isLast)
    throw new GovernanceError(
      'store_unavailable',
      'the state cannot be used: a row that was written is gone: look for triggers in its file',
    );
}

/** Turns what a SQLite library throws into an error with a code and a way out. Errors that are ours stay as they are. */
export function stateFailure(cause: unknown, file: string): GovernanceError {
  if (cause instanceof GovernanceError) return cause;
  const found = faultOf(cause);
  const fault = found === 'other' && NOT_AS_WRITTEN.test(String(cause)) ? 'damaged' : found;
  return new GovernanceError('store_unavailable', `the state in \`${file}\` cannot be used: ${WAYS_OUT[fault]}`, { cause });
}
