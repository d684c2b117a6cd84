import type { Arguments, AskChannel, DeferredShaper, Runtime } from '@licet/adapters/runtimes';
import { answerEvent, refusal, runtimes } from '@licet/adapters/runtimes';
import { GovernanceError, isGovernanceError } from '@licet/core';
import type { ActionInput, ApprovalStore } from '@licet/core';
import { processTerminal } from '@licet/core/command';
import { OUTPUT_OBLIGATIONS } from '@licet/core/nodes';
import { messageOf } from '@licet/core/text';

import { explainErrors } from '../exit.ts';
import { shaper } from '../linked.ts';
import { pinNotice, watchedSources } from '../pins/effective.ts';
import { pinFolder } from '../pins/pin.ts';
import { openEngine } from '../policy/openEngine.ts';
import type { OpenedPolicy } from '../policy/openEngine.ts';
import { servedUser } from '../policy/licetHome.ts';
import { readPolicies } from '../policy/readPolicy.ts';
import type { NearestPolicy } from '../policy/readPolicy.ts';
import { askingOf } from '../policy/stores.ts';
import { running } from '../sandbox/linked.ts';
import { keepsLasting, leaveResident, mayStay } from '../resident/leaveResident.ts';
import { cheapClock } from './cheapHost.ts';
import type { Ending } from './lastResort.ts';
import { readInput } from './readInput.ts';

export { hasUserPolicy, userPolicyFile } from '../policy/findPolicy.ts';
export { hasManagedPolicy } from '../policy/managedPolicy.ts';
export { keepsLasting, mayStay, pinFolder, readInput, readPolicies, runtimes, watchedSources };

/** After how many milliseconds the hook answers no by itself. With the time for its input it lies below the timeout that `init` gives the host. */
const DEADLINE_MS = 20_000;

/** What policies demand of outputs is carried out by code that is loaded when a call owes any of it. */
const SHAPER: DeferredShaper = {
  meets: OUTPUT_OBLIGATIONS,
  shape: async (output, owed) => (await shaper()).shaper.shape(output, owed),
};

/** What `licet hook` is asked to judge, and where its answer goes. */
export interface HookCall {
  /** The name of the runtime, and what follows it: `[--policy FILE] [--after]`, or `--example`. */
  readonly args: readonly string[];
  readonly read: () => Promise<unknown>;
  readonly ending: Omit<Ending, 'fault' | 'run'>;
  /** Gives up on an event that has not come whole; a process ends here. */
  readonly abandon?: (comesAfter: boolean) => void;
  readonly open: OpenJudge;
}

/** Tells people of a request, in a process that does nothing else. */
export const notify = async (file: string, id: string): Promise<void> => (await import('../approvals/notify.ts')).tell(file, id);

/** Runs a command in a sandbox, and returns its exit code. Most of what it takes is here. */
export function runContained(command: readonly string[], ticket: string | undefined): Promise<number> {
  const terminal = processTerminal();
  const options = ticket === undefined ? {} : { ticket };
  return explainErrors(async () => (await running()).runInSandbox(command, options, terminal), terminal);
}

/** Decides about one event of a runtime: reads it from standard input, and replies once. */
export async function hook(args: readonly string[], ending: Ending): Promise<void> {
  let stays = false;
  const open: OpenJudge = async ({ named, from, runtime }) => {
    const read = await readPolicies(named, from, true);
    stays = mayStay(read);
    return judgeOf(read, runtime);
  };
  await judgeEvent({ args, read: readInput, ending, abandon: leave, open });
  if (stays) await leaveResident();
  process.exit();
}

/**
 * Decides about one event of a runtime in the present world of this process: its environment, its working folder and its
 * home. Replies or refuses once.
 */
export async function judgeEvent({ args, read, ending, abandon, open }: HookCall): Promise<void> {
  const [name = '', ...rest] = args;
  const load = Object.hasOwn(runtimes, name) ? runtimes[name] : undefined;
  if (load === undefined) {
    const known = Object.keys(runtimes).map(each => `\`${each}\``);
    return ending.refuse(`there is no hook for \`${name}\`, only for ${known.join(', ')}`);
  }
  const runtime = await load();
  if (rest.length === 1 && rest[0] === EXAMPLE) return ending.reply(exampleOf(runtime));
  const comesAfter = rest.includes('--after');
  let input: unknown;
  try {
    input = await read();
  } catch (error) {
    const reason = messageOf(error);
    if (!comesAfter) ending.reply(refusal(runtime, `${reason}: \`licet hook ${name} ${EXAMPLE}\` prints an event that it reads`));
    if (isGovernanceError(error) && error.code === 'event_timeout') abandon?.(comesAfter);
    return comesAfter ? ending.refuse(reason) : undefined;
  }
  if (comesAfter || !isBefore(runtime, input)) ending.isAfter();
  ending.reply(await replyTo(runtime, input, rest, open));
}

