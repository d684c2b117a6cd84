import type { FileTarget } from '@licet/core';
import { draw } from '../work.ts';
import { filesFor, workFor, workOf } from './boundedFiles.ts';
import type { BoundedFiles } from './boundedFiles.ts';
import type { FileIdentity, FileSystemPort } from './fileSystem.ts';
import { expandBraces, MAX_ALTERNATIVES } from './glob.ts';
import type { PathHit } from './matcher.ts';
import type { PathPattern } from './pattern.ts';
import { expandGlob, listBelow } from './reach.ts';
import type { Reach } from './reach.ts';
import { resolvePath } from './resolve.ts';
import { patternCovers, patternsMeet, toSegments } from './segments.ts';
import type { Segment } from './segments.ts';

/** What judging a target needs to know of a matcher. */
export interface PatternIndex {
  readonly patterns: readonly PathPattern[];
  match(path: string): readonly PathPattern[];
  /** The one spelling that patterns are compared with. */
  readonly spell: (path: string) => string;
  /** Where protected files are searched when a file has several names; nothing for a permission. */
  readonly linkRoot?: string | undefined;
}

const any: Segment = { kind: 'any', text: '**' };

const toNames = (path: string): readonly Segment[] =>
  path
    .split('/')
    .filter(part => part !== '')
    .map(text => ({ kind: 'name', text }));

/** The sequences of parts that stand for everything a target may reach, by either of its paths. */
const shapesOf = (target: FileTarget, spell: (path: string) => string): readonly (readonly Segment[])[] => {
  const globs = target.glob === undefined ? [] : expandBraces(target.glob);
  if (globs.length > MAX_ALTERNATIVES) return [[any]];
  const named = target.glob === undefined ? [toNames(spell(target.lexical))] : globs.map(glob => toSegments(spell(glob)));
  const fixed = toNames(spell(target.lexical)).length;
  const base = toNames(spell(target.resolved));
  const real = target.resolved === target.lexical ? [] : named.map(shape => base.concat(shape.slice(fixed)));
  return named.concat(real).map(shape => (target.recursive === true ? shape.concat(any) : shape));
};

/** What matching one path with all patterns costs, in units of work. */
const matchCost = (patterns: readonly PathPattern[]): number => (8 + patterns.length) / 128;

/** What comparing all that a target may reach with all patterns costs, in units of work. */
const meetCost = ({ patterns }: PatternIndex, { glob = '' }: FileTarget, shapes: number): number =>
  (shapes * patterns.length * (32 + glob.length)) / 512;

const withReal = (path: string, files: FileSystemPort): readonly string[] => {
  const real = resolvePath(path, files);
  return real === path ? [path] : [path, real];
};

const listReach = (index: PatternIndex, target: FileTarget, files: BoundedFiles): Reach => {
  const { work } = files;
  const named = target.glob === undefined ? undefined : expandGlob(target.glob, files);
  const own = named === undefined ? [target.lexical, target.resolved] : named.paths.flatMap(path => withReal(path, files));
  const isComplete = (named?.complete ?? true) && draw(work, own.length * matchCost(index.patterns));
  if (target.recursive !== true) return { paths: own, complete: isComplete, seen: own.length };
  const isWanted = (path: string): boolean => draw(work, matchCost(index.patterns)) && index.match(path).length > 0;
  const reaches = [...new Set(own)].map(path => listBelow(path, isWanted, files));
  return {
    paths: own.concat(reaches.flatMap(reach => reach.paths)),
    complete: isComplete && reaches.every(reach => reach.complete),
    seen: own.length,
  };
};

const hitsOf = (index: PatternIndex, paths: readonly string[]): Map<PathPattern, PathHit> => {
  const hits = new Map<PathPattern, PathHit>();
  for (const path of paths) {
    for (const pattern of index.match(path)) if (!hits.has(pattern)) hits.set(pattern, { pattern, path, certainty: 'certain' });
  }
  return hits;
};

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

/** Most matches of a pattern whose other names are searched for. */
export const MOST_LINKED = 64;

/** A file that is also known by a protected name is that file. */
const linkHits = (
  index: PatternIndex,
  target: FileTarget,
  files: FileSystemPort | undefined,
  paths: readonly string[] = [target.resolved],
): readonly PathHit[] => {
  const { linkRoot } = index;
  if (files === undefined || linkRoot === undefined) return [];
  const found = paths
    .slice(0, MOST_LINKED)
    .flatMap(path => findHardLink(path, index, linkRoot, filesFor(target, files))?.protectedPath ?? []);
  return [...hitsOf(index, found).values()];
};

/** `PathMatcher.touches`, whose doc comment says what it answers. */
export const touchesTarget = (index: PatternIndex, target: FileTarget, files: FileSystemPort | undefined): readonly PathHit[] => {
  const { glob, recursive, lexical, resolved } = target;
  const direct = glob === undefined ? hitsOf(index, [lexical, resolved]) : new Map<PathPattern, PathHit>();
  if (glob === undefined && recursive !== true) {
    return direct.size > 0 ? [...direct.values()] : linkHits(index, target, files);
  }
  const shapes = shapesOf(target, index.spell);
  if (!draw(workFor(target), meetCost(index, target, shapes.length)))
    return index.patterns.map(pattern => ({ pattern, path: glob ?? lexical, certainty: 'possible' }));
  const meets = (pattern: PathPattern): boolean =>
    pattern.alternatives.some(alternative => shapes.some(shape => patternsMeet(shape, alternative.segments)));
  const possible = index.patterns.filter(pattern => !direct.has(pattern) && meets(pattern));
  if (possible.length === 0 && (glob === undefined || files === undefined)) return [...direct.values()];
  const reach = files === undefined ? undefined : listReach(index, target, filesFor(target, files));
  const linked = glob === undefined || recursive === true ? [] : linkHits(index, target, files, reach?.paths);
  const hits = new Map([...direct, ...hitsOf(index, reach?.paths ?? []), ...linked.map(hit => [hit.pattern, hit] as const)]);
  const left = reach?.complete === true ? [] : possible.filter(pattern => !hits.has(pattern));
  return [...hits.values(), ...left.map(pattern => ({ pattern, path: glob ?? lexical, certainty: 'possible' as const }))];
};

/** `PathMatcher.covers`, whose doc comment says what it answers. */
export const coversTarget = (index: PatternIndex, target: FileTarget, files: FileSystemPort | undefined): boolean => {
  const { glob, recursive, lexical, resolved } = target;
  const isMatched = (path: string): boolean => index.match(path).length > 0;
  if (glob === undefined && recursive !== true) return isMatched(lexical) && (resolved === lexical || isMatched(resolved));
  const isCovered = (shape: readonly Segment[]): boolean =>
    index.patterns.some(pattern => pattern.alternatives.some(alternative => patternCovers(alternative.segments, shape)));
  const shapes = shapesOf(target, index.spell);
  if (!draw(workFor(target), meetCost(index, target, shapes.length)) || !shapes.every(isCovered)) return false;
  if (glob === undefined || files === undefined) return true;
  const bounded = filesFor(target, files);
  const { paths, complete } = expandGlob(glob, bounded);
  return (complete || bounded.work.left >= 0) && paths.every(path => isMatched(resolvePath(path, bounded)));
};
