import type { Outcome } from '@licet/core';

import { callAction } from '../call.ts';
import type { Phase, RuntimeEvent } from '../event.ts';
import type { Fields } from '../fields.ts';
import { asText, fieldsOf, present, unknownEvent } from '../fields.ts';
import { TOOLS } from './tools.ts';

/** The events that the hook answers to. */
export const EVENTS: Readonly<Record<string, Phase>> = Object.freeze({
  'tool.execute.before': 'before',
  'tool.execute.after': 'after',
});

/** Reads what our own plugin writes. A plugin cannot raise a prompt, so nothing is ever asked. */
export function parse(input: unknown): RuntimeEvent {
  const fields = fieldsOf(input);
  const name = fields.text('hook_event_name');
  const facts = { name, sessionId: fields.text('session_id'), audience: 'nobody' as const };
  switch (name) {
    case 'tool.execute.before':
      return { ...facts, phase: 'before', action: callAction(fields, fields, facts, TOOLS) };
    case 'tool.execute.after': {
      const { tool_output: value } = fields.all;
      return {
        ...facts,
        phase: 'after',
        action: callAction(fields, fields, facts, TOOLS),
        outcome: outcomeOf(fields),
        output: { value },
      };
    }
    default:
      throw unknownEvent(name);
  }
}

function outcomeOf(fields: Fields): Outcome {
  const exitCode = fields.maybeNumber('exit_code');
  const { tool_output: output } = fields.all;
  if (exitCode === undefined || exitCode === 0) return { status: 'ok', output, ...present({ exitCode }) };
  return { status: 'error', output, error: asText(output), exitCode };
}
