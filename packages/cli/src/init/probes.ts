import { spawnSync } from 'node:child_process';

import type { Handler, Runtime, ToolCall } from '@licet/adapters/runtimes';
import { lineOf } from '@licet/adapters/runtimes';

/** What a hook process did with one input. */
interface HookRun {
  /** Whether the call would have been stopped: by the reply, or by the way in which the process ended. */
  readonly stops: boolean;
  /** What the reply says, or what went wrong. */
  readonly said: string;
  /** What it printed, where it ended as it should. */
  readonly output?: string;
}

/** How a handler is started: as it is in the settings, or with a list of words in its place. */
export interface HookStart {
  readonly handler: Handler;
  readonly words?: readonly string[];
}

/** Starts a hook exactly as the settings say, with a text on its standard input, and with more variables than are set here. */
export function runHook(
  runtime: Runtime,
  { handler, words }: HookStart,
  input: string,
  cwd: string,
  more: Readonly<Record<string, string>> = {},
): HookRun {
  const [command = '', ...args] = words ?? [lineOf(handler), ...(handler.args ?? [])];
  const { status, stdout, error, signal } = spawnSync(command, args, {
    input,
    cwd,
    env: { ...process.env, ...more },
    encoding: 'utf8',
    timeout: 30_000,
    shell: words === undefined && handler.args === undefined,
  });
  return readHookEnd(runtime, handler, { status, stdout, signal, ...(error && { fault: error.message }) });
}

/** How a process ended that was started as a hook. */
export interface HookEnd {
  readonly status: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  /** Why it could not be started. */
  readonly fault?: string;
}

/** Returns what the runtime makes of the end of a hook: of its reply, or of the way in which the process ended. */
export function readHookEnd(runtime: Runtime, handler: Handler, { status, signal, stdout, fault }: HookEnd): HookRun {
  const { settings } = runtime;
  const stopsOnFault = settings.layout === 'plugin' || settings.stopsOnFault(handler);
  if (fault !== undefined || signal !== null || (status !== 0 && status !== 2))
    return { stops: stopsOnFault, said: fault ?? `ended with ${signal ?? `code ${status}`}` };
  if (status === 2) return { stops: true, said: 'ended with code 2' };
  return { ...readReply(runtime, stdout, stopsOnFault), output: stdout };
}

const SAID = { stop: 'deny', ask: 'ask', run: 'none' } as const;

function readReply(runtime: Runtime, stdout: string, stopsOnFault: boolean): HookRun {
  try {
    const read = runtime.readReply(JSON.parse(stdout));
    return { stops: read === 'stop', said: SAID[read] };
  } catch {
    return { stops: stdout !== '' && stopsOnFault, said: 'replied with something that is not JSON' };
  }
}

/** A harmless input, and what a hook that works does with it. */
export interface Probe {
  readonly name: string;
  readonly input: string;
  /** `stop`: must be denied. `run`: must not be denied. */
  readonly wants: 'stop' | 'run';
  /** It is the policy that stops it: a policy that only observes does not. */
  readonly byPolicy?: true;
  /** The probe is started with another policy path: one where nothing is. */
  readonly withoutPolicy?: true;
}

/** The probes. None of the calls in them is ever made: the hook is only asked. */
export function probes(runtime: Runtime, root: string): readonly Probe[] {
  const ids = { cwd: root, sessionId: 'licet-doctor', callId: 'licet-doctor' };
  const { calls } = runtime;
  const call = (made: ToolCall): string => JSON.stringify(runtime.sample({ ...made, ...ids }));
  const read = call(calls.read(`${root}/README.md`));
  return [
    { name: 'a destructive command is stopped', input: call(calls.run('rm -rf /')), wants: 'stop', byPolicy: true },
    {
      name: 'a change of the policy is stopped',
      input: call(calls.write(`${root}/governance.yaml`)),
      wants: 'stop',
      byPolicy: true,
    },
    { name: 'a harmless read runs', input: read, wants: 'run' },
    { name: 'input that is not JSON is stopped', input: '{"hook_event_name": ', wants: 'stop' },
    { name: 'empty input is stopped', input: '', wants: 'stop' },
    { name: 'a missing policy stops everything', input: read, wants: 'stop', withoutPolicy: true },
  ];
}
