import type { ArgumentSpec, ArgumentValues, OptionSpec, OptionValues } from './words.ts';
import type { Terminal } from './terminal.ts';

/** The groups of the help, in its order. */
export const COMMAND_GROUPS = [
  'Set up',
  'Ask what would happen',
  'Change a policy',
  'Stop or let pass',
  'See what happened',
  'Contain what runs',
  'Teach concepts',
  'Serve other programs',
] as const;

/** One of the {@link COMMAND_GROUPS}. */
export type CommandGroup = (typeof COMMAND_GROUPS)[number];

/** What a command is called with. */
export interface CommandCall<Arguments = readonly unknown[], Options = object, Program = undefined> {
  readonly args: Arguments;
  readonly options: Options;
  readonly terminal: Terminal;
  /** What the command needs of the program that it is part of; undefined for a command of the program itself. */
  readonly program: Program;
}

/** A command as data: help, completion, the reference page and the parser are made of it. A package names in `Program` what its commands need. */
export interface CommandSpec<Program = undefined> {
  /** Its last word: `tail` of `licet audit tail`. */
  readonly name: string;
  /** Where the help lists it; only commands of the first level have a group. */
  readonly group?: CommandGroup;
  /** Whether `licet` alone shows it. */
  readonly isMain?: true;
  /** Other words for it, each typed as the first word after `licet`. */
  readonly aliases?: readonly string[];
  /** What it does, in one line: a verb first, no capital, no full stop. */
  readonly summary: string;
  /** What it prints, as the rest of the sentence `Prints …`. Every command that runs has it. */
  readonly prints?: string;
  /** Whether it changes what governs an agent, so that only a person may run it, in a terminal. */
  readonly forHumans?: true;
  /**
   * That the service of another user runs it for those whom it governs: it looks at what the service keeps, or changes that for a person. A command
   * without it is the user's own.
   */
  readonly served?: 'looks' | 'answers';
  readonly args?: readonly ArgumentSpec[];
  readonly options?: readonly OptionSpec[];
  /** What else its help says, as whole lines. */
  readonly notes?: string;
  /** How its usage is written, where arguments and options do not tell it. */
  readonly usage?: string;
  /** Command lines that it takes, without `licet` before them. */
  readonly examples?: readonly string[];
  readonly commands?: readonly CommandSpec<Program>[];
  /** Does its work and returns the exit code. It loads its code itself, so that the table stays cheap to read. */
  run?(this: void, call: CommandCall<readonly unknown[], object, Program>): number | Promise<number>;
}

/** A command that runs, with the types of its words. */
export interface RunnableSpec<
  Arguments extends readonly ArgumentSpec[],
  Options extends readonly OptionSpec[],
  Program = undefined,
> extends CommandSpec<Program> {
  readonly prints: string;
  readonly examples: readonly [string, ...string[]];
  readonly args?: Arguments;
  readonly options?: Options;
  run(this: void, call: CommandCall<ArgumentValues<Arguments>, OptionValues<Options>, Program>): number | Promise<number>;
}

/**
 * Describes a command that runs. The types of `args` and `options` in `run` follow from the words of the command: `<file>` is a text,
 * `[file]` a text or undefined, `<files...>` texts, `--json` a boolean, `--since <time>` a text.
 *
 * @example
 * ```ts
 * import { command } from '@licet/core/command';
 *
 * const greet = command({
 *   name: 'greet',
 *   summary: 'greet someone',
 *   prints: 'the greeting',
 *   args: [['<who>', 'whom']],
 *   options: [['--loud', 'in capitals']],
 *   examples: ['greet ann --loud'],
 *   run({ args: [who], options: { loud = false }, terminal }) {
 *     terminal.print(loud ? who.toUpperCase() : who);
 *     return 0;
 *   },
 * });
 *
 * greet.examples; // => ['greet ann --loud']
 * ```
 */
export function command<const Arguments extends readonly ArgumentSpec[] = [], const Options extends readonly OptionSpec[] = []>(
  spec: RunnableSpec<Arguments, Options>,
): CommandSpec {
  return spec;
}

/** Like {@link command}, for the commands of a package: returns the function that describes commands which need `Program`. */
export function commandFor<Program>() {
  return <const Arguments extends readonly ArgumentSpec[] = [], const Options extends readonly OptionSpec[] = []>(
    spec: RunnableSpec<Arguments, Options, Program>,
  ): CommandSpec<Program> => spec;
}

/** Gives a command of a package, and those below it, what they need of the program. It is loaded when one of them runs. */
export function withProgram<Program>(spec: CommandSpec<Program>, load: () => Promise<Program>): CommandSpec {
  const { commands, run, ...rest } = spec;
  return {
    ...rest,
    ...(commands !== undefined && { commands: commands.map(each => withProgram(each, load)) }),
    ...(run !== undefined && { run: async (call: CommandCall) => run({ ...call, program: await load() }) }),
  };
}

/**
 * Replaces an alias at the beginning of a command line by the command that it means. Any other command line is returned as it is.
 *
 * @example
 * ```ts
 * import { expandAlias } from '@licet/core/command';
 *
 * const commands = [{ name: 'audit', summary: '', commands: [{ name: 'stats', summary: '', aliases: ['stats'] }] }];
 *
 * expandAlias(['stats', '--json'], commands); // => ['audit', 'stats', '--json']
 * ```
 */
export function expandAlias(words: readonly string[], commands: readonly CommandSpec[]): readonly string[] {
  const [first, ...rest] = words;
  const found = first === undefined ? undefined : aliasedPath(first, commands);
  return found === undefined ? words : [...found, ...rest];
}

function aliasedPath(word: string, commands: readonly CommandSpec[]): readonly string[] | undefined {
  for (const { name, aliases = [], commands: below = [] } of commands) {
    if (aliases.includes(word)) return [name];
    const path = aliasedPath(word, below);
    if (path !== undefined) return [name, ...path];
  }
  return undefined;
}
