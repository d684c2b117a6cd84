import type { Outcome } from '@licet/core';
import { isRecord } from '@licet/core/nodes';

import type { ReadEvent } from '../call.ts';
import { eventReader } from '../call.ts';
import type { Phase } from '../event.ts';
import type { Fields } from '../fields.ts';
import { asText, present } from '../fields.ts';
import { plainInput } from './input.ts';
import { TOOLS } from './tools.ts';

/** The events that the hook answers to. */
export const EVENTS: Readonly<Record<string, Phase>> = Object.freeze({
  beforeTool: 'before',
  afterTool: 'after',
  beforeRun: 'turn',
});

const read = eventReader({
  events: EVENTS,
  tools: TOOLS,
  audience: 'absent',
  session: fields => ({ sessionId: fields.text('session_id'), ...present({ agentId: fields.maybeText('agent_id') }) }),
  after: fields => ({ outcome: outcomeOf(fields), output: { value: fields.all['tool_output'] } }),
});

/** Reads what our own plugin writes. */
export const parse: ReadEvent = input =>
  read(
    isRecord(input) && typeof input['tool_name'] === 'string'
      ? { ...input, tool_input: plainInput(input['tool_name'], input['tool_input']) }
      : input,
  );

/** Several commands of one call end each on its own: one that failed is an error of the call. */
function outcomeOf({ all }: Fields): Outcome {
  const { tool_output: output } = all;
  const hasFailed = Array.isArray(output) && output.some(each => isRecord(each) && each['success'] === false);
  return all['is_error'] === true || hasFailed ? { status: 'error', output, error: asText(output) } : { status: 'ok', output };
}
