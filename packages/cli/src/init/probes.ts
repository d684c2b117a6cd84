import { spawnSync } from 'node:child_process';

import type { Handler } from './hookCommand.ts';

/** What a hook process did with one input. */
export interface HookRun {
  /** Whether the call would have been stopped: by the reply, or by the way in which the process ended. */
  readonly stops: boolean;
  /** What the reply says: the decision, `none` for no opinion, or what went wrong. */
  readonly said: string;
}

/** Starts a hook exactly as the settings say, with a text on its standard input. */
export function runHook(handler: Handler, input: string, cwd: string): HookRun {
  const { status, stdout, error, signal } = spawnSync(handler.command, [...handler.args], {
    input,
    cwd,
    encoding: 'utf8',
    timeout: (handler.timeout ?? 30) * 1_000,
  });
  if (error !== undefined || signal !== null || (status !== 0 && status !== 2))
    return { stops: handler.onFailure === 'block', said: error?.message ?? `ended with ${signal ?? `code ${status}`}` };
  if (status === 2) return { stops: true, said: 'ended with code 2' };
  return readReply(stdout, handler);
}

function readReply(stdout: string, handler: Handler): HookRun {
  try {
    const reply = JSON.parse(stdout) as { readonly hookSpecificOutput?: { readonly permissionDecision?: string } };
    const decision = reply.hookSpecificOutput?.permissionDecision;
    return { stops: decision === 'deny', said: decision ?? 'none' };
  } catch {
    return { stops: stdout !== '' && handler.onFailure === 'block', said: 'replied with something that is not JSON' };
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
export function probes(root: string): readonly Probe[] {
  const call = (tool_name: string, tool_input: object): string =>
    JSON.stringify({
      hook_event_name: 'PreToolUse',
      session_id: 'licet-doctor',
      tool_use_id: 'licet-doctor',
      cwd: root,
      tool_name,
      tool_input,
    });
  return [
    { name: 'a destructive command is stopped', input: call('Bash', { command: 'rm -rf /' }), wants: 'stop', byPolicy: true },
    {
      name: 'a change of the policy is stopped',
      input: call('Write', { file_path: `${root}/governance.yaml`, content: '' }),
      wants: 'stop',
      byPolicy: true,
    },
    { name: 'a harmless read runs', input: call('Read', { file_path: `${root}/README.md` }), wants: 'run' },
    { name: 'input that is not JSON is stopped', input: '{"hook_event_name": "PreToolUse", ', wants: 'stop' },
    { name: 'empty input is stopped', input: '', wants: 'stop' },
    {
      name: 'a missing policy stops everything',
      input: call('Read', { file_path: `${root}/README.md` }),
      wants: 'stop',
      withoutPolicy: true,
    },
  ];
}
