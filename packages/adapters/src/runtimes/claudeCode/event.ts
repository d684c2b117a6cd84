import type { ActionInput, Outcome } from '@licet/core';

import { callAction } from '../call.ts';
import type { HostFacts, Phase, RuntimeEvent } from '../event.ts';
import type { Fields } from '../fields.ts';
import { fieldsOf, present, unknownEvent } from '../fields.ts';
import { audienceOf, rewritesAlone } from './client.ts';
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
        ...(!rewritesAlone(env) && { mustAskToRewrite: true }),
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
