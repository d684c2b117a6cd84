import type { ActionInput, ActionKind, Outcome } from '@licet/core';

import { HookInputError } from './event.ts';
import type { HookEvent, ToolCall } from './event.ts';

const KINDS: ReadonlyMap<string, ActionKind> = new Map<string, ActionKind>([
  ['Bash', 'bash'],
  ['Read', 'read'],
  ['NotebookRead', 'read'],
  ['Glob', 'read'],
  ['Grep', 'read'],
  ['LS', 'read'],
  ['Write', 'write'],
  ['Edit', 'write'],
  ['MultiEdit', 'write'],
  ['NotebookEdit', 'write'],
  ['WebFetch', 'network'],
  ['WebSearch', 'network'],
]);

/** Returns the action that a call is. The arguments go along untouched; a tool that is not known is of kind `tool`. */
export function callAction(call: ToolCall, { session_id, cwd, agent_id }: HookEvent): ActionInput {
  return {
    kind: KINDS.get(call.tool_name) ?? 'tool',
    tool: call.tool_name,
    payload: call.tool_input,
    sessionId: session_id,
    ...(call.tool_use_id !== undefined && { callId: call.tool_use_id }),
    ...(agent_id !== undefined && { agentId: agent_id }),
    ...(cwd !== undefined && { cwd }),
  };
}

/** Returns the action that an event is about. Throws for an event that is about none, or about several. */
export function toAction(event: HookEvent): ActionInput {
  if (!('tool_name' in event)) throw new HookInputError(`\`${event.hook_event_name}\` is not about one call of a tool`);
  return callAction(event, event);
}

const EXIT_CODE = /^Exit code (\d{1,3})\b/;
const REFUSED = /^(?:Error: )?(?:The user doesn't want to|Permission to use |Claude requested permissions? to )/;

/**
 * Returns what really happened, for events that say so. Of a batch only the calls that a human or Claude Code itself
 * refused are told: the others have had an event of their own, and what this policy stopped has no outcome.
 */
export function toOutcomes(event: HookEvent): readonly { readonly action: ActionInput; readonly outcome: Outcome }[] {
  if (event.hook_event_name === 'PostToolBatch') {
    return event.tool_calls
      .filter(({ tool_response: response }) => typeof response === 'string' && REFUSED.test(response))
      .map(call => ({ action: callAction(call, event), outcome: { status: 'denied' } }));
  }
  if (event.hook_event_name !== 'PostToolUse' && event.hook_event_name !== 'PostToolUseFailure') return [];
  const durationMs = typeof event.duration_ms === 'number' ? { durationMs: event.duration_ms } : {};
  const action = callAction(event, event);
  if (event.hook_event_name === 'PostToolUse')
    return [{ action, outcome: { status: 'ok', output: event.tool_response, ...durationMs } }];
  const exitCode = EXIT_CODE.exec(event.error ?? '')?.[1];
  return [
    {
      action,
      outcome: {
        status: event.is_interrupt === true ? 'cancelled' : 'error',
        ...(event.error !== undefined && { error: event.error }),
        ...(exitCode !== undefined && { exitCode: Number(exitCode) }),
        ...durationMs,
      },
    },
  ];
}
