import { contextText, knowledgeOf } from '@licet/adapters/runtimes';
import { choosePolicy } from './choosePolicy.ts';
import { jsonText } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';

interface Options {
  readonly policy?: string;
  readonly session?: string;
  readonly agent?: string;
  readonly json?: boolean;
}

/** Prints what an agent is told when a session begins, in the state of that session, and changes nothing. */
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
