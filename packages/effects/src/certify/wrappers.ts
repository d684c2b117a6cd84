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

/** Whether a call of a wrapper has only its own words in front of a command that is an effect itself. */
export function wraps(argv: readonly (string | undefined)[], effects: readonly Effect[]): boolean {
  const [name = ''] = argv;
  const own = WRAPPERS[name];
  const at = argv.findIndex((word, index) => index > 0 && (word === undefined || own?.test(word) !== true));
  return (
    at > 0 &&
    effects.some(
      ({ kind, target, via }) =>
        kind === 'execute' && via.at(-1) === name && target?.type === 'program' && target.argv[0] === argv[at],
    )
  );
}
