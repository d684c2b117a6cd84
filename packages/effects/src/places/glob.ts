import { Minimatch, braceExpand } from 'minimatch';

/** Most alternatives that the braces of one pattern may make. */
export const maxAlternatives = 1000;

const options = { dot: true, nocomment: true, nonegate: true, nobrace: true, platform: 'linux' } as const;

/**
 * The alternatives that the braces of a pattern stand for; the pattern alone when it has none. More than `maxAlternatives`
 * are cut off after the first ones, so that callers compare the count with the limit.
 */
export const expandBraces = (pattern: string): readonly string[] =>
  pattern.includes('{') ? braceExpand(pattern, { braceExpandMax: maxAlternatives + 1 }) : [pattern];

/**
 * Compiles a relative pattern without braces. Wildcards match leading dots; time is bounded for every pattern and text, since
 * the matcher does not backtrack and builds no regular expression.
 *
 * @param below - Whether everything below a match matches too.
 * @throws {TypeError} for more groups (`+(…)`) than can be matched in bounded time; patterns without `(` never throw.
 */
export const compileGlob = (pattern: string, below: boolean): ((path: string) => boolean) => {
  const exact = new Minimatch(pattern, options);
  if (!below) return path => exact.match(path);
  const inside = new Minimatch(`${pattern}/**`, options);
  return path => exact.match(path) || inside.match(path);
};
