import { isRecord } from '@licet/core/nodes';

import { HookInputError } from '../fields.ts';
import { quoted } from '../hookCommand.ts';

/**
 * Puts the arguments of a tool into one shape: Cline takes those of commands, of files to read and of a patch in several, and as bare texts. Throws
 * for any other shape of them, so that the call is stopped.
 */
export function plainInput(tool: string, input: unknown): Readonly<Record<string, unknown>> {
  if (tool === 'run_commands') return { command: commandOf(input) };
  if (tool === 'read_files') return { paths: pathsOf(input) };
  if (tool === 'apply_patch' && typeof input === 'string') return { input };
  if (tool === 'search_codebase')
    return {
      pattern: listOf(membersOf(input, ['queries']))
        .map(String)
        .join('|'),
    };
  if (isRecord(input)) return input;
  throw new HookInputError(`the arguments of \`${tool}\` must be an object`);
}

/** Each command runs in its own shell, so that none of several may change what another one does. */
function commandOf(input: unknown): string {
  const commands = listOf(membersOf(input, ['commands', 'cmd'])).map(lineOf);
  const [only] = commands;
  return commands.length === 1 && only !== undefined ? only : commands.map(each => `bash -c ${quoted(each)}`).join('\n');
}

/** One command: a line for a shell, or a program with its arguments. */
function lineOf(value: unknown): string {
  if (typeof value === 'string') return value;
  const { command, args = [] } = isRecord(value) ? value : {};
  if (typeof command !== 'string' || !Array.isArray(args)) throw unreadable('run_commands');
  return isRecord(value) && 'args' in value ? [command, ...args].map(word => quoted(String(word))).join(' ') : command;
}

function pathsOf(input: unknown): readonly string[] {
  return listOf(membersOf(input, ['files', 'file_paths', 'paths'])).map(value => {
    const path = isRecord(value) ? (value['path'] ?? value['file_path'] ?? value['filePath']) : value;
    if (typeof path !== 'string') throw unreadable('read_files');
    return path;
  });
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as readonly unknown[]) : [value]);

/** What the list of an input is called, where it has a name. Two of them at once are an input that may be read in two ways. */
function membersOf(input: unknown, names: readonly string[]): unknown {
  if (!isRecord(input)) return input;
  const [name, ...more] = names.filter(each => input[each] !== undefined);
  if (more.length > 0 || (name !== undefined && 'command' in input)) throw unreadable(names.join('`, `'));
  return name === undefined ? input : input[name];
}

const unreadable = (what: string): HookInputError =>
  new HookInputError(`the arguments of \`${what}\` have a shape that is not known`);
