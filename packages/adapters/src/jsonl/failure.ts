import { GovernanceError } from '@licet/core';

import type { WaysOut } from '../stores/wayOut.ts';
import { wayOutOf } from '../stores/wayOut.ts';

const WAYS_OUT: WaysOut = [
  [
    /ENOSPC|EDQUOT|EFBIG|disk is full|database or disk is full|bytes could be written/i,
    'the disk is full; make room, and it goes on',
  ],
  [/EISDIR|is a directory/i, 'a directory is in its place; move it away'],
  [
    /EROFS|EACCES|EPERM|readonly|read-only|attempt to write/i,
    'it may not be written; give the user write access to the file and its folder',
  ],
  [/ENOTDIR|EEXIST/i, 'a file lies where its folder should be; move it away'],
  [/unable to open|cannot open|CANTOPEN/i, 'it cannot be opened; check that its folder exists and may be written'],
  [/locked|busy/i, 'it is locked by another process; it is freed when that process ends'],
  [/malformed|corrupt|not a database/i, 'its lock file `.head` is damaged; move that away, and a new one is made from the trail'],
  [/EMFILE|ENFILE/i, 'too many files are open; close some'],
];

/** Turns a fault of a trail into an error with a code and a way out. Errors that are ours stay as they are. */
export function trailFailure(cause: unknown, file: string): GovernanceError {
  if (cause instanceof GovernanceError) return cause;
  const way = wayOutOf(cause, WAYS_OUT);
  return new GovernanceError('audit_unavailable', `the audit trail \`${file}\` cannot be written: ${way}`, { cause });
}
