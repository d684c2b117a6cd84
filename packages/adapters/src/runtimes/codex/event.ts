import { callAction } from '../call.ts';
import type { Phase, RuntimeEvent } from '../event.ts';
import { fieldsOf, present, unknownEvent } from '../fields.ts';
import { TOOLS } from './tools.ts';

/** The events that the hook answers to. */
export const EVENTS: Readonly<Record<string, Phase>> = Object.freeze({
  PreToolUse: 'before',
  PostToolUse: 'after',
  SessionStart: 'start',
});

/** Codex runs a tool that a hook asks about, so nothing is ever asked there. */
export function parse(input: unknown): RuntimeEvent {
  const fields = fieldsOf(input);
  const name = fields.text('hook_event_name');
  const facts = {
    name,
    sessionId: fields.text('session_id'),
    ...present({ turnId: fields.maybeText('turn_id'), agentId: fields.maybeText('agent_id') }),
    audience: 'nobody' as const,
  };
  switch (name) {
    case 'PreToolUse':
      return { ...facts, phase: 'before', action: callAction(fields, fields, facts, TOOLS) };
    case 'PostToolUse': {
      const { tool_response: value } = fields.all;
      // It comes for commands that failed, too, and does not say how they ended.
      const outcome = { status: 'unknown' as const, output: value };
      return { ...facts, phase: 'after', action: callAction(fields, fields, facts, TOOLS), outcome, output: { value } };
    }
    case 'SessionStart':
      return { ...facts, phase: 'start' };
    default:
      throw unknownEvent(name);
  }
}
