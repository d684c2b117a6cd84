import type { FileTarget } from '@licet/core';
import type { FileSystemPort } from './fileSystem.ts';
import { coversTarget, touchesTarget } from './judge.ts';
import { compilePattern, foldPathName } from './pattern.ts';
import type { PathPattern, PatternAnchors } from './pattern.ts';
import type { PathHit } from './patternIndex.ts';

/** How a matcher is made. */
export interface PathMatcherOptions extends PatternAnchors {
  /** The real path of the root, when a symbolic link leads to it: both names are the root. */
  readonly realRoot?: string | undefined;
}

/** A list of patterns, ready to judge file targets. */
export interface PathMatcher {
  readonly patterns: readonly PathPattern[];
  /** The patterns that match one absolute path, in the order of the policy. */
  match(path: string): readonly PathPattern[];
  /**
   * The patterns that the target may reach: for a restriction. The lexical and the resolved path count, and for globs and
   * recursive targets every file they reach: by listing when `files` is given, by comparing patterns when it is not.
   * With mode `restrict` and `files`, a file that has a second, matching name (a hard link) counts as well.
   */
  touches(target: FileTarget, files?: FileSystemPort): readonly PathHit[];
  /** Whether all that the target may reach is matched: for a permission. Both the lexical and the resolved path must be. */
  covers(target: FileTarget, files?: FileSystemPort): boolean;
}

/** How many paths are compared pattern by pattern before all patterns are searched for at once: compiling that search costs more. */
const PATHS_BEFORE_SEARCH = 32;

const searchFor = (texts: readonly string[]): RegExp =>
  new RegExp([...new Set(texts)].map(text => text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')).join('|') || '(?!)');

/** The patterns that may match one of these names. Most names of a large folder hold no text that any pattern requires. */
const preFilter = (patterns: readonly PathPattern[]): ((names: readonly string[]) => readonly PathPattern[]) => {
  let uncertain: readonly PathPattern[] | undefined;
  let left = patterns.length > 1 ? PATHS_BEFORE_SEARCH : Number.POSITIVE_INFINITY;
  let search: RegExp | undefined;
  return names => {
    if (left > 0) {
      left -= 1;
      return patterns;
    }
    search ??= searchFor(patterns.flatMap(({ required }) => (required === '' ? [] : [required])));
    if (names.some(name => search?.test(name) === true)) return patterns;
    return (uncertain ??= patterns.filter(({ required }) => required === ''));
  };
};

/**
 * Compiles the patterns of one rule. Each is checked at once, and made ready only when a path contains the text that the pattern
 * requires, so that a long policy costs little in a process that judges one call.
 *
 * @throws {PathPatternError} for the first pattern that cannot be used.
 */
export const createPathMatcher = (sources: readonly string[], options: PathMatcherOptions): PathMatcher => {
  const patterns = Object.freeze(sources.map(source => compilePattern(source, options)));
  const { root, realRoot } = options;
  const place = (path: string): string => {
    const isReal = realRoot !== undefined && (path === realRoot || path.startsWith(`${realRoot}/`));
    return isReal ? root + path.slice(realRoot.length) : path;
  };
  const spell = (path: string): string => foldPathName(place(path), options);
  const exact = { ...options, mode: 'grant' } as const;
  const spellings = (path: string): readonly string[] => {
    const own = foldPathName(path, options);
    const alias = spell(path);
    const names = alias === own ? [own] : [own, alias];
    return /\s(?:\/|$)/.test(path)
      ? [...new Set([...names, foldPathName(path, exact), foldPathName(place(path), exact)])]
      : names;
  };
  const likely = preFilter(patterns);
  const match = (path: string): readonly PathPattern[] => {
    const names = spellings(path);
    // The alternatives are made when they are read, so they are read only for a path that may match.
    const isMatch = (pattern: PathPattern): boolean =>
      names.some(name => name.includes(pattern.required) && pattern.alternatives.some(alternative => alternative.matches(name)));
    return likely(names).filter(isMatch);
  };
  const index = { patterns, match, spell, linkRoot: options.mode === 'restrict' ? root : undefined };
  return Object.freeze<PathMatcher>({
    patterns,
    match,
    touches: keptHits((target, files) => touchesTarget(index, target, files)),
    covers: (target, files) => coversTarget(index, target, files),
  });
};

type Touches = PathMatcher['touches'];

/** Keeps what was found of a target, where the file system stays as it is. */
const keptHits = (find: Touches): Touches => {
  const known = new WeakMap<FileSystemPort, WeakMap<FileTarget, readonly PathHit[]>>();
  return (target, files) => {
    if (files?.isStill !== true) return find(target, files);
    const here = known.get(files) ?? new WeakMap<FileTarget, readonly PathHit[]>();
    const hits = here.get(target) ?? find(target, files);
    known.set(files, here.set(target, hits));
    return hits;
  };
};
