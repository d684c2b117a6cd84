import { draw } from '../work.ts';
import { workOf } from './boundedFiles.ts';
import type { FileIdentity, FileSystemPort } from './fileSystem.ts';
import type { PathPattern } from './pattern.ts';
import { listBelow } from './reach.ts';
import type { Reach } from './reach.ts';
import type { PatternIndex } from './patternIndex.ts';

/** What matching one path with all patterns costs, in units of work. */
export const matchCost = (patterns: readonly PathPattern[]): number => (8 + patterns.length) / 128;

const isSameFile = (one: FileIdentity, other: FileIdentity | undefined): boolean =>
  other !== undefined && other.inode === one.inode && other.device === one.device;

/** A protected file that a path is another name of. */
export interface HardLink {
  /** The protected name; nothing when the search ended before it was found or ruled out. */
  readonly protectedPath?: string;
}

type Protection = Pick<PatternIndex, 'patterns' | 'match'>;

/** The protected files below each folder that the patterns point at, up to the budget; the last is not complete when there may be more. */
function* searchProtected(matcher: Protection, root: string, files: FileSystemPort, budget: number): Generator<Reach> {
  const { patterns, match } = matcher;
  const cost = matchCost(patterns);
  const work = workOf(files);
  const isWanted = (path: string): boolean => draw(work, cost) && match(path).length > 0;
  const starts = patterns.flatMap(({ alternatives }) =>
    alternatives.map(one => (one.floating || one.base === '/' ? root : one.base)),
  );
  let left = budget;
  for (const start of new Set(starts)) {
    if (/^\/(?:proc|sys|dev)(?:\/|$)/.test(start)) continue;
    const reach = listBelow(start, isWanted, files, left);
    yield match(start).length > 0 ? { ...reach, paths: [start, ...reach.paths] } : reach;
    if (!reach.complete) return;
    left -= reach.seen;
  }
}

/** A search that is continued when somebody asks for more than was found so far. */
interface Search {
  readonly patterns: readonly PathPattern[];
  readonly budget: number;
  readonly found: Reach[];
  readonly rest: Iterator<Reach, void>;
}

const searches = new WeakMap<FileSystemPort, Search[]>();

/** Which files are protected is looked up once for all names that one action asks about. */
const searchFor = (matcher: Protection, root: string, files: FileSystemPort, budget: number): Search => {
  const isBounded = 'work' in files;
  const known = isBounded ? (searches.get(files) ?? []) : [];
  const before = known.find(search => search.patterns === matcher.patterns && search.budget === budget);
  if (before !== undefined) return before;
  const search = { patterns: matcher.patterns, budget, found: [], rest: searchProtected(matcher, root, files, budget) };
  if (isBounded) searches.set(files, [...known, search]);
  return search;
};

function* resultsOf({ found, rest }: Search): Generator<Reach> {
  yield* found;
  for (let next = rest.next(); next.done !== true; next = rest.next()) {
    found.push(next.value);
    yield next.value;
  }
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
  matcher: Protection,
  root: string,
  files: FileSystemPort,
  budget: number = 5000,
): HardLink | undefined => {
  const own = files.identity(path);
  if (own === undefined || own.links < 2 || (own.isFolder ?? files.list(path) !== undefined)) return undefined;
  for (const { paths, complete } of resultsOf(searchFor(matcher, root, files, budget))) {
    const protectedPath = paths.find(other => isSameFile(own, files.identity(other)));
    if (protectedPath !== undefined) return { protectedPath };
    if (!complete) return {};
  }
  return undefined;
};

/** The files in a tree that are one more name (a hard link, no symbolic one) of one of these files. Costs a question for each unless one has several names. */
export const otherNamesBelow = (
  tree: string,
  known: readonly string[],
  files: FileSystemPort,
  budget: number,
): readonly string[] => {
  const shared = known.flatMap(path => {
    const identity = files.identity(path);
    return identity === undefined || identity.links < 2 || files.list(path) !== undefined ? [] : [identity];
  });
  const isOther = (path: string): boolean => {
    const own = known.includes(path) || files.readLink(path) !== undefined ? undefined : files.identity(path);
    return shared.some(one => isSameFile(one, own));
  };
  return shared.length === 0 ? [] : listBelow(tree, isOther, files, budget).paths;
};
