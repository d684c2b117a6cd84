import type { Outcome } from '@licet/core';
import { isRecord } from '@licet/core/nodes';

import type { ReadEvent } from '../call.ts';
import { eventReader } from '../call.ts';
import type { Phase } from '../event.ts';
import type { Fields } from '../fields.ts';
import { asText } from '../fields.ts';
import { TOOLS } from './tools.ts';

/** The events that the hook answers to. */
export const EVENTS: Readonly<Record<string, Phase>> = Object.freeze({
  BeforeTool: 'before',
  AfterTool: 'after',
  SessionStart: 'start',
  BeforeAgent: 'turn',
});

/** Without a human a question would hang until the hook's limit, and nothing tells whether there is one: nothing is ever asked. */
export const parse: ReadEvent = eventReader({
  events: EVENTS,
  tools: TOOLS,
  audience: 'absent',
  after: (fields, kind) => ({ outcome: outcomeOf(fields, kind), output: { value: shownOf(fields) } }),
});

/** What the model reads: of a call that failed the message of the error, and what is next to it may hold the same. */
function shownOf(fields: Fields): unknown {
  const { error, llmContent } = fields.record('tool_response');
  if (!isRecord(error)) return llmContent;
  return [error['message'], llmContent]
    .filter(text => text !== undefined && text !== '')
    .map(asText)
    .join('\n');
}

/** The exit code of a command is only in its output, where the command itself can write one. */
function outcomeOf(fields: Fields, kind: string): Outcome {
  const { error, llmContent: output } = fields.record('tool_response');
  if (isRecord(error)) return { status: 'error', output, error: String(error['message']) };
  return { status: kind === 'bash' ? 'unknown' : 'ok', output };
}
