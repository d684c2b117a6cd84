import { answerEvent } from '../answer.ts';
import { sampleEvent } from '../call.ts';
import { factsOf } from '../capabilities.ts';
import { readPermission } from '../hookOutput.ts';
import type { Runtime } from '../runtime.ts';
import { quiet } from './client.ts';
import { EVENTS, parse } from './event.ts';
import type { HookReply } from './reply.ts';
import { reply } from './reply.ts';
import { settings } from './settings.ts';
import type { AnswerOptions } from '../beforeCall.ts';

export { HookInputError } from '../fields.ts';
export type { HookReply } from './reply.ts';
export type { AnswerOptions } from '../beforeCall.ts';
export type { AskChannel } from '../asking.ts';

/** Claude Code, through its command hooks. The error text of a failed call cannot be replaced: what it held is written down. */
export const claudeCode: Runtime = Object.freeze<Runtime>({
  ...factsOf('claude-code', 'Claude Code', {}),
  evidence: 'driven',
  events: EVENTS,
  projectVariables: Object.freeze(['CLAUDE_PROJECT_DIR']),
  parse,
  reply,
  sample: call => sampleEvent('PreToolUse', call),
  calls: Object.freeze({
    run: (command: string) => ({ tool: 'Bash', input: { command } }),
    read: (file: string) => ({ tool: 'Read', input: { file_path: file } }),
    write: (file: string) => ({ tool: 'Write', input: { file_path: file, content: '' } }),
  }),
  readReply: readPermission,
  containsCommands: true,
  settings,
  quiet,
});

/**
 * Answers one hook event of Claude Code. Never rejects. Serves the hook process and, with the same inputs and outputs, hooks
 * inside the Agent SDK.
 *
 * @example
 * ```ts
 * import { answer } from '@licet/adapters/claude-code';
 * import { PolicyEngine, block, guard } from '@licet/core';
 *
 * const engine = new PolicyEngine(guard('closed', () => block('the project is frozen', { fix: 'come back on Monday' })));
 * const reply = await answer({ hook_event_name: 'PreToolUse', session_id: 's', tool_name: 'Bash', tool_input: { command: 'ls' } }, { engine: () => engine });
 * reply.hookSpecificOutput?.permissionDecision; // => 'deny'
 * reply.hookSpecificOutput?.additionalContext; // => 'What to do instead: come back on Monday'
 * ```
 */
export async function answer(input: unknown, options: AnswerOptions): Promise<HookReply> {
  return answerEvent(claudeCode, input, options);
}
