import type { Command } from 'commander';

import { UsageError } from '../exit.ts';
import type { Run } from '../run.ts';
import type { Terminal } from '../text/terminal.ts';

interface RunOptions {
  readonly print?: boolean;
  readonly session?: string;
}

/** Adds the command. */
export function addRun(program: Command, run: Run, terminal: Terminal): void {
  program
    .command('run')
    .description('run a command in a sandbox that holds it to the policy of this folder (Linux with bubblewrap)')
    .argument('<command...>', 'the program with its arguments, behind `--`')
    .option('--print', 'print how the sandbox is made, and run nothing')
    .option('--session <id>', 'judge and record as an action of this session')
    .action((command: readonly string[], options: RunOptions) =>
      run(async () => {
        if (command.some(word => word.includes('\0'))) throw new UsageError('expected words without a zero byte');
        const { runInSandbox } = await import('../sandbox/runInSandbox.ts');
        return runInSandbox(command, options, terminal);
      }),
    );
}
