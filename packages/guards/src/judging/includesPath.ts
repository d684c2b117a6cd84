import type { Includes } from '@licet/core/nodes';
import { compilePattern, patternIncludes } from '@licet/effects/places';
import type { PathPattern } from '@licet/effects/places';

/** Folders that no policy can name: what holds of patterns below them holds wherever the policy lies. */
const ROOT = `/${'\u{E000}'.repeat(99)}`.repeat(9);
const HOME = `/${'\u{E001}'.repeat(99)}`.repeat(9);

/** Classes, groups and escapes are compared by approximations; so many steps up may lead out of the folder; braces may begin in two places. */
const UNCERTAIN = /[[(\\]|(?:\.\.\/){8}|^\{[^}]*[/~]/u;

/**
 * Tells whether one path pattern matches everything that another one does, wherever the policy lies; no where that cannot be shown. `mode` says what
 * a match means: see `compilePattern`.
 */
export const includesPath =
  (mode: 'grant' | 'restrict'): Includes =>
  (wide, narrow) => {
    if (UNCERTAIN.test(wide) || UNCERTAIN.test(narrow)) return false;
    const isEverywhere = /^\/(?:\*\*)?$/u.test(wide) || (mode === 'restrict' && /^(?:\*\*\/|(?!\.{1,2}$)[^/~]+$)/u.test(wide));
    if (!isEverywhere && anchorOf(wide) !== anchorOf(narrow)) return false;
    const [outer, inner] = [wide, narrow].map(source => compiled(source, mode));
    return outer !== undefined && inner !== undefined && patternIncludes(outer, inner);
  };

/** What a pattern starts from: the root of the file system, the home folder, the folder of the policy. */
const anchorOf = (pattern: string): string => /^[/~]/u.exec(pattern)?.[0] ?? '';

/** Undefined for what is no pattern. */
function compiled(source: string, mode: 'grant' | 'restrict'): PathPattern | undefined {
  try {
    return compilePattern(source, { root: ROOT, home: HOME, mode });
  } catch {
    return undefined;
  }
}

/** The same for names in which `*` matches any number of characters. Only a single `*` at the end of the wide one is known. */
export function includesName(wide: string, narrow: string): boolean {
  const start = /^(?<start>[^*]*)\*$/u.exec(wide)?.groups?.['start'];
  return start !== undefined && narrow.startsWith(start);
}
