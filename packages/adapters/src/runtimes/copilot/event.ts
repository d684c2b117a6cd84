import type { Outcome } from '@licet/core';

import type { ReadEvent } from '../call.ts';
import { eventReader } from '../call.ts';
import type { Phase } from '../event.ts';
import type { Fields } from '../fields.ts';
import { present } from '../fields.ts';
import { TOOLS } from './tools.ts';

/** With these names in the settings, and not with those that begin with a small letter, events name themselves. */
export const EVENTS: Readonly<Record<string, Phase>> = Object.freeze({
  PreToolUse: 'before',
  PostToolUse: 'after',
  PostToolUseFailure: 'after',
  SessionStart: 'start',
  UserPromptSubmit: 'turn',
});

/** Whether somebody sits at its prompt is not told, so a question comes with a code. */
export const parse: ReadEvent = eventReader({
  events: EVENTS,
  tools: TOOLS,
  audience: 'host',
  after(fields, kind, name) {
    if (name === 'PostToolUseFailure') return { outcome: { status: 'error', ...present({ error: errorOf(fields) }) } };
    const { text_result_for_llm: value } = fields.record('tool_result');
    return { outcome: outcomeOf(fields, kind), output: { value } };
  },
});

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
