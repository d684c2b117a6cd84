import type { Effect } from '@licet/core';

/** Programs that start the command in their words, as it is. */
const WRAPPERS: Readonly<Record<string, RegExp>> = {
  timeout: /^(?:-k|-s|--preserve-status|--foreground|-v|\d+(?:\.\d+)?[smhd]?|[A-Z]+\d*)$/,
  time: /^-[pv]$/,
  nice: /^(?:-n|-?\d+)$/,
  xargs: /^(?:-0|-r|-t|-x|-n|-P|-L|-I|-[nPLI]?\d+|-I\S{1,3}|--null|--no-run-if-empty|--max-args(?:=\d+)?|\d+|\{\}|%)$/,
};

/** Whether a name is that of such a program. */
export const isWrapper = (name: string): boolean => Object.hasOwn(WRAPPERS, name);

/** Whether a program starts others that are effects themselves: such a program, or one that also does something itself. */
export const startsOthers = (name: string): boolean => isWrapper(name) || /^(?:find|python3?)$/.test(name);

/** Whether a program is an effect itself, started by another. */
const isStarted = (program: string | undefined, by: string, effects: readonly Effect[]): boolean =>
  effects.some(
    ({ kind, target, via }) =>
      kind === 'execute' && via.at(-1) === by && target?.type === 'program' && target.argv[0] === program,
  );

/** The programs that `find` starts for what it finds, and its other words; undefined for words that are no whole call. */
export function execsOf(
  argv: readonly (string | undefined)[],
): { readonly programs: readonly string[]; readonly rest: readonly (string | undefined)[] } | undefined {
  const [programs, rest]: [string[], (string | undefined)[]] = [[], []];
  for (let at = 0; at < argv.length; at++) {
    if (argv[at] !== '-exec') rest.push(argv[at]);
    else {
      const end = argv.findIndex((word, index) => index > at && (word === ';' || word === '+'));
      const program = argv[at + 1];
      if (program === undefined || end < at + 2) return undefined;
      programs.push(program);
      at = end;
    }
  }
  return { programs, rest };
}

/** Whether each program that a call of `find` starts is an effect itself. */
export const runsAll = (argv: readonly (string | undefined)[], effects: readonly Effect[]): boolean =>
  execsOf(argv)?.programs.every(program => isStarted(program, 'find', effects)) === true;

/** Whether a call of a wrapper has only its own words in front of a command that is an effect itself. */
export function wraps(argv: readonly (string | undefined)[], effects: readonly Effect[]): boolean {
  const [name = ''] = argv;
  const own = WRAPPERS[name];
  const at = argv.findIndex((word, index) => index > 0 && (word === undefined || own?.test(word) !== true));
  return at > 0 && isStarted(argv[at], name, effects);
}
