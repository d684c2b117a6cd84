import { join } from 'node:path';

import type { Outcome } from '@licet/core';

import { callAction, sampleEvent } from '../call.ts';
import type { Fields } from '../fields.ts';
import { fieldsOf, present, unknownEvent } from '../fields.ts';
import { readPermission } from '../hookOutput.ts';
import type { Phase, Runtime, RuntimeEvent } from '../runtime.ts';
import { HOST_TIMEOUT_SECONDS, hookLine } from '../settings.ts';
import type { HookCommand } from '../settings.ts';
import { reply } from './reply.ts';
import { TOOLS } from './tools.ts';

/** With these names in the settings, and not with those that begin with a small letter, events name themselves. */
const EVENTS: Readonly<Record<string, Phase>> = Object.freeze({
  PreToolUse: 'before',
  PostToolUse: 'after',
  PostToolUseFailure: 'after',
  SessionStart: 'start',
});

/** Whether somebody sits at its prompt is not told, so a question comes with a code. */
function parse(input: unknown): RuntimeEvent {
  const fields = fieldsOf(input);
  const name = fields.text('hook_event_name');
  const facts = { name, sessionId: fields.text('session_id'), audience: 'host' as const };
  switch (name) {
    case 'PreToolUse':
      return { ...facts, phase: 'before', action: callAction(fields, fields, facts, TOOLS) };
    case 'PostToolUse': {
      const action = callAction(fields, fields, facts, TOOLS);
      const { text_result_for_llm: value } = fields.record('tool_result');
      return { ...facts, phase: 'after', action, outcome: outcomeOf(fields, action.kind), output: { value } };
    }
    case 'PostToolUseFailure': {
      const outcome: Outcome = { status: 'error', ...present({ error: errorOf(fields) }) };
      return { ...facts, phase: 'after', action: callAction(fields, fields, facts, TOOLS), outcome };
    }
    case 'SessionStart':
      return { ...facts, phase: 'start' };
    default:
      throw unknownEvent(name);
  }
}

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

function entries(command: HookCommand): Readonly<Record<string, object>> {
  return Object.fromEntries(
    Object.entries(EVENTS).map(([event, phase]) => [
      event,
      { type: 'command', bash: hookLine('copilot', command, phase !== 'before'), timeoutSec: HOST_TIMEOUT_SECONDS },
    ]),
  );
}

/** GitHub Copilot CLI, through its command hooks. Its calls have no id; a hook that fails stops the call. */
export const copilot: Runtime = Object.freeze<Runtime>({
  name: 'copilot',
  title: 'Copilot CLI',
  capabilities: Object.freeze({
    canAsk: true,
    canRewriteArgs: true,
    canRewriteOutput: true,
    canInjectContext: true,
    failClosed: true,
    hasCallId: false,
    reportsOutcome: true,
    reportsExitCode: false,
    canTellAtStop: false,
    namesAgents: false,
  }),
  gaps: Object.freeze({
    hasCallId: 'calls are told apart by their tool, their arguments and their order',
    reportsExitCode: 'it stands only in the output, where a command can write one itself',
    canTellAtStop: 'its event at the end of a turn is not used: what a reply to it does was not seen',
    namesAgents: 'no event tells it',
  }),
  events: EVENTS,
  projectVariables: Object.freeze([]),
  parse,
  reply,
  sample: call => sampleEvent('PreToolUse', call),
  calls: Object.freeze({
    run: (command: string) => ({ tool: 'Bash', input: { command } }),
    read: (file: string) => ({ tool: 'Read', input: { path: file } }),
    write: (file: string) => ({ tool: 'Write', input: { path: file, file_text: '' } }),
  }),
  readReply: readPermission,
  settings: Object.freeze({
    layout: 'list',
    signs: Object.freeze(['.github/hooks', '.github/copilot-instructions.md']),
    fresh: '{"version": 1}\n',
    files: ({ root }) => [{ file: join(root, '.github', 'hooks', 'licet.json'), scope: 'project' }],
    entries,
    stopsOnFault: () => true,
    note: 'the folder must be trusted, or its hooks do not run',
  }),
});
