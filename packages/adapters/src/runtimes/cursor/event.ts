import type { Outcome } from '@licet/core';

import { callAction } from '../call.ts';
import type { Phase, RuntimeEvent } from '../event.ts';
import type { Fields } from '../fields.ts';
import { fieldsOf, present, unknownEvent } from '../fields.ts';
import { TOOLS } from './tools.ts';

/** The events that the hook answers to. */
export const EVENTS: Readonly<Record<string, Phase>> = Object.freeze({
  preToolUse: 'before',
  postToolUse: 'after',
  postToolUseFailure: 'after',
  sessionStart: 'start',
});

/** Before every tool, one event: the events of single tools would judge, and count, the same call again. It does not act on a question. */
export function parse(input: unknown): RuntimeEvent {
  const fields = fieldsOf(input);
  const name = fields.text('hook_event_name');
  const sessionId = fields.maybeText('conversation_id') ?? fields.text('session_id');
  const facts = { name, sessionId, ...present({ turnId: fields.maybeText('generation_id') }), audience: 'nobody' as const };
  switch (name) {
    case 'preToolUse':
      return { ...facts, phase: 'before', action: callAction(fields, fields, facts, TOOLS) };
    case 'postToolUse': {
      const action = callAction(fields, fields, facts, TOOLS);
      const outcome: Outcome = {
        // No event tells the exit code of a command.
        status: action.kind === 'bash' ? 'unknown' : 'ok',
        output: fields.all['tool_output'],
        ...present({ durationMs: fields.maybeNumber('duration') }),
      };
      return { ...facts, phase: 'after', action, outcome };
    }
    case 'postToolUseFailure':
      return { ...facts, phase: 'after', action: callAction(fields, fields, facts, TOOLS), outcome: failure(fields) };
    case 'sessionStart':
      return { ...facts, phase: 'start' };
    default:
      throw unknownEvent(name);
  }
}

/** A call that a hook has denied is told as a failure, too. */
function failure(fields: Fields): Outcome {
  const type = fields.maybeText('failure_type');
  const status = type === 'permission_denied' ? 'denied' : fields.all['is_interrupt'] === true ? 'cancelled' : 'error';
  return { status, ...(status === 'denied' && { inferred: true }), ...present({ error: fields.maybeText('error_message') }) };
}
