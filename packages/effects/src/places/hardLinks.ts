import type { FileSystemPort } from './fileSystem.ts';
import type { PatternIndex } from './judge.ts';
import { listBelow } from './reach.ts';

/** A protected file that a path is another name of. */
export interface HardLink {
  /** The protected name; nothing when the search ended before it was found or ruled out. */
  readonly protectedPath?: string;
}

/**
 * Notices that a path is one more name (a hard link) of a file that the matcher protects, by device and inode. Costs one
 * question unless the file has several names; then the folders that the patterns point at are looked through, up to the budget.
 * Returns nothing when the file has one name or no protected file shares its inode.
 *
 * @param root - Where patterns that match at any depth are searched from.
 */
export const findHardLink = (
  path: string,
  matcher: Pick<PatternIndex, 'patterns' | 'match'>,
  root: string,
  files: FileSystemPort,
  budget?: number,
): HardLink | undefined => {
  const own = files.identity(path);
  if (own === undefined || own.links < 2 || files.list(path) !== undefined) return undefined;
  const isSame = (other: string): boolean => {
    const identity = files.identity(other);
    return identity !== undefined && identity.inode === own.inode && identity.device === own.device;
  };
  const starts = matcher.patterns.flatMap(pattern =>
    pattern.alternatives.map(one => (one.floating || one.base === '/' ? root : one.base)),
  );
  let left = budget ?? 5000;
  for (const start of new Set(starts)) {
    if (/^\/(?:proc|sys|dev)(?:\/|$)/.test(start)) continue;
    if (matcher.match(start).length > 0 && isSame(start)) return { protectedPath: start };
    const reach = listBelow(start, other => matcher.match(other).length > 0, files, left);
    const found = reach.paths.find(isSame);
    if (found !== undefined) return { protectedPath: found };
    if (!reach.complete) return {};
    left -= reach.seen;
  }
  return undefined;
};
