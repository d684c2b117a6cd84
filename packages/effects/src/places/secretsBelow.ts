import type { FileTarget } from '@licet/core';
import { draw } from '../work.ts';
import { workOf } from './boundedFiles.ts';
import { filesFor } from './sharedWork.ts';
import { otherNamesBelow } from './hardLinks.ts';
import { isWithin } from './lexical.ts';
import { createPathMatcher } from './matcher.ts';
import { listBelow } from './reach.ts';
import type { SecretSurroundings } from './secrets.ts';
import { listsFor, isSecretName, PER_NAME } from './secrets.ts';

/** How many entries are looked at to find the secrets in a tree; the nearest come first. */
const TREE_BUDGET = 3000;

/**
 * The secrets that lie in a tree or match a pattern now, nearest first, as far as a short look tells.
 *
 * @param search.except - Patterns, relative to the tree, of what does not count. One that cannot be read leaves nothing out.
 * @param search.base - What these patterns are relative to in place of the tree.
 * @param search.hidden - False when what has a leading dot is passed over. Default true, but for the wildcards of a pattern.
 */
export function secretsBelow(target: FileTarget, surroundings: SecretSurroundings, search: Narrowing = {}): readonly string[] {
  return lookBelow(target, surroundings, search).paths;
}

/** How many entries are looked at for secrets of the project that have another name in a tree below it. */
const PROJECT_BUDGET = 500;

/** What a search skips. */
interface Narrowing {
  readonly except?: readonly string[];
  readonly hidden?: boolean;
  readonly base?: string | undefined;
}

function lookBelow(
  { glob, lexical }: FileTarget,
  { home, root, files }: SecretSurroundings,
  { except = [], hidden = true, base }: Narrowing = {},
): { readonly paths: readonly string[]; readonly complete: boolean } {
  if (files === undefined) return { paths: [], complete: false };
  const lists = listsFor(home);
  const work = workOf(files);
  const isWanted = (path: string): boolean => draw(work, PER_NAME) && isSecretName(path, lists);
  const left = except.map(pattern => tryMatcher(pattern, base ?? lexical));
  const isHidden = (path: string): boolean => path.slice(lexical.length).includes('/.');
  const { paths, complete } = listBelow(lexical, isWanted, files, TREE_BUDGET);
  const ofProject = root === undefined || root === lexical ? [] : listBelow(root, isWanted, files, PROJECT_BUDGET).paths;
  const named = paths.concat(otherNamesBelow(lexical, paths.concat(ofProject), files, TREE_BUDGET));
  const found = named.filter(
    path => files.list(path) === undefined && (hidden || !isHidden(path)) && !left.some(each => each?.(path) === true),
  );
  if (glob === undefined || found.length === 0) return { paths: found, complete };
  const matches = tryMatcher(glob, '/') ?? (() => true);
  const isWhole = glob.endsWith('/**') || isHidden(glob);
  return { paths: found.filter(path => (isWhole || !isHidden(path)) && matches(path)), complete };
}

function tryMatcher(pattern: string, root: string): ((path: string) => boolean) | undefined {
  try {
    const matcher = createPathMatcher([pattern], { root, mode: 'grant' });
    return path => matcher.match(path).length > 0;
  } catch {
    return undefined;
  }
}

/**
 * True when a tree or a pattern may reach a secret: one lies there, or there is more than can be looked at. A whole home holds
 * keys, whatever lies there when one looks.
 */
export function mayReachSecrets(target: FileTarget, { home, files }: SecretSurroundings): boolean {
  const { secret, harmless } = listsFor(home);
  const { glob, lexical, resolved, recursive } = target;
  if (recursive === true && glob === undefined && home !== undefined && [lexical, resolved].some(top => isWithin(home, top)))
    return true;
  if (glob !== undefined && !/\/[*.?]*$/.test(glob)) {
    const { paths, complete } = lookBelow(target, { home, files: files && filesFor(target, files) });
    return paths.length > 0 || !complete;
  }
  const hits = secret.touches(target, files);
  return hits.some(({ path, certainty }) => certainty === 'possible' || harmless.match(path).length === 0);
}
