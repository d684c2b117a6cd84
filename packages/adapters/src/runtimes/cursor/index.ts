import { join } from 'node:path';

import type { Outcome } from '@licet/core';

import { callAction, sampleEvent } from '../call.ts';
import type { Fields } from '../fields.ts';
import { fieldsOf, present, unknownEvent } from '../fields.ts';
import type { Phase, Runtime, RuntimeEvent } from '../runtime.ts';
import { HOST_TIMEOUT_SECONDS, hookLine } from '../settings.ts';
import type { HookCommand } from '../settings.ts';
import { reply } from './reply.ts';
import { TOOLS } from './tools.ts';

const EVENTS: Readonly<Record<string, Phase>> = Object.freeze({
  preToolUse: 'before',
  postToolUse: 'after',
  postToolUseFailure: 'after',
  sessionStart: 'start',
});

/** Before every tool, one event: the events of single tools would judge, and count, the same call again. It does not act on a question. */
function parse(input: unknown): RuntimeEvent {
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

function entries(command: HookCommand): Readonly<Record<string, object>> {
  return Object.fromEntries(
    Object.entries(EVENTS).map(([event, phase]) => {
      const isBefore = phase === 'before';
      const line = hookLine('cursor', command, !isBefore);
      return [event, { command: line, timeout: HOST_TIMEOUT_SECONDS, ...(isBefore && { failClosed: true }) }];
    }),
  );
}

/** Cursor, through its command hooks. Taken from the types of its own hook runner; it was not driven live. */
export const cursor: Runtime = Object.freeze<Runtime>({
  name: 'cursor',
  title: 'Cursor',
  capabilities: Object.freeze({
    canAsk: false,
    canRewriteArgs: true,
    canRewriteOutput: false,
    canInjectContext: true,
    failClosed: true,
    hasCallId: true,
    reportsOutcome: true,
    reportsExitCode: false,
    canTellAtStop: false,
    namesAgents: false,
  }),
  gaps: Object.freeze({
    canAsk: 'its executor does not act on a question before every tool',
    canRewriteOutput: 'no event takes another output',
    reportsExitCode: 'no event tells it',
    canTellAtStop: 'its event at the end of a turn is not used: what a reply to it does was not seen',
    namesAgents: 'no event tells it',
  }),
  events: EVENTS,
  projectVariables: Object.freeze(['CURSOR_PROJECT_DIR', 'CLAUDE_PROJECT_DIR']),
  parse,
  reply,
  sample: call => ({ ...sampleEvent('preToolUse', call), conversation_id: call.sessionId ?? 'check' }),
  calls: Object.freeze({
    run: (command: string) => ({ tool: 'Shell', input: { command } }),
    read: (file: string) => ({ tool: 'Read', input: { file_path: file } }),
    write: (file: string) => ({ tool: 'Write', input: { file_path: file, content: '' } }),
  }),
  readReply: given => ((given as { permission?: string } | null)?.permission === 'deny' ? 'stop' : 'run'),
  settings: Object.freeze({
    layout: 'list',
    signs: Object.freeze(['.cursor']),
    fresh: '{"version": 1}\n',
    files: ({ root, home }) => [
      { file: join(root, '.cursor', 'hooks.json'), scope: 'project' },
      { file: join(home, '.cursor', 'hooks.json'), scope: 'user' },
    ],
    entries,
    stopsOnFault: ({ failClosed }) => failClosed === true,
  }),
});
