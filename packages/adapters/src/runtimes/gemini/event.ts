import type { Outcome } from '@licet/core';
import { isRecord } from '@licet/core/nodes';

import { callAction } from '../call.ts';
import type { Phase, RuntimeEvent } from '../event.ts';
import type { Fields } from '../fields.ts';
import { asText, fieldsOf, unknownEvent } from '../fields.ts';
import { TOOLS } from './tools.ts';

/** The events that the hook answers to. */
export const EVENTS: Readonly<Record<string, Phase>> = Object.freeze({
  BeforeTool: 'before',
  AfterTool: 'after',
  SessionStart: 'start',
});

/** Without a human a question would hang until the hook's limit, and nothing tells whether there is one: nothing is ever asked. */
export function parse(input: unknown): RuntimeEvent {
  const fields = fieldsOf(input);
  const name = fields.text('hook_event_name');
  const facts = { name, sessionId: fields.text('session_id'), audience: 'nobody' as const };
  switch (name) {
    case 'BeforeTool':
      return { ...facts, phase: 'before', action: callAction(fields, fields, facts, TOOLS) };
    case 'AfterTool': {
      const action = callAction(fields, fields, facts, TOOLS);
      return { ...facts, phase: 'after', action, outcome: outcomeOf(fields, action.kind), output: { value: shownOf(fields) } };
    }
    case 'SessionStart':
      return { ...facts, phase: 'start' };
    default:
      throw unknownEvent(name);
  }
}

/** What the model reads: of a call that failed the message of the error, and what stands beside it may hold the same. */
function shownOf(fields: Fields): unknown {
  const { error, llmContent } = fields.record('tool_response');
  if (!isRecord(error)) return llmContent;
  return [error['message'], llmContent]
    .filter(text => text !== undefined && text !== '')
    .map(asText)
    .join('\n');
}

/** The exit code of a command stands only in its output, where the command itself can write one. */
function outcomeOf(fields: Fields, kind: string): Outcome {
  const { error, llmContent: output } = fields.record('tool_response');
  if (isRecord(error)) return { status: 'error', output, error: String(error['message']) };
  return { status: kind === 'bash' ? 'unknown' : 'ok', output };
}
