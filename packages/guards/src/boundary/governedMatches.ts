import type { Effect, FileTarget } from '@licet/core';
import { filesFor, listBelow } from '@licet/effects/places';
import type { KnownPlace, PathMatcher } from '@licet/effects/places';
import { patternTest } from './governingSecretReads.ts';

/** A governed file that is there and that a search finds by its name, or as one of all files, and whose findings are written: `find . -name 'gov*' | xargs cp x`. */
export function writtenAmong(
  { kind, tags = [] }: Effect,
  target: FileTarget,
  matchers: readonly (PathMatcher | undefined)[],
  { files }: KnownPlace,
): string | undefined {
  const { glob, lexical } = target;
  const isByName = glob !== undefined && /[^/*?.]|^\/\*\*(?:\/\*)?$/.test(glob.slice(Math.max(0, glob.search(/[*?[{]/) - 1)));
  if (!isByName || kind !== 'write' || files === undefined || tags.includes('metadata')) return undefined;
  const isMatch = patternTest(glob);
  const isGoverned = (path: string): boolean => matchers.some(matcher => (matcher?.match(path).length ?? 0) > 0);
  return listBelow(lexical, isGoverned, filesFor(target, files), MOST_ENTRIES).paths.find(isMatch);
}

/** Most entries that are looked at for governed files. */
const MOST_ENTRIES = 3000;

/** Whether a pattern with a name in it matches a governed file that is there; one without may match any. */
export function mayMatchGoverned(target: FileTarget, matcher: PathMatcher, { files }: KnownPlace): boolean {
  const { glob, recursive } = target;
  if (glob === undefined || /\/[*.?]*$/.test(glob) || (recursive === true && /\/[^/*?[]+$/.test(glob))) return true;
  const below = listBelow(target.lexical, path => matcher.match(path).length > 0, filesFor(target, files), MOST_ENTRIES);
  return !below.complete || below.paths.some(patternTest(glob));
}
