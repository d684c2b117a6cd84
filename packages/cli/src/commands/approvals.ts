import type { Command } from 'commander';

import { POLICY } from '../run.ts';
import type { Run } from '../run.ts';
import type { Terminal } from '../text/terminal.ts';
import type { AnswerOptions } from '../approvals/answer.ts';
import type { LookOptions } from '../approvals/list.ts';

const HELP = `
Only a human may answer: the commands that do need a terminal, and \`self_protection\` keeps agents from running them.`;

const collect = (value: string, earlier: readonly string[] = []): readonly string[] => [...earlier, value];

/** Adds `licet approvals` with its commands, and `licet approve`, the short form. */
export function addApprovals(program: Command, run: Run, terminal: Terminal): void {
  const group = program
    .command('approvals')
    .description('requests for approval: see them and answer them')
    .addHelpText('after', HELP);
  looking(group.command('list').description('the requests that wait')).action((options: LookOptions) =>
    run(async () => (await import('../approvals/list.ts')).listRequests(options, terminal)),
  );
  looking(group.command('show').description('one request, whole').argument('<id|code>')).action(
    (named: string, options: LookOptions) =>
      run(async () => (await import('../approvals/list.ts')).showRequest(named, options, terminal)),
  );
  const answers = (command: Command, yes: boolean): Command =>
    answering(command).action((named: string | undefined, options: AnswerOptions) =>
      run(async () =>
        named === undefined
          ? (await import('../approvals/list.ts')).offerRequests(command.name(), options, terminal)
          : (await import('../approvals/answer.ts')).answerRequest(named, yes, options, terminal),
      ),
    );
  answers(approving(group.command('approve').description('say yes')), true);
  answers(group.command('deny').description('say no'), false);
  answers(approving(program.command('approve').description('say yes to a request: short for `approvals approve`')), true);
  group
    .command('watch')
    .description('show requests as they come, and answer them by single keys')
    .option('--as <name>', 'who answers; otherwise the user of the operating system')
    .option(...POLICY)
    .action((options: { policy?: string; as?: string }) =>
      run(async () => (await import('../approvals/watch.ts')).watchRequests(options)),
    );
  for (const command of group.commands) command.copyInheritedSettings(program);
}

function looking(command: Command): Command {
  return command.option(...POLICY).option('--json', 'print JSON');
}

function answering(command: Command): Command {
  return command
    .argument(
      '[id|code]',
      'the request: its code, as the agent was told, or its id; the requests that wait are listed without it',
    )
    .option('--as <name>', 'who answers; otherwise the user of the operating system')
    .option('--only <n>', 'answer only this question, and leave the others to others', collect)
    .option('--reason <text>', 'why')
    .option(...POLICY);
}

function approving(command: Command): Command {
  return command.option('--yes', 'do not show the request and ask');
}
