import type { Evaluation, Json } from '@licet/core';

import { waitingText } from '../approvalText.ts';
import { fixText, reasonText } from '../message.ts';
import { enforce } from './enforce.ts';
import type { HookEvent } from './event.ts';
import { decision } from './reply.ts';
import type { HookReply } from './reply.ts';

/** How questions reach humans. */
export interface AskChannel {
  /** `out_of_band`: the runtime puts no question; a human answers from elsewhere, with a code. */
  readonly channel: 'runtime' | 'out_of_band';
  /** Whether another process can answer: the requests are kept where it can find them. */
  readonly isReachable: boolean;
}

/** The modes in which Claude Code raises no prompt, or raises one that nobody need see. */
const SILENT: ReadonlySet<string> = new Set(['dontAsk', 'bypassPermissions']);

/** Returns the reply that carries out an evaluation. What the runtime cannot ask is denied, with the way to a yes. */
export function replyTo(
  evaluation: Evaluation,
  event: HookEvent,
  asking: AskChannel,
  tidied?: Readonly<Record<string, Json>>,
): HookReply {
  const isQuestion = event.hook_event_name === 'PreToolUse' && evaluation.enforced === 'ask';
  return isQuestion && !asksHere(evaluation, event, asking) ? elsewhere(evaluation, asking) : enforce(evaluation, event, tidied);
}

/** Tells whether the runtime's own prompt can have been the one that answered: it was there to be seen. */
export function promptsHere({ permission_mode: mode }: HookEvent, { channel }: AskChannel): boolean {
  return channel === 'runtime' && (mode === undefined || !SILENT.has(mode));
}

/** The runtime's prompt is one click by whoever sits there: it answers no question that counts people or names them. */
function asksHere({ approval }: Evaluation, event: HookEvent, asking: AskChannel): boolean {
  if (!promptsHere(event, asking)) return false;
  return approval?.questions.every(({ quorum }) => quorum === undefined) === true;
}

function elsewhere(evaluation: Evaluation, { isReachable }: AskChannel): HookReply {
  const way = isReachable && evaluation.approval !== undefined ? waitingText(evaluation.approval) : undefined;
  const reason = `licet: ${reasonText(evaluation)}`;
  const fix = fixText(evaluation);
  if (way === undefined) {
    return decision('deny', `${reason}; it needs a human's yes, and there is no way to give one here`, {
      additionalContext:
        'Do not work around it: tell the user. `approvals: { store: sqlite }` in the policy lets them answer with a code.',
    });
  }
  return decision('deny', `${reason}; ${way}`, {
    additionalContext: [
      'Do not run `licet approve` yourself: only a human may, in a terminal of their own. Tell the user the code and what it is for.',
      'Once they have approved, repeat the very same call with the very same arguments: it then passes once. Before that, repeating it changes nothing.',
      ...(fix === undefined ? [] : [`What to do instead: ${fix}`]),
    ].join(' '),
  });
}
