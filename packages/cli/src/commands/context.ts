import { contextText, knowledgeOf } from '@licet/adapters/runtimes';
import type { Command } from 'commander';

import { choosePolicy } from './choosePolicy.ts';
import type { Run } from '../run.ts';
import { jsonText } from '../text/terminal.ts';
import type { Terminal } from '../text/terminal.ts';

interface Options {
  readonly policy?: string;
  readonly session?: string;
  readonly agent?: string;
  readonly json?: boolean;
}

/** Prints what an agent is told when a session begins, as that session stands, and changes nothing. */
export async function printContext(
  { policy, session = 'context', agent, json = false }: Options,
  { print }: Terminal,
): Promise<number> {
  const opened = await choosePolicy({ policy, from: process.cwd(), livesOn: true });
  const knowledge = knowledgeOf(await opened.grounding?.introduction(), opened.notice);
  const whose = { sessionId: session, ...(agent !== undefined && { agentId: agent }) };
  const text = await contextText(opened.engine, whose, knowledge);
  print(json ? jsonText({ ...whose, text }) : text);
  await opened.grounding?.close();
  return 0;
}

/** Adds the command. */
export function addContext(program: Command, run: Run, terminal: Terminal): void {
  program
    .command('context')
    .description('print what an agent is told when a session begins: rules, what is open, facts and the way to them')
    .option('--policy <file>', 'the policy; otherwise the nearest governance.yaml')
    .option('--session <id>', 'as this session stands; otherwise as a new one')
    .option('--agent <id>', 'as this sub-agent is told')
    .option('--json', 'print JSON')
    .action((options: Options) => run(() => printContext(options, terminal)));
}
