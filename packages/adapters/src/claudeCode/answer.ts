import type { Json, PolicyEngine } from '@licet/core';

import { parseEvent } from './event.ts';
import type { HookEvent, ToolCall } from './event.ts';
import { MEETS } from './enforce.ts';
import { promptsHere, replyTo } from './outOfBand.ts';
import type { AskChannel } from './outOfBand.ts';
import { NO_OPINION, context, refuse } from './reply.ts';
import type { HookReply } from './reply.ts';
import { rulesText } from './rulesText.ts';
import { toAction, toOutcomes } from './toAction.ts';

/** How an event is answered. */
export interface AnswerOptions {
  /** Finds the engine that decides about an event; what it throws is a denial. */
  readonly engine: (event: HookEvent) => PolicyEngine | Promise<PolicyEngine>;
  /** Milliseconds after which the answer is no. Must lie below the timeout that the host gives the hook. @defaultValue 20000 */
  readonly deadlineMs?: number;
  /**
   * Returns the arguments that a call should run with once the user has said yes, every one of them, or undefined to
   * leave them: without words that were meant for the policy only. Asked for when the user is; a pass changes nothing.
   */
  readonly tidy?: (call: ToolCall) => Readonly<Record<string, Json>> | undefined;
  /** How questions reach humans; read after `engine` has found the policy. @defaultValue the runtime's own prompt, and no other */
  readonly asking?: () => AskChannel;
}

const RUNTIME: AskChannel = Object.freeze({ channel: 'runtime', isReachable: false });

/**
 * Answers one hook event. Never rejects: whatever goes wrong, the mapping, the policy, a guard that never ends, is a
 * denial. Serves the hook process and, with the same inputs and outputs, hooks inside the Agent SDK.
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
  const { deadlineMs = 20_000 } = options;
  const abort = new AbortController();
  let event: HookEvent | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<HookReply>(resolve => {
    timer = setTimeout(() => {
      resolve(refuse(`no decision within ${deadlineMs} ms`, event));
      abort.abort();
    }, deadlineMs);
  });
  try {
    event = parseEvent(input);
    return await Promise.race([respond(event, options, abort.signal), late]);
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error), event ?? named(input));
  } finally {
    clearTimeout(timer);
  }
}

async function respond(
  event: HookEvent,
  { engine: engineFor, tidy, asking = () => RUNTIME }: AnswerOptions,
  signal: AbortSignal,
): Promise<HookReply> {
  const engine = await engineFor(event);
  if (event.hook_event_name === 'SessionStart') return context('SessionStart', rulesText(engine.describe()));
  if (event.hook_event_name === 'PreToolUse') {
    const evaluation = await engine.evaluate(toAction(event), { signal, meets: MEETS });
    return replyTo(evaluation, event, asking(), evaluation.enforced === 'ask' ? tidy?.(event) : undefined);
  }
  const asked = promptsHere(event, asking()) ? { askedBy: 'runtime' as const } : {};
  for (const { action, outcome } of toOutcomes(event)) await engine.postAction(action, { ...outcome, ...asked });
  return NO_OPINION;
}

function named(input: unknown): { readonly hook_event_name?: unknown } | undefined {
  return typeof input === 'object' && input !== null ? input : undefined;
}
