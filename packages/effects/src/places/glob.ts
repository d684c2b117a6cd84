import { Minimatch, braceExpand } from 'minimatch';

/** Most alternatives that the braces of one pattern may make. */
export const MAX_ALTERNATIVES = 1000;

const options = { dot: true, nocomment: true, nonegate: true, nobrace: true, platform: 'linux' } as const;

/**
 * The alternatives that the braces of a pattern stand for; the pattern alone when it has none. More than `MAX_ALTERNATIVES`
 * are cut off after the first ones, so that callers compare the count with the limit.
 */
export const expandBraces = (pattern: string): readonly string[] => {
  if (!pattern.includes('{')) return [pattern];
  if (latest?.pattern !== pattern)
    latest = { pattern, texts: plainBraces(pattern) ?? braceExpand(pattern, { braceExpandMax: MAX_ALTERNATIVES + 1 }) };
  return latest.texts;
};

const PLAIN = /^[^{}\\$]*(?:\{[^{}\\$,.]*(?:,[^{}\\$,]*)+\}[^{}\\$]*)+$/;

/** Expands lists of words that do not nest, without the library: a hook that meets no other pattern does not load it. */
function plainBraces(pattern: string): readonly string[] | undefined {
  if (!PLAIN.test(pattern)) return undefined;
  const expanded = pattern.split(/[{}]/).reduce<readonly string[]>(
    (texts, part, index) => {
      const words = index % 2 === 0 ? [part] : part.split(',');
      return texts.flatMap(text => words.map(word => text + word)).slice(0, MAX_ALTERNATIVES + 1);
    },
    [''],
  );
  return expanded.filter(text => text !== '');
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
  let library: ((path: string) => boolean) | undefined;
  const plain = plainGlob(pattern, below);
  if (plain === undefined) return libraryGlob(pattern, below);
  return path => (ODD_PATH.test(path) ? (library ??= libraryGlob(pattern, below))(path) : plain(path.split('/')));
};

function libraryGlob(pattern: string, below: boolean): (path: string) => boolean {
  const exact = new Minimatch(pattern, options);
  if (!below) return path => exact.match(path);
  const inside = new Minimatch(`${pattern}/**`, options);
  return path => exact.match(path) || inside.match(path);
}

/** Paths with parts that are empty, `.` or `..`: what they match is left to the library. */
const ODD_PATH = /(?:^|\/)\.{0,2}(?:\/|$)/;

const PLAIN_PART = /^(?:\*\*|[^*?[\](){}!+@\\|]*(?:\*[^*?[\](){}!+@\\|]+)*\*?)$/;

/** Names and stars, as most patterns are, matched without the library: a hook that meets no other pattern does not load it. */
function plainGlob(pattern: string, below: boolean): ((path: readonly string[]) => boolean) | undefined {
  const parts = pattern.split('/');
  const isPlain = parts.every((part, index) => PLAIN_PART.test(part) && !(part === '**' && parts[index + 1] === '**'));
  if (!isPlain || pattern.length > 4_096 || ODD_PATH.test(pattern)) return undefined;
  const tests = parts.map(part => (part === '**' ? undefined : (name: string): boolean => matchesName(part, name)));
  const isOpen = tests.at(-1) === undefined;
  if (below && !isOpen) tests.push(undefined);
  return path => matchesParts(tests, path, isOpen ? 1 : 0);
}

/** Whether a name matches literals and stars; each star takes as little as it may, and only the last one is tried again. */
function matchesName(part: string, name: string): boolean {
  let [at, star, from] = [0, -1, 0];
  for (let here = 0; here < name.length;) {
    if (at < part.length && part[at] === '*') [star, from, at] = [at, here, at + 1];
    else if (at < part.length && part[at] === name[here]) [at, here] = [at + 1, here + 1];
    else if (star >= 0) [at, here, from] = [star + 1, from + 1, from + 1];
    else return false;
  }
  return at === part.length || (at === part.length - 1 && part[at] === '*');
}

type NameTest = ((name: string) => boolean) | undefined;

/** Whether the parts of a path match; undefined means any number of parts, at the end for at least `least`. */
function matchesParts(tests: readonly NameTest[], path: readonly string[], least: number): boolean {
  let [at, tree, from] = [0, -1, 0];
  for (let here = 0; here < path.length;) {
    const test = tests[at];
    if (at < tests.length && test === undefined) [tree, from, at] = [at, here, at + 1];
    else if (test?.(path[here] as string) === true) [at, here] = [at + 1, here + 1];
    else if (tree >= 0) [at, here, from] = [tree + 1, from + 1, from + 1];
    else return false;
  }
  return at === tests.length || (least === 0 && at === tests.length - 1 && tests[at] === undefined);
}
