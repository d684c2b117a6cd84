import type { PolicyEngine } from '@licet/core';

import { answerEvent } from '../answer.ts';
import type { HookReply } from '../claudeCode/index.ts';
import { claudeCode } from '../claudeCode/index.ts';
import type { HostFacts } from '../event.ts';
import { copyOfData } from '../ownCopy.ts';
import { HOST_TIMEOUT_SECONDS } from '../settings.ts';
import { questionsOf } from './openQuestions.ts';
import type { AnswerOptions } from '../beforeCall.ts';

/** What a hook answers, in the type that the SDK has for the event before a call; it reads the members that an event knows. */
export interface SdkReply {
  decision?: 'block';
  reason?: string;
  systemMessage?: string;
  hookSpecificOutput?: Omit<NonNullable<HookReply['hookSpecificOutput']>, 'hookEventName' | 'updatedInput'> & {
    hookEventName: 'PreToolUse';
    updatedInput?: Record<string, unknown>;
  };
}

/** One entry of `options.hooks`. */
export interface HookMatcher {
  hooks: ((input: object) => Promise<SdkReply>)[];
  timeout: number;
  onFailure?: 'block';
}

/** How hooks inside the host are answered. */
export type SdkOptions = Omit<AnswerOptions, 'engine' | 'host'>;

const HOST: HostFacts = Object.freeze({ env: Object.freeze({ CLAUDE_CODE_ENTRYPOINT: 'sdk-ts' }) });
/** The events of the SDK that the hooks are for. The start of a session is not among those that it calls back for. */
const EVENTS = [
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PostToolBatch',
  'UserPromptSubmit',
  'Stop',
  'SubagentStop',
  'SessionEnd',
] as const;

/**
 * Returns the hooks that put the tools of the Claude Agent SDK under a policy: `query({ prompt, options: { hooks: licetHooks(engine),
 * canUseTool: licetCanUseTool(engine, { ask }) } })`. They answer as the command hook of Claude Code does, in this process; a hook that
 * fails stops the call.
 *
 * @example
 * ```ts
 * import { licetHooks } from '@licet/adapters/claude-agent-sdk';
 * import { PolicyEngine, block, guard } from '@licet/core';
 *
 * const engine = new PolicyEngine(guard('closed', () => block('the project is frozen', { fix: 'come back on Monday' })));
 * const [before] = licetHooks(engine).PreToolUse ?? [];
 * const event = { hook_event_name: 'PreToolUse', session_id: 's', tool_use_id: 'c', tool_name: 'Bash', tool_input: { command: 'ls' } };
 * (await before?.hooks[0]?.(event))?.hookSpecificOutput?.permissionDecision; // => 'deny'
 * ```
 */
export function licetHooks(
  engine: PolicyEngine,
  options: SdkOptions = {},
): Partial<Record<(typeof EVENTS)[number], HookMatcher[]>> {
  const hook = async (given: object): Promise<SdkReply> => {
    const input = copyOfData(given);
    const reply: HookReply = await answerEvent(claudeCode, input, { ...options, engine: () => engine, host: HOST });
    return remember(engine, input, reply) as SdkReply;
  };
  return Object.fromEntries(
    EVENTS.map(event => [
      event,
      [{ hooks: [hook], timeout: HOST_TIMEOUT_SECONDS, ...(event === 'PreToolUse' && { onFailure: 'block' as const }) }],
    ]),
  );
}

/** Keeps what the policy asks about, for `canUseTool`, which is not told of the session. Where there is no room, the call is denied. */
function remember(engine: PolicyEngine, input: object, reply: HookReply): HookReply {
  const { hookSpecificOutput } = reply;
  if (hookSpecificOutput?.permissionDecision !== 'ask') return reply;
  const event = claudeCode.parse(input, HOST);
  if (event.phase !== 'before' || event.action.callId === undefined) return reply;
  const { permissionDecisionReason: reason = '', updatedInput } = hookSpecificOutput;
  const action = { ...event.action, payload: copyOfData(event.action.payload ?? {}) };
  const args = updatedInput === undefined ? undefined : copyOfData(updatedInput);
  if (questionsOf(engine).put(event.action.callId, { action, args, reason })) return reply;
  return claudeCode.reply({ do: 'deny', reason: 'licet: too many questions wait for an answer' }, event);
}
