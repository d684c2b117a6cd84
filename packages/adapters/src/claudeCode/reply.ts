import type { Json } from '@licet/core';
import { escapeText } from '@licet/core';

import type { HookEventName } from './event.ts';

/** What a hook answers on its standard output, as far as this adapter uses it. An empty object is no opinion. */
export interface HookReply {
  /** `block` after a tool ran: the reason becomes a reminder to the model. */
  readonly decision?: 'block';
  readonly reason?: string;
  readonly hookSpecificOutput?: {
    readonly hookEventName: HookEventName;
    readonly permissionDecision?: 'deny' | 'ask';
    readonly permissionDecisionReason?: string;
    readonly updatedInput?: Readonly<Record<string, Json>>;
    readonly additionalContext?: string;
  };
}

/** No opinion: Claude Code goes on as if there were no hook, with its own permission prompts. */
export const NO_OPINION: HookReply = Object.freeze({});

/** Returns the reply to a call that is about to run. */
export function decision(
  permissionDecision: 'deny' | 'ask',
  reason: string,
  more: Pick<NonNullable<HookReply['hookSpecificOutput']>, 'updatedInput' | 'additionalContext'> = {},
): HookReply {
  return {
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision, permissionDecisionReason: reason, ...more },
  };
}

/** Returns a reply that only tells the model something. */
export function context(hookEventName: HookEventName, additionalContext: string): HookReply {
  return { hookSpecificOutput: { hookEventName, additionalContext } };
}

/**
 * Returns Claude Code's words for no. Before a call, and for input that does not even name its event, that is a denial;
 * afterwards nothing can be stopped any more, and the model is told.
 */
export function refuse(reason: string, event?: { readonly hook_event_name?: unknown }): HookReply {
  const said = `licet: ${escapeText(reason, 2_000)}`;
  switch (event?.hook_event_name) {
    case 'PostToolUse':
    case 'PostToolUseFailure':
    case 'PostToolBatch':
      return { decision: 'block', reason: said };
    case 'SessionStart':
      return context('SessionStart', `${said}. Until this is repaired, calls of tools are denied: tell the user.`);
    default:
      return decision('deny', said, {
        additionalContext:
          'This is a fault of the policy hook, not of your call. Do not work around it: tell the user to run `licet doctor`.',
      });
  }
}
