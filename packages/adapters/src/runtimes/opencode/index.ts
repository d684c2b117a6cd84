import { join } from 'node:path';

import type { Outcome } from '@licet/core';

import { callAction, sampleEvent } from '../call.ts';
import type { Fields } from '../fields.ts';
import { asText, fieldsOf, present, unknownEvent } from '../fields.ts';
import type { Decision, Phase, Runtime, RuntimeEvent } from '../runtime.ts';
import { commandIn, pluginText } from './plugin.ts';
import { TOOLS } from './tools.ts';

const EVENTS: Readonly<Record<string, Phase>> = Object.freeze({ 'tool.execute.before': 'before', 'tool.execute.after': 'after' });

/** Reads what our own plugin writes. A plugin cannot raise a prompt, so nothing is ever asked. */
function parse(input: unknown): RuntimeEvent {
  const fields = fieldsOf(input);
  const name = fields.text('hook_event_name');
  const facts = { name, sessionId: fields.text('session_id'), audience: 'nobody' as const };
  switch (name) {
    case 'tool.execute.before':
      return { ...facts, phase: 'before', action: callAction(fields, fields, facts, TOOLS) };
    case 'tool.execute.after': {
      const { tool_output: value } = fields.all;
      return {
        ...facts,
        phase: 'after',
        action: callAction(fields, fields, facts, TOOLS),
        outcome: outcomeOf(fields),
        output: { value },
      };
    }
    default:
      throw unknownEvent(name);
  }
}

function outcomeOf(fields: Fields): Outcome {
  const exitCode = fields.maybeNumber('exit_code');
  const { tool_output: output } = fields.all;
  if (exitCode === undefined || exitCode === 0) return { status: 'ok', output, ...present({ exitCode }) };
  return { status: 'error', output, error: asText(output), exitCode };
}

/** What our own plugin reads: `deny` is thrown, `args` and `output` are put in place, `text` stands below the output. */
function reply(decision: Decision, { phase }: Pick<RuntimeEvent, 'phase'>): object {
  switch (decision.do) {
    case 'tell':
      return phase === 'after' ? { text: decision.text } : {};
    case 'rewrite':
      return { args: decision.args };
    case 'replace':
      return { output: asText(decision.output) };
    case 'ask':
    case 'deny':
      return { deny: [decision.reason, decision.text].filter(text => text !== undefined).join('. ') };
    case 'goOn':
    case 'nothing':
      return {};
  }
}

/** OpenCode, through a plugin that starts the hook. A tool that throws has no event of its own. */
export const opencode: Runtime = Object.freeze<Runtime>({
  name: 'opencode',
  title: 'OpenCode',
  capabilities: Object.freeze({
    canAsk: false,
    canRewriteArgs: true,
    canRewriteOutput: true,
    canInjectContext: false,
    failClosed: true,
    hasCallId: true,
    reportsOutcome: true,
    reportsExitCode: true,
    canTellAtStop: false,
    namesAgents: false,
  }),
  gaps: Object.freeze({
    canAsk: 'its hook for permissions is never called',
    canInjectContext: 'a plugin can say nothing beside a call that is about to run',
    canTellAtStop: 'a plugin is not asked before a turn ends',
    namesAgents: 'no event tells it',
  }),
  events: EVENTS,
  projectVariables: Object.freeze([]),
  parse,
  reply,
  sample: call => sampleEvent('tool.execute.before', call),
  calls: Object.freeze({
    run: (command: string) => ({ tool: 'bash', input: { command } }),
    read: (file: string) => ({ tool: 'read', input: { filePath: file } }),
    write: (file: string) => ({ tool: 'write', input: { filePath: file, content: '' } }),
  }),
  readReply: given => ((given as { deny?: string } | null)?.deny === undefined ? 'run' : 'stop'),
  settings: Object.freeze({
    layout: 'plugin',
    signs: Object.freeze(['.opencode', 'opencode.json', 'opencode.jsonc']),
    files: ({ root }) => [{ file: join(root, '.opencode', 'plugin', 'licet.js'), scope: 'project' }],
    text: pluginText,
    commandIn,
  }),
});
