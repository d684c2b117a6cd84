import type { FileTarget, PassedOver } from '@licet/core';
import type { FileEntry, FileSystemPort } from './fileSystem.ts';
import { isIgnored, rulesAbove, rulesIn } from './gitIgnored.ts';
import type { IgnoreRules } from './gitIgnored.ts';
import { isWithin, join } from './lexical.ts';
import { createPathMatcher } from './matcher.ts';
import { expandGlob } from './reach.ts';

const MOST_ENTRIES = 10_000;

/** What a search opens, as far as it is wanted; `complete` is false where there may be more. */
export interface Searched {
  readonly paths: readonly string[];
  readonly complete: boolean;
}

type Test = (path: string) => boolean;

/** A pattern as a test; one that cannot be read matches as `otherwise` says. */
function testOf(pattern: string, root: string, otherwise: boolean): Test {
  try {
    const matcher = createPathMatcher([pattern], { root, mode: 'grant' });
    return path => matcher.match(path).length > 0;
  } catch {
    return () => otherwise;
  }
}

/**
 * The files below a folder, or of a pattern, that a read opens now and that are wanted, nearest first. It leaves out what the search skips:
 * what its options exclude, hidden names, what git ignores or does not hold, each only where the search does.
 *
 * @example
 * ```ts
 * import { memoryFiles, searchedBelow } from '@licet/effects/places';
 *
 * const files = memoryFiles({ '/w/a.ts': 'file', '/w/data/b.csv': 'file' });
 * const target = { type: 'file', lexical: '/w', resolved: '/w', recursive: true } as const;
 * searchedBelow(target, { except: ['data'], base: '/w' }, path => path.endsWith('.csv'), files).paths; // => []
 * ```
 */
export function searchedBelow(target: FileTarget, over: PassedOver | undefined, isWanted: Test, files: FileSystemPort): Searched {
  const { lexical, glob, recursive } = target;
  // A pattern of the shell means the names that it matches, and a folder among them is only looked into where all of it is meant.
  const named = glob === undefined || glob.includes('**') ? undefined : expandGlob(glob, files);
  if (named?.complete === false) return { paths: [], complete: false };
  const isOpened = openedTest(target, isWanted, files);
  const isFolder: Test = path => files.list(path) !== undefined;
  const starts = named?.paths ?? [lexical];
  const single = (named?.paths ?? []).filter(path => !isFolder(path) && isOpened(path, files.readLink(path) !== undefined));
  const folders = named === undefined || recursive === true ? starts.filter(isFolder) : [];
  const { paths, complete } = walk(folders, leftOutTest(over, lexical), over?.ignored === true, isOpened, files);
  const isHeld = (path: string): boolean => over?.untracked !== true || files.isKnownToGit?.([path]) !== false;
  return { paths: [...single, ...paths].filter(isHeld), complete };
}

type LeftOut = (path: string, entry: FileEntry, rules: IgnoreRules | undefined) => boolean;

/** Whether a search skips an entry of a folder. */
function leftOutTest(over: PassedOver | undefined, top: string): LeftOut {
  const excluded = (over?.except ?? []).map(pattern => testOf(pattern, over?.base ?? top, false));
  return (path, { name, kind }, rules) =>
    (over?.links === true && kind === 'link') ||
    (over?.hidden === true && name.startsWith('.')) ||
    excluded.some(test => test(path)) ||
    (rules !== undefined && isIgnored(path, kind === 'folder', rules));
}

/** Whether a file has a wanted name, by the path as it is named and by the one that links lead to. */
function openedTest({ lexical, resolved, glob, recursive }: FileTarget, isWanted: Test, files: FileSystemPort) {
  const isNamed = glob?.includes('**') === true ? testOf(recursive === true ? `${glob}/**` : glob, '/', true) : () => true;
  const leadsToWanted: Test = path => {
    const real = files.realPath(path);
    return real !== undefined && (isWanted(real) || isWanted(join(real, 'any')));
  };
  return (path: string, isLink: boolean): boolean =>
    isNamed(path) &&
    (isWanted(path) ||
      (resolved !== lexical && isWithin(path, lexical) && isWanted(resolved + path.slice(lexical.length))) ||
      (isLink && leadsToWanted(path)));
}

/** The opened files below some folders. */
function walk(
  folders: readonly string[],
  isLeftOut: LeftOut,
  heedsIgnores: boolean,
  isOpened: (path: string, isLink: boolean) => boolean,
  files: FileSystemPort,
): Searched {
  const pending = folders.map(folder => ({ folder, rules: heedsIgnores ? rulesAbove(folder, files) : undefined }));
  const paths: string[] = [];
  let seen = 0;
  for (const { folder, rules: above } of pending) {
    const rules = above && rulesIn(folder, above, files);
    for (const entry of files.list(folder) ?? []) {
      const path = join(folder, entry.name);
      if ((seen += 1) > MOST_ENTRIES) return { paths, complete: false };
      if (isLeftOut(path, entry, rules)) continue;
      if (entry.kind === 'folder') pending.push({ folder: path, rules });
      else if (isOpened(path, entry.kind === 'link')) paths.push(path);
    }
  }
  return { paths, complete: true };
}
