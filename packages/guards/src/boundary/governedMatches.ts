import type { Effect, FileTarget } from '@licet/core';
import { filesFor, findHardLink, listBelow, treeOf } from '@licet/effects/places';
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
function mayMatchGoverned(target: FileTarget, matcher: PathMatcher, { files }: KnownPlace): boolean {
  const { glob, recursive } = target;
  if (glob === undefined || /\/[*.?]*$/.test(glob) || (recursive === true && /\/[^/*?[]+$/.test(glob))) return true;
  const below = listBelow(target.lexical, path => matcher.match(path).length > 0, filesFor(target, files), MOST_ENTRIES);
  return !below.complete || below.paths.some(patternTest(glob));
}

/**
 * The governed file that an effect reaches; empty where it is only possible. A command that rewrites the whole project (`git checkout`)
 * reaches none; one that deletes it does, unless it is build output.
 */
export function protectedPath(
  effect: Effect,
  matchers: readonly (PathMatcher | undefined)[],
  place: KnownPlace,
): string | undefined {
  const { kind } = effect;
  if (effect.target?.type !== 'file') return undefined;
  const target = effect.tags?.includes('moved') === true ? treeOf(effect.target) : effect.target;
  const losesNothing = effect.tags?.some(tag => tag === 'regenerable' || tag === 'metadata') === true;
  const wide = (target.recursive === true || target.glob !== undefined) && !losesNothing;
  const single = target.recursive !== true && target.glob === undefined;
  const moved = effect.tags?.includes('moved') === true;
  const isUnseen = effect.tags?.includes('unseen') === true;
  const isSearched =
    wide &&
    (kind === 'delete' ||
      moved ||
      isUnseen ||
      target.recursive !== true ||
      target.glob !== undefined ||
      target.lexical !== place.root);
  for (const matcher of matchers) {
    if (matcher === undefined) continue;
    const named = [target.lexical, target.resolved].find(path => matcher.match(path).length > 0);
    if (named !== undefined) return named;
    const hits = isSearched ? matcher.touches(target, place.files) : [];
    const certain = hits.find(({ certainty }) => certainty === 'certain');
    if (certain !== undefined) return certain.path;
    if (kind === 'delete' && hits.length > 0 && mayMatchGoverned(target, matcher, place)) return '';
    const linked = single
      ? findHardLink(target.resolved, matcher, place.root, filesFor(target, place.files), 500)?.protectedPath
      : undefined;
    if (linked !== undefined) return linked;
  }
  return undefined;
}
