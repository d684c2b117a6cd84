import { Command } from 'commander';

import { addAccept } from './commands/accept.ts';
import { addAccess } from './commands/access.ts';
import { addAllowOnce } from './commands/allowOnce.ts';
import { addApprovals } from './commands/approvals.ts';
import { addAudit } from './commands/audit.ts';
import { addCheck } from './commands/check.ts';
import { addCompletion } from './commands/completion.ts';
import { addConcepts } from './commands/concepts.ts';
import { addContext } from './commands/context.ts';
import { addDiff } from './commands/diff.ts';
import { addDoctor } from './commands/doctor.ts';
import { addEffects } from './commands/effects.ts';
import { addExplain } from './commands/explain.ts';
import { addFmt } from './commands/fmt.ts';
import { addGraph } from './commands/graph.ts';
import { addImport } from './commands/import.ts';
import { addInit } from './commands/init.ts';
import { addMcp } from './commands/mcp.ts';
import { addPasskey } from './commands/passkey.ts';
import { addPermissions } from './commands/permissions.ts';
import { addProve } from './commands/prove.ts';
import { addReplay } from './commands/replay.ts';
import { addReset } from './commands/reset.ts';
import { addServe } from './commands/serve.ts';
import { addService } from './commands/service.ts';
import { addStatus } from './commands/status.ts';
import { addStatusline } from './commands/statusline.ts';
import { addSuggest } from './commands/suggest.ts';
import { addTest } from './commands/test.ts';
import { addTiming } from './commands/timing.ts';
import { addTokens } from './commands/tokens.ts';
import { addUninstall } from './commands/uninstall.ts';
import { addValidate } from './commands/validate.ts';
import { addWatch } from './commands/watch.ts';
import { addWorkflow } from './commands/workflow.ts';
import { reworded } from './exit.ts';
import { completeHelp } from './help.ts';
import type { Run } from './run.ts';
import type { Terminal } from './text/terminal.ts';
import { VERSION } from './version.ts';

const HELP = `
New here? \`licet init\` governs the project that you are in, and \`licet check --command 'rm -rf ~'\` says what would happen then.
Exit codes: 0 pass or warn, 1 ask, 2 block, 3 a mistake in the command line or the policy.
The hook of an agent runtime is \`licet hook NAME [--policy FILE]\`; \`licet init\` installs it.`;

/** What adds each command, in the order of the help. */
const COMMANDS: readonly ((program: Command, run: Run, terminal: Terminal) => void)[] = [
  addInit,
  addImport,
  addAccess,
  addAccept,
  addValidate,
  addFmt,
  addGraph,
  addDoctor,
  addUninstall,
  addCheck,
  addExplain,
  addEffects,
  addTest,
  addDiff,
  addReplay,
  addSuggest,
  addApprovals,
  addPasskey,
  addAllowOnce,
  addWorkflow,
  addTokens,
  addStatus,
  addContext,
  addPermissions,
  addWatch,
  addStatusline,
  addAudit,
  addProve,
  addTiming,
  addReset,
  addConcepts,
  addServe,
  addService,
  addMcp,
  addCompletion,
];

/** Builds the command line. One command a file; commands that need much load it themselves. */
export function createProgram(run: Run, terminal: Terminal): Command {
  const program = new Command('licet')
    .description('decides, deterministically and before it happens, whether an AI agent may do what it is about to do')
    .version(VERSION)
    .showHelpAfterError(helpHint('licet'))
    .showSuggestionAfterError()
    .addHelpText('after', HELP)
    .exitOverride()
    .configureOutput({
      writeOut: text => terminal.print(text.trimEnd()),
      writeErr: text => terminal.complain(text.trimEnd()),
      outputError: (text, write) => write(`licet: ${reworded(text)}`),
    });
  for (const add of COMMANDS) add(program, run, terminal);
  for (const command of program.commands) command.copyInheritedSettings(program);
  for (const command of program.commands)
    for (const each of [command, ...command.commands])
      each.showHelpAfterError(helpHint(`licet ${each === command ? '' : `${command.name()} `}${each.name()}`));
  completeHelp(program);
  return program;
}

const helpHint = (command: string): string => `(\`${command} --help\` lists the commands and options)`;
