import { join } from 'node:path';

import { callAction, sampleEvent } from '../call.ts';
import { fieldsOf, present, unknownEvent } from '../fields.ts';
import type { Phase, Runtime, RuntimeEvent } from '../runtime.ts';
import { HOST_TIMEOUT_SECONDS, hookLine } from '../settings.ts';
import type { HookCommand } from '../settings.ts';
import { reply } from './reply.ts';
import { TOOLS } from './tools.ts';

const EVENTS: Readonly<Record<string, Phase>> = Object.freeze({
  PreToolUse: 'before',
  PostToolUse: 'after',
  SessionStart: 'start',
});

/** Codex runs a tool that a hook asks about, so nothing is ever asked there. */
function parse(input: unknown): RuntimeEvent {
  const fields = fieldsOf(input);
  const name = fields.text('hook_event_name');
  const facts = {
    name,
    sessionId: fields.text('session_id'),
    ...present({ turnId: fields.maybeText('turn_id'), agentId: fields.maybeText('agent_id') }),
    audience: 'nobody' as const,
  };
  switch (name) {
    case 'PreToolUse':
      return { ...facts, phase: 'before', action: callAction(fields, fields, facts, TOOLS) };
    case 'PostToolUse': {
      const { tool_response: value } = fields.all;
      // It comes for commands that failed, too, and does not say how they ended.
      const outcome = { status: 'unknown' as const, output: value };
      return { ...facts, phase: 'after', action: callAction(fields, fields, facts, TOOLS), outcome, output: { value } };
    }
    case 'SessionStart':
      return { ...facts, phase: 'start' };
    default:
      throw unknownEvent(name);
  }
}

function entries(command: HookCommand): Readonly<Record<string, object>> {
  return Object.fromEntries(
    Object.entries(EVENTS).map(([event, phase]) => {
      const line = hookLine('codex', command, phase !== 'before');
      const hooks = [{ type: 'command', command: line, timeout: HOST_TIMEOUT_SECONDS }];
      return [event, phase === 'start' ? { hooks } : { matcher: '*', hooks }];
    }),
  );
}

/**
 * Codex, through its command hooks. New arguments only come with `allow` there, which may pass over the user's own
 * approvals: they are not rewritten.
 */
export const codex: Runtime = Object.freeze<Runtime>({
  name: 'codex',
  title: 'Codex',
  capabilities: Object.freeze({
    canAsk: false,
    canRewriteArgs: false,
    canRewriteOutput: true,
    canInjectContext: true,
    failClosed: false,
    hasCallId: true,
    reportsOutcome: true,
    reportsExitCode: false,
    canTellAtStop: false,
    namesAgents: false,
  }),
  gaps: Object.freeze({
    canAsk: 'it runs a tool that a hook asks about',
    canRewriteArgs: 'new arguments only come with `allow`, which may pass over the approvals of the user',
    failClosed: 'a hook that is killed or missing lets the call run, and no setting changes that',
    reportsExitCode: 'it tells the output of a command only',
    canTellAtStop: 'its event at the end of a turn is not used: what a reply to it does was not seen',
    namesAgents: 'it tells no sort of sub-agent',
  }),
  events: EVENTS,
  projectVariables: Object.freeze([]),
  parse,
  reply,
  sample: call => sampleEvent('PreToolUse', call),
  calls: Object.freeze({
    run: (command: string) => ({ tool: 'Bash', input: { command } }),
    read: (file: string) => ({ tool: 'Bash', input: { command: `cat '${file}'` } }),
    write: (file: string) => ({ tool: 'Bash', input: { command: `printf x > '${file}'` } }),
  }),
  readReply: given =>
    (given as { hookSpecificOutput?: { permissionDecision?: string } } | null)?.hookSpecificOutput?.permissionDecision === 'deny'
      ? 'stop'
      : 'run',
  settings: Object.freeze({
    layout: 'groups',
    signs: Object.freeze(['.codex']),
    files: ({ root, home }) => [
      { file: join(root, '.codex', 'hooks.json'), scope: 'project' },
      { file: join(home, '.codex', 'hooks.json'), scope: 'user' },
    ],
    entries,
    stopsOnFault: () => false,
    note: 'start it once and trust the hooks under `/hooks`: it runs no others',
  }),
});
