import type { ActionInput, Outcome } from '@licet/core';

import { callAction } from '../call.ts';
import type { Fields } from '../fields.ts';
import { fieldsOf, present, unknownEvent } from '../fields.ts';
import type { Audience, HostFacts, Phase, RuntimeEvent } from '../runtime.ts';
import { TOOLS, isStreaming } from './tools.ts';

type EventName =
  | 'PreToolUse'
  | 'PostToolUse'
  | 'PostToolUseFailure'
  | 'PostToolBatch'
  | 'SessionStart'
  | 'UserPromptSubmit'
  | 'SubagentStart'
  | 'Stop'
  | 'SubagentStop'
  | 'SessionEnd';

/** The events that the hook answers to. */
export const EVENTS: Readonly<Record<EventName, Phase>> = Object.freeze({
  PreToolUse: 'before',
  PostToolUse: 'after',
  PostToolUseFailure: 'after',
  PostToolBatch: 'batch',
  SessionStart: 'start',
  UserPromptSubmit: 'turn',
  SubagentStart: 'start',
  Stop: 'stop',
  SubagentStop: 'stop',
  SessionEnd: 'end',
});

/** The modes in which Claude Code raises no prompt, or raises one that nobody need see. */
const SILENT: ReadonlySet<string> = new Set(['dontAsk', 'bypassPermissions']);

/** The first version that was seen to take new arguments without a question, and to check the user's permissions against them. */
const REWRITES_SINCE: readonly number[] = [2, 1, 330];

/** Reads what Claude Code writes to a hook's standard input. */
export function parse(input: unknown, { env }: HostFacts): RuntimeEvent {
  const fields = fieldsOf(input);
  const name = fields.text('hook_event_name');
  if (!isKnown(name)) throw unknownEvent(name);
  const base = { name, ...factsOf(fields), audience: audienceOf(fields.maybeText('permission_mode'), env) };
  const action = (of: Fields): ActionInput => callAction(of, fields, base, TOOLS);
  switch (name) {
    case 'PreToolUse': {
      const call = action(fields);
      return {
        ...base,
        phase: 'before',
        action: call,
        ...(isStreaming(call.tool) && { streams: true }),
        ...(!isSince(env['AI_AGENT'], REWRITES_SINCE) && { mustAskToRewrite: true }),
      };
    }
    case 'PostToolUse': {
      const { tool_response: value } = fields.all;
      const durationMs = fields.maybeNumber('duration_ms');
      const outcome: Outcome = { status: statusOf(value), output: value, ...present({ durationMs }) };
      return { ...base, phase: 'after', action: action(fields), outcome, output: { value } };
    }
    case 'PostToolUseFailure':
      return { ...base, phase: 'after', action: action(fields), outcome: failure(fields) };
    case 'PostToolBatch':
      return { ...base, phase: 'batch', calls: fields.list('tool_calls').map(action) };
    case 'SessionStart':
    case 'SubagentStart':
      return { ...base, phase: 'start' };
    case 'UserPromptSubmit':
      return { ...base, phase: 'turn' };
    case 'Stop':
    case 'SubagentStop':
      return { ...base, phase: 'stop', again: fields.all['stop_hook_active'] === true };
    case 'SessionEnd':
      return { ...base, phase: 'end' };
  }
}

/** The main session may have a sort of its own, and is no sub-agent. */
function factsOf(fields: Fields): Pick<RuntimeEvent, 'sessionId' | 'turnId' | 'agentId' | 'agentType'> {
  const agentId = fields.maybeText('agent_id');
  return {
    sessionId: fields.text('session_id'),
    ...present({ turnId: fields.maybeText('prompt_id'), agentId }),
    ...(agentId !== undefined && present({ agentType: fields.maybeText('agent_type') })),
  };
}

function isKnown(name: string): name is EventName {
  return Object.hasOwn(EVENTS, name);
}

/** `claude -p` has nobody to ask. A host of the Agent SDK may ask somebody, or may not. */
function audienceOf(mode: string | undefined, env: HostFacts['env']): Audience {
  const entry = env['CLAUDE_CODE_ENTRYPOINT'] ?? '';
  if ((mode !== undefined && SILENT.has(mode)) || entry === 'sdk-cli') return 'nobody';
  if (entry.startsWith('sdk-')) return 'host';
  return env['CLAUDE_CODE_SESSION_ATTENDED'] === '0' ? 'nobody' : 'human';
}

/** A command that goes on in the background has not ended, and one whose exit code is read as an answer may have failed. */
function statusOf(response: unknown): Outcome['status'] {
  if (typeof response !== 'object' || response === null) return 'ok';
  const { backgroundTaskId, returnCodeInterpretation, interrupted } = response as Readonly<Record<string, unknown>>;
  if (interrupted === true) return 'cancelled';
  return isSaid(backgroundTaskId) || isSaid(returnCodeInterpretation) ? 'unknown' : 'ok';
}

const isSaid = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

function failure(fields: Fields): Outcome {
  const error = fields.maybeText('error');
  const exitCode = /^Exit code (\d{1,3})\b/u.exec(error ?? '')?.[1];
  return {
    status: fields.all['is_interrupt'] === true ? 'cancelled' : 'error',
    ...present({ error, durationMs: fields.maybeNumber('duration_ms') }),
    ...(exitCode !== undefined && { exitCode: Number(exitCode) }),
  };
}

/** The client names its version to the programs that it starts: `claude-code_2-1-330_harness`. */
function isSince(client: string | undefined, wanted: readonly number[]): boolean {
  const found =
    /^claude-code_(\d+)-(\d+)-(\d+)(?:_|$)/u
      .exec(client ?? '')
      ?.slice(1)
      .map(Number) ?? [];
  const first = wanted.findIndex((number, index) => number !== found[index]);
  return found.length > 0 && (first === -1 || (found[first] ?? 0) > (wanted[first] ?? 0));
}
