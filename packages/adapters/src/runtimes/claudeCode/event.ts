import type { ActionInput, Certificate, Effect, Outcome } from '@licet/core';

import { callAction } from '../call.ts';
import type { HostFacts, Phase, RuntimeEvent } from '../event.ts';
import type { Fields } from '../fields.ts';
import { fieldsOf, present, unknownEvent } from '../fields.ts';
import { audienceOf, letsRulesWin, rewritesAlone } from './client.ts';
import { mayMeet } from './nestedRules.ts';
import { TOOLS, isStreaming } from './tools.ts';

/** The events that the hook answers to. */
export const EVENTS: Readonly<Record<string, Phase>> = Object.freeze({
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
export function parse(input: unknown, host: HostFacts): RuntimeEvent {
  const { env } = host;
  const fields = fieldsOf(input);
  const name = fields.text('hook_event_name');
  const phase = Object.hasOwn(EVENTS, name) ? EVENTS[name] : undefined;
  if (phase === undefined) throw unknownEvent(name);
  const base = { name, ...factsOf(fields), audience: audienceOf(fields.maybeText('permission_mode'), env) };
  const action = (of: Fields): ActionInput => callAction(of, fields, base, TOOLS);
  switch (phase) {
    case 'before': {
      const call = action(fields);
      return {
        ...base,
        phase,
        action: call,
        ...(isStreaming(call.tool) && { streams: true }),
        ...(letsRulesWin(fields.maybeText('permission_mode'), env) && {
          rulesWin: (effects: readonly Effect[], certificate: Certificate) => !mayMeet({ effects, certificate }, call.cwd, host),
        }),
        ...(rewritesAlone(env) ? call.tool === 'Bash' && { contains: true } : { mustAskToRewrite: true }),
      };
    }
    case 'after': {
      if (name === 'PostToolUseFailure') return { ...base, phase, action: action(fields), outcome: failure(fields) };
      const { tool_response: value } = fields.all;
      const durationMs = fields.maybeNumber('duration_ms');
      const outcome: Outcome = { status: statusOf(value), output: value, ...present({ durationMs }) };
      return { ...base, phase, action: action(fields), outcome, output: { value } };
    }
    case 'batch':
      return { ...base, phase, calls: fields.list('tool_calls').map(action) };
    case 'turn':
      return { ...base, phase, ...turnOf(fields) };
    case 'stop':
      return { ...base, phase, again: fields.all['stop_hook_active'] === true };
    default:
      return { ...base, phase };
  }
}

function turnOf(fields: Fields): Pick<Extract<RuntimeEvent, { phase: 'turn' }>, 'prompt' | 'plans'> {
  const plans = fields.maybeText('permission_mode') === 'plan' ? true : undefined;
  return present({ prompt: fields.maybeText('prompt'), plans });
}

/** The main session may have its own sort, and is no sub-agent. */
function factsOf(fields: Fields): Pick<RuntimeEvent, 'sessionId' | 'turnId' | 'agentId' | 'agentType'> {
  const agentId = fields.maybeText('agent_id');
  return {
    sessionId: fields.text('session_id'),
    ...present({ turnId: fields.maybeText('prompt_id'), agentId }),
    ...(agentId !== undefined && present({ agentType: fields.maybeText('agent_type') })),
  };
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
