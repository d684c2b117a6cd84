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
  tool_call: 'before',
  tool_result: 'after',
  input: 'turn',
});

const read = eventReader({
  events: EVENTS,
  tools: TOOLS,
  audience: fields => (fields.all['has_ui'] === true ? 'human' : 'absent'),
  after: (fields, kind) => ({ outcome: outcomeOf(fields, kind), output: { value: fields.all['tool_output'] } }),
});

/** Reads what our own extension writes. */
export const parse: ReadEvent = input => {
  if (!isRecord(input) || !isRecord(input['tool_input'])) return read(input);
  const kind = TOOLS.kinds.get(String(input['tool_name']));
  return read(kind === 'read' || kind === 'write' ? { ...input, tool_input: opened(input['tool_input']) } : input);
};

/**
 * Names the file that Pi opens: it takes one `@` from the front and reads every other space as a plain one. A name that still begins with `@`
 * gets `./`, so that Pi opens the same file when the arguments go back to it.
 */
function opened(args: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { path } = args;
  if (typeof path !== 'string') return args;
  const plain = path.replace(/^@/u, '').replaceAll(/[\u00A0\u2000-\u200A\u202F\u205F\u3000]/gu, ' ');
  return { ...args, path: plain.startsWith('@') ? `./${plain}` : plain };
}

/** A command that a signal ends is no error to Pi, so one that did not fail may not have ended well. */
function outcomeOf({ all }: Fields, kind: string): Outcome {
  const { tool_output: output } = all;
  if (all['is_error'] === true) return { status: 'error', output, error: asText(output) };
  return { status: kind === 'bash' ? 'unknown' : 'ok', output };
}
