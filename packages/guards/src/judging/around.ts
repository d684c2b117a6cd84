import type { Effect } from '@licet/core';
import type { PathMatcher, Place } from '@licet/effects/places';

import type { Finding } from './findings.ts';
import { shortPath } from './findings.ts';

/**
 * Tells whether a change names a whole folder that the patterns do not, as a formatter or an unpacker does (`prettier --write .`):
 * it writes below it, though hardly to everything there. Deleting the folder is another thing, and so is a glob that reaches them.
 */
export function namesAnother({ kind, target }: Effect, matcher?: PathMatcher): boolean {
  if (target?.type !== 'file' || kind !== 'write' || target.recursive !== true || target.glob !== undefined) return false;
  return [target.lexical, target.resolved].every(path => (matcher?.match(path).length ?? 0) === 0);
}

/** What is said of a change around files that are not to be changed. */
export function aroundFinding(effect: Effect, place: Pick<Place, 'root' | 'home'>): Finding {
  const { target } = effect;
  const where = target?.type === 'file' ? shortPath(target.lexical, place) : 'a folder';
  return {
    ruling: 'warn',
    code: 'path_read_only',
    reason: `it changes files below ${where}, where some are not to be changed`,
    fix: 'look at what was changed, and undo what it did to those files',
    effect,
  };
}

/** Tells whether only names, sizes and dates are looked at: what lies in a folder is no secret of the folder. */
export function listsNames({ kind, tags }: Effect): boolean {
  return kind === 'read' && tags?.includes('metadata') === true;
}
