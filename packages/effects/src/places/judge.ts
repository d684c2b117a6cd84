import type { FileTarget } from '@licet/core';
import { draw } from '../work.ts';
import { filesFor, workFor } from './sharedWork.ts';
import type { BoundedFiles } from './boundedFiles.ts';
import type { FileSystemPort } from './fileSystem.ts';
import { expandBraces, MAX_ALTERNATIVES } from './glob.ts';
import type { PathHit, PatternIndex } from './patternIndex.ts';
import type { PathPattern } from './pattern.ts';
import { expandGlob, listBelow } from './reach.ts';
import type { Reach } from './reach.ts';
import { resolvePath } from './resolve.ts';
import { patternCovers, patternsMeet, toSegments } from './segments.ts';
import type { Segment } from './segments.ts';
import { matchCost, findHardLink } from './hardLinks.ts';

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
  if (glob === undefined && recursive !== true) return direct.size > 0 ? [...direct.values()] : linkHits(index, target, files);
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
