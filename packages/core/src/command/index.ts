export { COMMAND_GROUPS, command, expandAlias } from './spec.ts';
export type { CommandCall, CommandGroup, CommandSpec, RunnableSpec } from './spec.ts';
export type { Terminal } from './terminal.ts';
export type { ArgumentSpec, ArgumentValues, OptionSpec, OptionValues, WordSettings } from './words.ts';
