import type { Arguments, DeferredShaper, Runtime } from '@licet/adapters/runtimes';
import { answerEvent, refusal, runtimes } from '@licet/adapters/runtimes';
import type { ActionInput } from '@licet/core';
import { OUTPUT_OBLIGATIONS } from '@licet/core/nodes';

import { openEngine } from '../policy/openEngine.ts';
import type { OpenedPolicy } from '../policy/openEngine.ts';
import { readPolicies } from '../policy/userPolicy.ts';
import { isReachable } from '../policy/stores.ts';
import type { Ending } from './lastResort.ts';
import { InputTimeoutError, readInput } from './readInput.ts';

/** After how many milliseconds the hook answers no by itself. With the time for its input it lies below the timeout that `init` gives the host. */
export const DEADLINE_MS = 20_000;

/** What policies demand of outputs is carried out by code that is loaded when a call owes any of it. */
const SHAPER: DeferredShaper = {
  meets: OUTPUT_OBLIGATIONS,
  shape: async (output, owed) => (await import('./shaper.ts')).shaper.shape(output, owed),
};

/** Decides about one event of a runtime: reads it from standard input, and replies once. */
export async function hook(args: readonly string[], ending: Ending): Promise<void> {
  const [name = '', ...rest] = args;
  const load = Object.hasOwn(runtimes, name) ? runtimes[name] : undefined;
  if (load === undefined)
    return ending.refuse(
      `there is no hook for \`${name}\`, only for ${Object.keys(runtimes)
        .map(each => `\`${each}\``)
        .join(', ')}`,
    );
  const runtime = await load();
  const comesAfter = rest.includes('--after');
  let input: unknown;
  try {
    input = await readInput();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (!comesAfter) ending.reply(refusal(runtime, reason));
    if (error instanceof InputTimeoutError) leave(comesAfter);
    return comesAfter ? ending.refuse(reason) : process.exit();
  }
  if (comesAfter || !isBefore(runtime, input)) ending.isAfter();
  ending.reply(await replyTo(runtime, input, rest));
  process.exit();
}

/** A read that still goes on holds the threads that leaving waits for: another program takes the place of this one. */
function leave(comesAfter: boolean): void {
  try {
    process.execve?.('/bin/sh', ['sh', '-c', `exit ${comesAfter ? 1 : 0}`], {});
  } catch {
    // Where there is none, the host's own limit ends the process.
  }
}

/** What does not name its event is taken for a call that is still to run. */
function isBefore({ events }: Runtime, input: unknown): boolean {
  const name = (input as { readonly hook_event_name?: unknown } | null)?.hook_event_name;
  return typeof name !== 'string' || !Object.hasOwn(events, name) || events[name] === 'before';
}

async function replyTo(runtime: Runtime, input: unknown, args: readonly string[]): Promise<object> {
  let opened: OpenedPolicy | undefined;
  return answerEvent(runtime, input, {
    deadlineMs: DEADLINE_MS,
    host: { env: process.env },
    engine: async () => {
      const from = runtime.projectVariables.map(variable => process.env[variable]).find(folder => folder !== undefined);
      const { kept, ...rest } = await readPolicies(namedPolicy(runtime.name, args), from ?? process.cwd(), true);
      opened = await openEngine(kept, { ...rest, records: true, runtime: runtime.name });
      return opened.engine;
    },
    knowledge: () => opened?.grounding?.introduction(),
    asking: () => {
      const approvals = opened?.settings.approvals;
      return {
        channel: approvals?.channel ?? 'runtime',
        isReachable: opened !== undefined && isReachable(opened.settings),
      };
    },
    shaper: SHAPER,
    tidy: action => undeclared(action, opened?.grounding),
  });
}

/** A shell command that the user is asked about is shown, and runs, without what it declares to the policy. */
function undeclared({ kind, payload = {} }: ActionInput, grounding: OpenedPolicy['grounding']): Arguments | undefined {
  const { command: written } = payload;
  const command = kind === 'bash' && typeof written === 'string' ? grounding?.withoutDeclaration(written) : undefined;
  return command === undefined ? undefined : { ...(payload as Arguments), command };
}

function namedPolicy(name: string, args: readonly string[]): string | undefined {
  const [flag, file, ...rest] = args.filter(arg => arg !== '--after');
  if (flag === undefined) return undefined;
  if (flag !== '--policy' || file === undefined || file === '' || rest.length > 0)
    throw new Error(`expected \`hook ${name} [--policy FILE] [--after]\`, found \`${args.join(' ')}\``);
  return file;
}
