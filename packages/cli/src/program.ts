import { didYouMean } from '@licet/core/text';
import { COMMAND_GROUPS, UsageError } from '@licet/core/command';
import type { ArgumentSpec, CommandSpec, OptionSpec, Terminal, WordSettings } from '@licet/core/command';
import { Argument, Command, Option } from 'commander';

import { reworded } from './exit.ts';
import { COMMANDS } from './table/index.ts';
import { VERSION } from './version.ts';

/** Runs the body of a command and keeps its exit code. */
export type Run = (work: () => number | Promise<number>) => Promise<void>;

const CLOSING = `
Exit codes: 0 pass or warn, 1 ask, 2 block, 3 a mistake in the command line or the policy.
The hook of an agent runtime is \`licet hook NAME [--policy FILE]\`; \`licet init\` installs it.`;

/** Makes the parser and the help of a table of commands. */
export function createProgram(run: Run, terminal: Terminal, commands: readonly CommandSpec[] = COMMANDS): Command {
  const program = new Command('licet')
    .description('decides, before it happens, whether an AI agent may do what it is about to do')
    .version(VERSION)
    .showHelpAfterError('(`licet help --all` lists the commands)')
    .showSuggestionAfterError()
    .addHelpText('after', CLOSING)
    .exitOverride()
    .configureOutput({
      writeOut: text => terminal.print(text.trimEnd()),
      writeErr: text => terminal.complain(text.trimEnd()),
      outputError: (text, write) => write(`licet: ${reworded(text)}`),
    });
  for (const group of COMMAND_GROUPS)
    for (const spec of commands) if (spec.group === group) addCommand(program, spec, `licet ${spec.name}`, run, terminal);
  program.commandsGroup('Help:').helpCommand('help [command]', 'print the help of a command; with `--all`, of all commands');
  return program;
}

function addCommand(parent: Command, spec: CommandSpec, path: string, run: Run, terminal: Terminal): void {
  const { name, group, summary, usage, args = [], options = [], commands = [] } = spec;
  const made = parent.command(name).description(summary);
  if (group !== undefined) made.helpGroup(`${group}:`);
  if (usage !== undefined) made.usage(usage);
  for (const each of args) made.addArgument(argumentOf(each));
  for (const each of options) made.addOption(optionOf(each));
  made.addHelpText('after', closingOf(spec));
  made.showHelpAfterError(`(\`${path} --help\` lists the commands and options)`);
  if (spec.run !== undefined)
    made.action(() =>
      run(
        async () => spec.run?.({ args: made.processedArgs, options: made.optsWithGlobals(), terminal, program: undefined }) ?? 0,
      ),
    );
  for (const each of commands) addCommand(made, each, `${path} ${each.name}`, run, terminal);
}

function argumentOf([name, help, settings = {}]: ArgumentSpec): Argument {
  const made = new Argument(name, helpOf(help, settings));
  if (settings.choices !== undefined) made.argParser(oneOfThem(`<${made.name()}>`, settings.choices));
  return settings.default === undefined ? made : made.default(settings.default);
}

function optionOf([flags, help, settings = {}]: OptionSpec): Option {
  const made = new Option(flags, helpOf(help, settings)).makeOptionMandatory(settings.required === true);
  if (settings.repeats === true) made.argParser((value, earlier?: readonly string[]) => [...(earlier ?? []), value]);
  if (settings.choices !== undefined) made.argParser(oneOfThem(made.long ?? flags, settings.choices));
  return settings.default === undefined ? made : made.default(settings.default);
}

/** The help of a word, with the values that it takes. */
const helpOf = (help: string, { choices }: WordSettings): string =>
  choices === undefined ? help : `${help}: ${choices.join(', ')}`;

/** Refuses every value that is not one of the choices. */
function oneOfThem(word: string, choices: readonly string[]): (value: string) => string {
  return value => {
    if (choices.includes(value)) return value;
    throw new UsageError(`\`${word}\` must be one of ${choices.join(', ')}, found \`${value}\`${didYouMean(value, choices)}`);
  };
}

const FOR_HUMANS =
  'Only a person can run it, in a terminal: it asks for one, and `self_protection` in the policy keeps agents from it.';

/** What the help of a command says below its options. */
function closingOf({ aliases = [], prints, forHumans, notes, examples = [] }: CommandSpec): string {
  const lines = [
    ...(prints === undefined ? [] : [`Prints ${prints}.`]),
    ...(aliases.length === 0 ? [] : [`Short: ${aliases.map(each => `licet ${each}`).join(', ')}`]),
    ...(forHumans === true ? [FOR_HUMANS] : []),
    ...(notes === undefined ? [] : ['', notes]),
    ...(examples.length === 0 ? [] : ['', examples.length === 1 ? 'Example:' : 'Examples:']),
    ...examples.map(each => `  licet ${each}`),
  ];
  return lines.length === 0 ? '' : `\n${lines.join('\n').trimStart()}`;
}
