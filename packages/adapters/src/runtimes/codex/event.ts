import type { ReadEvent } from '../call.ts';
import { eventReader } from '../call.ts';
import type { Phase } from '../event.ts';
import { present } from '../fields.ts';
import { TOOLS } from './tools.ts';

/** The events that the hook answers to. */
export const EVENTS: Readonly<Record<string, Phase>> = Object.freeze({
  PreToolUse: 'before',
  PostToolUse: 'after',
  SessionStart: 'start',
  UserPromptSubmit: 'turn',
});

/** Codex runs a tool that a hook asks about, so nothing is ever asked there. */
export const parse: ReadEvent = eventReader({
  events: EVENTS,
  tools: TOOLS,
  audience: 'absent',
  session: fields => ({
    sessionId: fields.text('session_id'),
    ...present({ turnId: fields.maybeText('turn_id'), agentId: fields.maybeText('agent_id') }),
  }),
  // It comes for commands that failed, too, and does not say how they ended.
  after: ({ all: { tool_response: value } }) => ({ outcome: { status: 'unknown', output: value }, output: { value } }),
});
