import { availableParallelism } from 'node:os';

import type { Runtime } from '@licet/adapters/runtimes';
import { readHookEnd } from 'licet/source/init/probes.ts';

import { humanEnv } from '../../support/cli.ts';
import { InstalledProject } from '../../support/installed.ts';
import { runLeanLater } from '../../support/lean.ts';
import type { ListedCall } from './lists.ts';
import type { Subject } from './subject.ts';

/** What the host does after the hook: it stops the call, asks the user, or runs it. A `fault` is a hook that failed, where the call runs. */
export type Answer = 'deny' | 'ask' | 'run' | 'fault';

const TIMEOUT_MS = 30_000;

/**
 * Asks a hook about every call in a new project, each in its own session, several at a time. The calls are never made: a hook is only asked.
 * The project is one that `licet init` was run in; a hook of others does not read what that wrote.
 */
export async function askAbout(
  subject: Subject,
  runtime: Runtime,
  calls: readonly ListedCall[],
  onAnswer: () => void = () => undefined,
): Promise<readonly Answer[]> {
  const project = new InstalledProject();
  const answers: Answer[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let index = next++; index < calls.length; index = next++) {
      const call = calls[index];
      if (call !== undefined) answers[index] = await askHook(subject, runtime, project, eventOf(runtime, project, call, index));
      onAnswer();
    }
  };
  try {
    await Promise.all(Array.from({ length: availableParallelism() }, work));
  } finally {
    project.run(['serve', '--stop']);
  }
  return answers;
}

/** The event of a call, as the runtime writes it. */
export function eventOf(runtime: Runtime, { root }: InstalledProject, call: ListedCall, index: number): string {
  const { command, tool = '', input = {} } = call;
  const made = command === undefined ? { tool, input: input as Readonly<Record<string, unknown>> } : runtime.calls.run(command);
  const ids = { cwd: root, sessionId: `scoreboard-${index}`, callId: `call-${index}` };
  return JSON.stringify(runtime.sample({ ...made, ...ids })).replaceAll('${PROJECT}', root);
}

async function askHook({ command }: Subject, runtime: Runtime, { root, home }: InstalledProject, input: string): Promise<Answer> {
  const env = { ...humanEnv(), HOME: home };
  const ended = await runLeanLater({ command: 'sh', args: ['-c', command], cwd: root, env, input, timeout: TIMEOUT_MS });
  const { stops, said } = readHookEnd(runtime, { type: 'command', command }, ended);
  if (stops) return 'deny';
  if (said === 'ask') return 'ask';
  return ended.status === 0 ? 'run' : 'fault';
}