/** Prints an event in place of a decision, so that a person can try the hook. */
const EXAMPLE = '--example';

/** An event before a harmless call in this folder, as the runtime writes it. */
function exampleOf(runtime: Runtime): object {
  return runtime.sample({ ...runtime.calls.run('git status'), cwd: process.cwd(), sessionId: 'example', callId: 'example' });
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

async function replyTo(runtime: Runtime, input: unknown, args: readonly string[], open: OpenJudge): Promise<object> {
  let judge: Judge | undefined;
  return answerEvent(runtime, input, {
    deadlineMs: DEADLINE_MS,
    host: { env: process.env },
    engine: async () => {
      judge = await open(placeOf(runtime, args));
      return judge.opened.engine;
    },
    knowledge: () => judge?.opened.grounding?.introduction(),
    recall: task => judge?.opened.grounding?.recall(task),
    notice: () => judge?.notice,
    asking: () => {
      if (judge === undefined) return { channel: 'runtime', isReachable: false };
      const { settings, approvals } = judge.opened;
      if (servedUser() !== undefined) return SERVED;
      const { waitMs } = settings.approvals ?? {};
      const answered = approvals !== undefined && waitMs !== undefined && waitFor(approvals, waitMs);
      return { ...askingOf(settings), ...(answered && { answered }) };
    },
    shaper: SHAPER,
    containing: () => judge?.opened.containing,
    tidy: action => undeclared(action, judge?.opened.grounding),
  });
}

/** The service asks its approvers: the runtime's own prompt belongs to the user whom it answers, and waiting would hold up all others. */
const SERVED: AskChannel = Object.freeze({ channel: 'out_of_band', isReachable: true, command: 'sudo licet approve' });

/** How often it is looked whether a human has answered. */
const LOOK_MS = 50;

/** Waits for humans, so long at most: until a request has an answer, or lapses. */
function waitFor(approvals: ApprovalStore, waitMs: number): NonNullable<AskChannel['answered']> {
  return async (id, signal) => {
    for (const end = cheapClock.elapsed() + waitMs; cheapClock.elapsed() < end && !signal.aborted;) {
      if ((await approvals.find(id, cheapClock.now()))?.status !== 'pending') return true;
      await new Promise(resolve => setTimeout(resolve, LOOK_MS));
    }
    return false;
  };
}

/** Where the policy of a call is looked for. */
export interface JudgePlace {
  /** The policy's file, where one is named; relative to `from`. */
  readonly named: string | undefined;
  /** The project's folder, as the runtime names it, else the working folder. */
  readonly from: string;
  readonly runtime: string;
}

/** Where the policy of a call is looked for, in the world of this process. */
export function placeOf({ name, projectVariables }: Runtime, args: readonly string[]): JudgePlace {
  const from = projectVariables.map(variable => process.env[variable]).find(folder => folder !== undefined);
  return { named: namedPolicy(name, args), from: from ?? process.cwd(), runtime: name };
}

/** What decides about a call. */
export interface Judge {
  readonly opened: OpenedPolicy;
  /** The folder that the patterns of the policy start from. */
  readonly root: string;
  /** The files that it keeps open. */
  readonly files: readonly string[];
  /** What agents are told while the policy on disk is not the accepted one. */
  readonly notice?: string;
}

/** Finds what decides about a call; what it throws is a denial. */
export type OpenJudge = (place: JudgePlace) => Promise<Judge>;

/** Opens what decides under policies that were read. `later` is when a process that lives on does what no answer waits for. */
export async function judgeOf(read: NearestPolicy, runtime: string, later?: (work: () => void) => void): Promise<Judge> {
  const opened = await openEngine(read, { records: true, runtime, later });
  const notice = pinNotice(read.pin);
  return { opened, root: read.root, files: opened.files, ...(notice !== undefined && { notice }) };
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
    throw new GovernanceError(
      'invalid_usage',
      `expected \`hook ${name} [--policy FILE] [--after]\` or \`hook ${name} ${EXAMPLE}\`, found \`${args.join(' ')}\``,
    );
  return file;
}
