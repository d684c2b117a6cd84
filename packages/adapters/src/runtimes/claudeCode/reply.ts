import type { Arguments, Decision, RuntimeEvent } from '../runtime.ts';

/** What a hook answers on its standard output, as far as this adapter uses it. An empty object is no opinion. */
export interface HookReply {
  /** For an agent that wants to stop: it does not, and reads the reason. */
  readonly decision?: 'block';
  readonly reason?: string;
  /** For the user, not for the model. */
  readonly systemMessage?: string;
  readonly hookSpecificOutput?: {
    readonly hookEventName: string;
    readonly permissionDecision?: 'deny' | 'ask';
    readonly permissionDecisionReason?: string;
    readonly updatedInput?: Arguments;
    readonly updatedToolOutput?: unknown;
    readonly additionalContext?: string;
  };
}

/** `allow` is never said: it would skip the user's own permission prompts. */
export function reply(decision: Decision, { name, phase }: Pick<RuntimeEvent, 'name' | 'phase'>): HookReply {
  const said = (more: object): HookReply => ({
    hookSpecificOutput: { hookEventName: name === '' ? 'PreToolUse' : name, ...more },
  });
  const context = (text: string | undefined): object => (text === undefined ? {} : { additionalContext: text });
  switch (decision.do) {
    case 'nothing':
      return {};
    case 'tell':
      if (phase === 'stop') return { systemMessage: decision.text };
      return phase === 'end' ? {} : said(context(decision.text));
    case 'goOn':
      return { decision: 'block', reason: decision.text };
    case 'rewrite':
      return said({ updatedInput: decision.args, ...context(decision.text) });
    case 'ask':
    case 'deny': {
      const args = decision.do === 'ask' ? decision.args : undefined;
      return {
        hookSpecificOutput: {
          hookEventName: 'PreToolUse',
          permissionDecision: decision.do,
          permissionDecisionReason: decision.reason,
          ...(args !== undefined && { updatedInput: args }),
          ...context(decision.text),
        },
      };
    }
    case 'replace':
      return said({ updatedToolOutput: decision.output, ...context(decision.text) });
  }
}

/** Reads a reply as Claude Code would. */
export function readReply(given: unknown): 'stop' | 'ask' | 'run' {
  const said = (given as HookReply | null)?.hookSpecificOutput?.permissionDecision;
  return said === 'deny' ? 'stop' : said === 'ask' ? 'ask' : 'run';
}
