import type { Evaluation, Json } from '@licet/core';
import { escapeText } from '@licet/core';

import { faultText, fixText, reasonText } from '../message.ts';
import type { HookEvent } from './event.ts';
import { NO_OPINION, context, decision } from './reply.ts';
import type { HookReply } from './reply.ts';

/** What a hook of Claude Code can carry out. */
export const MEETS = ['rewrite', 'notices'] as const;

/**
 * Returns the reply that carries out an evaluation: pass says nothing, warn tells the model, ask raises Claude Code's
 * own prompt, block denies; the way out goes into the context.
 *
 * Rewritten arguments can only be handed over together with a decision, and `allow` would skip the user's own prompts:
 * they come with an `ask`, which shows the user the rewritten call. `tidied` is what a call that is asked about runs with
 * in place of its own arguments.
 */
export function enforce(evaluation: Evaluation, event: HookEvent, tidied?: Readonly<Record<string, Json>>): HookReply {
  if (event.hook_event_name !== 'PreToolUse') return NO_OPINION;
  const { enforced, obligations, passed } = evaluation;
  const isAsked = enforced === 'ask';
  const input = event.tool_input as Readonly<Record<string, Json>>;
  const fix = fixText(evaluation);
  const said = [fix === undefined ? undefined : `What to do instead: ${fix}`, faultText(evaluation)].filter(
    text => text !== undefined,
  );
  const advice = said.length === 0 ? {} : { additionalContext: said.join('\n') };
  if (!passed) {
    const changed = isAsked && (tidied !== undefined || obligations.rewrite !== undefined);
    const more = changed ? { ...advice, updatedInput: { ...(tidied ?? input), ...obligations.rewrite } } : advice;
    return decision(isAsked ? 'ask' : 'deny', `licet: ${reasonText(evaluation)}`, more);
  }
  const notices = [
    ...(enforced === 'warn' ? [reasonText(evaluation), ...(fix === undefined ? [] : [fix])] : []),
    ...(obligations.notices ?? []).map(text => escapeText(text)),
  ];
  const told = notices.length === 0 ? undefined : `licet: ${notices.join('; ')}`;
  if (obligations.rewrite !== undefined) {
    const updatedInput = { ...input, ...obligations.rewrite };
    return decision('ask', 'licet: the policy has changed the arguments of this call', {
      updatedInput,
      ...(told !== undefined && { additionalContext: told }),
    });
  }
  return told === undefined ? NO_OPINION : context('PreToolUse', told);
}
