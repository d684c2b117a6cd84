import { EXIT, expandAlias, processTerminal } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';

import { explainErrors } from './exit.ts';
import { helpAsked, mainHelp } from './help.ts';
import { hasService } from '@licet/server/service';
import { COMMANDS } from './table/index.ts';

/** Runs a command of the human command line and returns its exit code. Its code is loaded only now. */
export function main(args: readonly string[], terminal: Terminal = processTerminal()): Promise<number> {
  return explainErrors(async () => {
    const words = expandAlias(args, COMMANDS);
    const served = hasService() ? await (await import('./service/askCommand.ts')).askCommand(words, terminal) : undefined;
    if (served !== undefined) return served;
    const help = helpAsked(words);
    if (help !== 'main') return await parse(help === 'all' ? ['--help'] : words, terminal);
    terminal.print(mainHelp(COMMANDS));
    // A script whose variable is empty is not told that all is well.
    return words.length === 0 ? EXIT.usage : 0;
  }, terminal);
}

/** Only the command that is named is made: a parser of all commands takes longer than most of them. */
async function parse(words: readonly string[], terminal: Terminal): Promise<number> {
  const { createProgram } = await import('./program.ts');
  let code = 0;
  const named = COMMANDS.filter(({ name }) => name === words[0]);
  const program = createProgram(async work => void (code = await work()), terminal, named.length > 0 ? named : COMMANDS);
  try {
    await program.parseAsync([...words], { from: 'user' });
  } catch (error) {
    if (!(error instanceof Error && 'exitCode' in error && 'code' in error && String(error.code).startsWith('commander.')))
      throw error;
    return error.exitCode === 0 ? 0 : EXIT.usage;
  }
  return code;
}
