import { escapeText } from '@licet/core';
import type { Command } from 'commander';

import { EXIT, isForPeople, isTold } from './exit.ts';
import type { Run } from './run.ts';
import { hasService } from './service/serviceFile.ts';
import { processTerminal } from './text/terminal.ts';
import type { Terminal } from './text/terminal.ts';

/**
 * Runs a command of the human command line and returns its exit code. `check` does without the command line library:
 * it is called by programs, many times.
 */
export async function main(args: readonly string[], terminal: Terminal = processTerminal()): Promise<number> {
  try {
    const served = hasService() ? await (await import('./service/askCommand.ts')).askCommand(args, terminal) : undefined;
    if (served !== undefined) return served;
    const [command, ...rest] = args;
    if (command === 'check' && !rest.includes('--help') && !rest.includes('-h')) {
      const { check } = await import('./commands/check.ts');
      return await check(rest, terminal);
    }
    const { createProgram } = await import('./program.ts');
    return await parse(createProgram, args, terminal);
  } catch (error) {
    if (!isTold(error)) throw error;
    const code = isForPeople(error) ? '' : ` (${error.code})`;
    terminal.complain(`licet: ${escapeText(error.message)}${code}`);
    return EXIT.usage;
  }
}

async function parse(
  create: (run: Run, terminal: Terminal) => Command,
  args: readonly string[],
  terminal: Terminal,
): Promise<number> {
  let code = 0;
  const program = create(async work => void (code = await work()), terminal);
  try {
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    if (!(error instanceof Error && 'exitCode' in error && 'code' in error && String(error.code).startsWith('commander.')))
      throw error;
    return error.exitCode === 0 ? 0 : EXIT.usage;
  }
  return code;
}
