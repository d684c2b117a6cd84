import { Minimatch, braceExpand } from 'minimatch';

/** Most alternatives that the braces of one pattern may make. */
export const maxAlternatives = 1000;

const options = { dot: true, nocomment: true, nonegate: true, nobrace: true, platform: 'linux' } as const;

/**
 * The alternatives that the braces of a pattern stand for; the pattern alone when it has none. More than `maxAlternatives`
 * are cut off after the first ones, so that callers compare the count with the limit.
 */
export const expandBraces = (pattern: string): readonly string[] => {
  if (!pattern.includes('{')) return [pattern];
  if (latest?.pattern !== pattern)
    latest = { pattern, texts: plainBraces(pattern) ?? braceExpand(pattern, { braceExpandMax: maxAlternatives + 1 }) };
  return latest.texts;
};

const PLAIN = /^[^{}\\$]*(?:\{[^{}\\$,.]+(?:,[^{}\\$,]+)+\}[^{}\\$]*)+$/;

/** Expands lists of words that do not nest, without the library: a hook that meets no other pattern does not load it. */
function plainBraces(pattern: string): readonly string[] | undefined {
  if (!PLAIN.test(pattern)) return undefined;
  const expanded = pattern.split(/[{}]/).reduce<readonly string[]>(
    (texts, part, index) => {
      const words = index % 2 === 0 ? [part] : part.split(',');
      return texts.flatMap(text => words.map(word => text + word)).slice(0, maxAlternatives + 1);
    },
    [''],
  );
  return expanded;
}

/** The last expansion: every matcher of every guard asks for the same pattern in turn, and a pattern may make a thousand. */
let latest: { readonly pattern: string; readonly texts: readonly string[] } | undefined;

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
