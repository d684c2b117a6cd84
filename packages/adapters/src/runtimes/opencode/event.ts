import type { Outcome } from '@licet/core';

import type { ReadEvent } from '../call.ts';
import { eventReader } from '../call.ts';
import type { Phase } from '../event.ts';
import type { Fields } from '../fields.ts';
import { asText, present } from '../fields.ts';
import { TOOLS } from './tools.ts';

/** The events that the hook answers to. */
export const EVENTS: Readonly<Record<string, Phase>> = Object.freeze({
  'tool.execute.before': 'before',
  'tool.execute.after': 'after',
  'chat.message': 'turn',
});

/** Reads what our own plugin writes. A plugin cannot raise a prompt, so nothing is ever asked. */
export const parse: ReadEvent = eventReader({
  events: EVENTS,
  tools: TOOLS,
  audience: 'absent',
  after: fields => ({ outcome: outcomeOf(fields), output: { value: fields.all['tool_output'] } }),
});

function outcomeOf(fields: Fields): Outcome {
  const exitCode = fields.maybeNumber('exit_code');
  const { tool_output: output } = fields.all;
  if (exitCode === undefined || exitCode === 0) return { status: 'ok', output, ...present({ exitCode }) };
  return { status: 'error', output, error: asText(output), exitCode };
}
