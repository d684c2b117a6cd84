import { GovernanceError } from '@licet/core';

/** What to do about a fault, by what its code or its message say. The first that fits counts. */
type WaysOut = readonly (readonly [RegExp, string])[];

/** Returns the way out of something that was thrown by a file system or by SQLite. */
function wayOutOf(cause: unknown, ways: WaysOut): string {
  const text = cause instanceof Error ? `${cause.message} ${'code' in cause ? String(cause.code) : ''}` : String(cause);
  return ways.find(([pattern]) => pattern.test(text))?.[1] ?? 'see the cause';
}

const WAYS_OUT: WaysOut = [
  [/ENOTDIR|EEXIST/i, 'a file lies where its folder should be; move it away'],
  [/locked|busy/i, 'the state is locked by another process; it is freed when that process ends'],
  [
    /malformed|corrupt|not a database|no such (?:table|column)|JSON|damaged/i,
    'the state file is damaged; move it away, and a new one is made, or run `licet doctor --fix`, which saves what can be read',
  ],
  [/full|EFBIG|ENOSPC/i, 'the disk is full; make room, and nothing is lost'],
  [/I\/O error|IOERR|EIO/i, 'the disk does not read or write; make room on it, or check it'],
  [
    /readonly|read-only/i,
    'the state may not be written; give the user write access to the file, to those of its name that end in -wal and -shm, and to its folder',
  ],
  [
    /unable to open|cannot open|CANTOPEN|no such file|ENOENT|EACCES/i,
    'the state file cannot be opened; check that its folder exists and may be written',
  ],
];

/** Turns what a SQLite library throws into an error with a code and a way out. Errors that are ours stay as they are. */
export function stateFailure(cause: unknown, file: string): GovernanceError {
  if (cause instanceof GovernanceError) return cause;
  const way = wayOutOf(cause, WAYS_OUT);
  return new GovernanceError('store_unavailable', `the state in \`${file}\` cannot be used: ${way}`, { cause });
}
