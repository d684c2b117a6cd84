import type { Outcome } from '@licet/core';

import { callAction } from '../call.ts';
import type { Phase, RuntimeEvent } from '../event.ts';
import type { Fields } from '../fields.ts';
import { fieldsOf, present, unknownEvent } from '../fields.ts';
import { TOOLS } from './tools.ts';

/** With these names in the settings, and not with those that begin with a small letter, events name themselves. */
export const EVENTS: Readonly<Record<string, Phase>> = Object.freeze({
  PreToolUse: 'before',
  PostToolUse: 'after',
  PostToolUseFailure: 'after',
  SessionStart: 'start',
});

/** Whether somebody sits at its prompt is not told, so a question comes with a code. */
export function parse(input: unknown): RuntimeEvent {
  const fields = fieldsOf(input);
  const name = fields.text('hook_event_name');
  const facts = { name, sessionId: fields.text('session_id'), audience: 'host' as const };
  switch (name) {
    case 'PreToolUse':
      return { ...facts, phase: 'before', action: callAction(fields, fields, facts, TOOLS) };
    case 'PostToolUse': {
      const action = callAction(fields, fields, facts, TOOLS);
      const { text_result_for_llm: value } = fields.record('tool_result');
      return { ...facts, phase: 'after', action, outcome: outcomeOf(fields, action.kind), output: { value } };
    }
    case 'PostToolUseFailure': {
      const outcome: Outcome = { status: 'error', ...present({ error: errorOf(fields) }) };
      return { ...facts, phase: 'after', action: callAction(fields, fields, facts, TOOLS), outcome };
    }
    case 'SessionStart':
      return { ...facts, phase: 'start' };
    default:
      throw unknownEvent(name);
  }
}

/** A command that failed is a success with the exit code in its output, where the command itself can write one. */
function outcomeOf(fields: Fields, kind: string): Outcome {
  const { result_type: type, text_result_for_llm: output } = fields.record('tool_result');
  if (type !== 'success') return { status: type === 'denied' ? 'denied' : 'error', output };
  return { status: kind === 'bash' ? 'unknown' : 'ok', output };
}

function errorOf({ all }: Fields): string | undefined {
  const { error } = all;
  return error === undefined ? undefined : typeof error === 'string' ? error : JSON.stringify(error);
}
