import type { Command } from 'commander';

import { AS, POLICY } from '../run.ts';
import type { Run } from '../run.ts';
import type { Terminal } from '../text/terminal.ts';
import type { FlowCommandOptions } from '../workflow/flow.ts';
import type { FactCommandOptions } from '../workflow/facts.ts';
import type { HoldCommandOptions, PauseCommandOptions } from '../workflow/holds.ts';

const ONLY_HUMANS = `
Only a human may grant and revoke: both need a terminal, and \`self_protection\` keeps agents from running them.`;

/** Adds `licet fact` with its commands, `licet hold`, `licet continue`, `licet pause` and `licet flow`. */
export function addWorkflow(program: Command, run: Run, terminal: Terminal): void {
  addFacts(program, run, terminal);
  addHolds(program, run, terminal);
  addPause(program, run, terminal);
  addFlow(program, run, terminal);
}

function addFacts(program: Command, run: Run, terminal: Terminal): void {
  const facts = program
    .command('fact')
    .description('the facts that gates ask for: see, grant and revoke them')
    .addHelpText('after', ONLY_HUMANS);
  const load = () => import('../workflow/facts.ts');
  facts
    .command('list')
    .description('the facts of the policy, and how they stand in each session')
    .option('--session <id>', 'only this session')
    .option('--agent <id>', 'the facts of this agent, where agents have their own')
    .option(...POLICY)
    .option('--json', 'print JSON')
    .action((options: FactCommandOptions) => run(async () => (await load()).listFacts(options, terminal)));
  granting(facts.command('grant').description('establish a fact; only a person can, in a terminal'))
    .option('--agent <id>', 'to this agent, where agents have facts of their own')
    .option('--session <id>', 'to this session; otherwise the one that was used last')
    .action((name: string, options: FactCommandOptions) => run(async () => (await load()).grantFact(name, options, terminal)));
  granting(facts.command('revoke').description('make a fact void; only a person can, in a terminal'))
    .option('--session <id>', 'in this session; otherwise in all of them')
    .action((name: string, options: FactCommandOptions) => run(async () => (await load()).revokeFact(name, options, terminal)));
  for (const command of facts.commands) command.copyInheritedSettings(program);
}

function addHolds(program: Command, run: Run, terminal: Terminal): void {
  program
    .command('hold')
    .description('stop everything except reading, until `licet continue`; only a person can, in a terminal')
    .argument('<reason>', 'why, for the agent')
    .option('--session <id>', 'only this session')
    .option(...AS)
    .option(...POLICY)
    .action((reason: string, options: HoldCommandOptions) =>
      run(async () => (await import('../workflow/holds.ts')).holdSessions(reason, options, terminal)),
    );
  program
    .command('continue')
    .description('let what is on hold go on; only a person can, in a terminal')
    .option('--session <id>', 'only this session')
    .option('--reason <text>', 'why')
    .option(...AS)
    .option(...POLICY)
    .action((options: HoldCommandOptions) =>
      run(async () => (await import('../workflow/holds.ts')).continueSessions(options, terminal)),
    );
}

function addPause(program: Command, run: Run, terminal: Terminal): void {
  program
    .command('pause')
    .description('enforce nothing for a while, except the floor: what no exception lifts; only a person can, in a terminal')
    .argument('[duration]', 'for how long, at most a day: 10m, 2h')
    .argument('[reason]', 'why, for the agent and the trail')
    .option('--end', 'end the pause now')
    .option(...AS)
    .option(...POLICY)
    .action((duration: string | undefined, reason: string | undefined, options: PauseCommandOptions) =>
      run(async () => (await import('../workflow/holds.ts')).pausePolicy([duration, reason], options, terminal)),
    );
}

function addFlow(program: Command, run: Run, terminal: Terminal): void {
  const flow = program.command('flow').description('what sessions have read, for `flow` in a policy');
  flow
    .command('reset')
    .description('forget what was read, as in a new session; only a person can, in a terminal')
    .option('--session <id>', 'only this session')
    .option('--reason <text>', 'why')
    .option(...AS)
    .option(...POLICY)
    .action((options: FlowCommandOptions) => run(async () => (await import('../workflow/flow.ts')).resetFlow(options, terminal)));
  for (const command of flow.commands) command.copyInheritedSettings(program);
}

function granting(command: Command): Command {
  return command
    .argument('<name>', 'the fact')
    .option('--reason <text>', 'why')
    .option(...AS)
    .option(...POLICY);
}
