/** The hook events that this adapter answers to. */
export const HOOK_EVENTS = ['PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'PostToolBatch', 'SessionStart'] as const;

/** The name of one of them. */
export type HookEventName = (typeof HOOK_EVENTS)[number];

/** What every event carries. */
interface Common {
  readonly hook_event_name: HookEventName;
  readonly session_id: string;
  readonly cwd?: string;
  /** Set inside a subagent. */
  readonly agent_id?: string;
  /** `default`, `acceptEdits`, `plan`, `auto`, `dontAsk`, `bypassPermissions`. */
  readonly permission_mode?: string;
}

/** A call of a tool. */
export interface ToolCall {
  readonly tool_name: string;
  readonly tool_input: Readonly<Record<string, unknown>>;
  readonly tool_use_id?: string;
}

/** What Claude Code writes to a hook's standard input, as far as this adapter reads it. */
export type HookEvent =
  | (Common & ToolCall & { readonly hook_event_name: 'PreToolUse' })
  | (Common &
      ToolCall & { readonly hook_event_name: 'PostToolUse'; readonly tool_response?: unknown; readonly duration_ms?: number })
  | (Common &
      ToolCall & {
        readonly hook_event_name: 'PostToolUseFailure';
        readonly error?: string;
        readonly is_interrupt?: boolean;
        readonly duration_ms?: number;
      })
  | (Common & {
      readonly hook_event_name: 'PostToolBatch';
      readonly tool_calls: readonly (ToolCall & { readonly tool_response?: unknown })[];
    })
  | (Common & { readonly hook_event_name: 'SessionStart'; readonly source?: string });

/** Thrown for input that is not an event of Claude Code. */
export class HookInputError extends Error {
  override readonly name = 'HookInputError';
}

const TEXTS = ['cwd', 'agent_id', 'permission_mode', 'tool_use_id', 'error'] as const;

/**
 * Checks that a parsed input is an event this adapter can answer to. Unknown members are let be; a known one of a wrong
 * type is an error, because what is read wrongly would be judged wrongly.
 */
export function parseEvent(input: unknown): HookEvent {
  const event = record(input, 'the hook input');
  const name = text(event, 'hook_event_name');
  if (!HOOK_EVENTS.some(known => known === name)) throw new HookInputError(`\`${name}\` is not an event this hook knows`);
  text(event, 'session_id');
  for (const key of TEXTS) if (event[key] !== undefined) text(event, key, true);
  if (name.startsWith('PreToolUse') || name.startsWith('PostToolUse')) toolCall(event);
  if (name === 'PostToolBatch') {
    const { tool_calls: calls } = event;
    if (!Array.isArray(calls)) throw new HookInputError(`\`tool_calls\` must be a list, found ${kindOf(calls)}`);
    for (const call of calls) toolCall(record(call, 'an item of `tool_calls`'));
  }
  return event as unknown as HookEvent;
}

function toolCall(event: Record<string, unknown>): void {
  text(event, 'tool_name');
  record(event['tool_input'], '`tool_input`');
}

function record(value: unknown, what: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new HookInputError(`${what} must be an object, found ${kindOf(value)}`);
  return value as Record<string, unknown>;
}

function text(event: Record<string, unknown>, key: string, canBeEmpty = false): string {
  const value = event[key];
  if (typeof value !== 'string') throw new HookInputError(`\`${key}\` must be a text, found ${kindOf(value)}`);
  if (value === '' && !canBeEmpty) throw new HookInputError(`\`${key}\` is empty`);
  return value;
}

function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  return Array.isArray(value) ? 'a list' : value === null ? 'null' : `a value of type ${typeof value}`;
}
