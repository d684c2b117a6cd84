import type { Candidate } from '../witnesses.ts';

/** What the policies say that counts. */
interface Counted {
  readonly tools: ReadonlySet<string>;
  /** Numbers, most of them limits. */
  readonly counts: ReadonlySet<number>;
  /** Arguments that counters tell apart. */
  readonly args: ReadonlySet<string>;
}

/** More than this many calls in a row are not tried. */
const MOST_TIMES = 300;
/** Calls that most counters count, and arguments that are varied. */
const MOST_USUAL = 8;
const MOST_ARGS = 4;
/** All other calls are repeated so often together. It bounds the work, however large the limits are. */
const MOST_REPEATS = 800;

/** A call that people can read at once: a limit is better shown by `ls` than by `$X`. */
const isPlain = (words: string): boolean => /^\w/.test(words);

/** Calls that are done until every limit has stopped them: first what most counters count. */
export function repeated(base: readonly Candidate[], { tools, counts, args }: Counted): readonly Candidate[] {
  const times = Math.max(args.size > 0 ? 1 : 0, ...[...counts].filter(count => count < MOST_TIMES)) + 1;
  if (times === 1) return [];
  const names = new Set(['ls', 'write a', 'read a', 'rm a', 'git push', ...tools]);
  const usual = base.filter(({ words }) => names.has(words)).slice(0, MOST_USUAL);
  const others = base.filter(({ words }) => !names.has(words) && isPlain(words)).slice(0, Math.floor(MOST_REPEATS / times));
  const varied = [...args].slice(0, MOST_ARGS).flatMap(arg => usual.flatMap(call => withArg(call, arg)));
  return [...usual, ...varied, ...others].map(each => ({ ...each, times }));
}

/** A call with an argument that counters tell apart: the same value every time, and another one. */
function withArg({ words, action }: Candidate, arg: string): readonly Candidate[] {
  const given = { ...action, payload: { ...action.payload, [arg]: 'x' } };
  return [
    { words: `${words} (${arg}: x)`, action: given },
    { words: `${words} (every time another ${arg})`, action: given, varies: arg },
  ];
}
