import { join } from 'node:path';

import type { Outcome } from '@licet/core';
import { isRecord } from '@licet/core/nodes';

import { callAction, sampleEvent } from '../call.ts';
import type { Fields } from '../fields.ts';
import { asText, fieldsOf, unknownEvent } from '../fields.ts';
import type { Phase, Runtime, RuntimeEvent } from '../runtime.ts';
import { HOST_TIMEOUT_SECONDS, hookLine } from '../settings.ts';
import type { HookCommand } from '../settings.ts';
import { reply } from './reply.ts';
import { TOOLS } from './tools.ts';

const EVENTS: Readonly<Record<string, Phase>> = Object.freeze({
  BeforeTool: 'before',
  AfterTool: 'after',
  SessionStart: 'start',
});

/** Without a human a question would hang until the hook's limit, and nothing tells whether there is one: nothing is ever asked. */
function parse(input: unknown): RuntimeEvent {
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

function entries(command: HookCommand): Readonly<Record<string, object>> {
  return Object.fromEntries(
    Object.entries(EVENTS).map(([event, phase]) => {
      const line = hookLine('gemini', command, phase !== 'before');
      return [
        event,
        { matcher: '*', hooks: [{ type: 'command', name: 'licet', command: line, timeout: HOST_TIMEOUT_SECONDS * 1_000 }] },
      ];
    }),
  );
}

/** Gemini CLI, through its command hooks. Its calls have no id, and a hook that is killed stops nothing. */
export const gemini: Runtime = Object.freeze<Runtime>({
  name: 'gemini',
  title: 'Gemini CLI',
  capabilities: Object.freeze({
    canAsk: false,
    canRewriteArgs: true,
    canRewriteOutput: true,
    canInjectContext: false,
    failClosed: false,
    hasCallId: false,
    reportsOutcome: true,
    reportsExitCode: false,
    canTellAtStop: false,
    namesAgents: false,
  }),
  gaps: Object.freeze({
    canAsk: 'without a human a question hangs until the limit of the hook, and nothing tells whether there is one',
    canInjectContext: 'text beside a call that is about to run is dropped; a warning is shown to the user',
    failClosed: 'a hook that is killed or missing lets the call run, and no setting changes that',
    hasCallId: 'calls are told apart by their tool, their arguments and their order',
    reportsExitCode: 'it stands only in the output, where a command can write one itself',
    canTellAtStop: 'its event at the end of a turn is not used: what a reply to it does was not seen',
    namesAgents: 'no event tells it',
  }),
  events: EVENTS,
  projectVariables: Object.freeze(['GEMINI_PROJECT_DIR', 'CLAUDE_PROJECT_DIR']),
  parse,
  reply,
  sample: call => sampleEvent('BeforeTool', call),
  calls: Object.freeze({
    run: (command: string) => ({ tool: 'run_shell_command', input: { command } }),
    read: (file: string) => ({ tool: 'read_file', input: { file_path: file } }),
    write: (file: string) => ({ tool: 'write_file', input: { file_path: file, content: '' } }),
  }),
  readReply: given => ((given as { decision?: string } | null)?.decision === 'deny' ? 'stop' : 'run'),
  settings: Object.freeze({
    layout: 'groups',
    signs: Object.freeze(['.gemini', 'GEMINI.md']),
    files: ({ root, home }) => [
      { file: join(root, '.gemini', 'settings.json'), scope: 'project' },
      { file: join(home, '.gemini', 'settings.json'), scope: 'user' },
    ],
    entries,
    stopsOnFault: () => false,
    note: 'the folder must be trusted, or its hooks do not run',
  }),
});
