import type { Arguments, Decision, RuntimeEvent } from './event.ts';

/** What a hook says of the call at hand, in the form that several runtimes share. */
export interface HookOutput {
  readonly hookEventName: string;
  readonly permissionDecision?: 'allow' | 'deny' | 'ask';
  readonly permissionDecisionReason?: string;
  readonly updatedInput?: Arguments;
  readonly updatedToolOutput?: unknown;
  readonly additionalContext?: string;
}

/** A reply in that form. */
export interface HookOutputReply {
  readonly hookSpecificOutput: HookOutput;
}

/** Says something about the event that a hook answers. */
export function saidOf({ name }: Pick<RuntimeEvent, 'name'>, more: Omit<HookOutput, 'hookEventName'>): HookOutputReply {
  return { hookSpecificOutput: { hookEventName: name === '' ? 'PreToolUse' : name, ...more } };
}

/** Text for the model, beside what else is said. */
export function contextOf(text: string | undefined): Pick<HookOutput, 'additionalContext'> {
  return text === undefined ? {} : { additionalContext: text };
}

/** Stops a call or asks about it. */
export function permissionOf(decision: Extract<Decision, { readonly do: 'ask' | 'deny' }>): HookOutputReply {
  const args = decision.do === 'ask' ? decision.args : undefined;
  return {
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: decision.do,
      permissionDecisionReason: decision.reason,
      ...(args !== undefined && { updatedInput: args }),
      ...contextOf(decision.text),
    },
  };
}

/** Reads a reply as such a runtime would. */
export function readPermission(given: unknown): 'stop' | 'ask' | 'run' {
  const said = (given as Partial<HookOutputReply> | null)?.hookSpecificOutput?.permissionDecision;
  return said === 'deny' ? 'stop' : said === 'ask' ? 'ask' : 'run';
}
