export { asker } from './asker.ts';
export type { Asks } from './asker.ts';
export { EXIT, UsageError } from './exit.ts';
export { STDIN, inputPath, isStdin, unusable } from './inputFile.ts';
export { patchLines, sameAround } from './patch.ts';
export { withProgress } from './progress.ts';
export { COMMAND_GROUPS, command, commandFor, expandAlias, withProgram } from './spec.ts';
export type { CommandCall, CommandGroup, CommandSpec, RunnableSpec } from './spec.ts';
export { dim, jsonText, markWord, processTerminal, rulingWord, wantsColor } from './terminal.ts';
export type { Terminal } from './terminal.ts';
export {
  COLUMNS,
  barText,
  bytesText,
  columns,
  counted,
  factText,
  folded,
  nameText,
  numberText,
  spanText,
  whenText,
} from './text.ts';
export { readTime } from './time.ts';
export { AS, JSON_OUTPUT, OUT, POLICY, REASON, TRAIL, YES } from './words.ts';
export type { ArgumentSpec, ArgumentValues, DrawingOptions, OptionSpec, OptionValues, WordSettings } from './words.ts';
