import type { Outcome } from '@licet/core';

import type { ReadEvent } from '../call.ts';
import { eventReader } from '../call.ts';
import type { Phase } from '../event.ts';
import type { Fields } from '../fields.ts';
import { present } from '../fields.ts';
import { TOOLS } from './tools.ts';

/** The events that the hook answers to. */
export const EVENTS: Readonly<Record<string, Phase>> = Object.freeze({
  preToolUse: 'before',
  postToolUse: 'after',
  postToolUseFailure: 'after',
  sessionStart: 'start',
  beforeSubmitPrompt: 'turn',
});

/** Before every tool, one event: the events of single tools would judge, and count, the same call again. It does not act on a question. */
export const parse: ReadEvent = eventReader({
  events: EVENTS,
  tools: TOOLS,
  audience: 'absent',
  session: fields => ({
    sessionId: fields.maybeText('conversation_id') ?? fields.text('session_id'),
    ...present({ turnId: fields.maybeText('generation_id') }),
  }),
  after: (fields, kind, name) => ({ outcome: name === 'postToolUse' ? result(fields, kind) : failure(fields) }),
});

/** No event tells the exit code of a command. */
function result(fields: Fields, kind: string): Outcome {
  const durationMs = fields.maybeNumber('duration');
  return { status: kind === 'bash' ? 'unknown' : 'ok', output: fields.all['tool_output'], ...present({ durationMs }) };
}

/** A call that a hook has denied is told as a failure, too. */
function failure(fields: Fields): Outcome {
  const type = fields.maybeText('failure_type');
  const status = type === 'permission_denied' ? 'denied' : fields.all['is_interrupt'] === true ? 'cancelled' : 'error';
  return { status, ...(status === 'denied' && { inferred: true }), ...present({ error: fields.maybeText('error_message') }) };
}
