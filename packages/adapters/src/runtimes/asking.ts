import type { ActionInput, Evaluation } from '@licet/core';
import { isForAnybody } from '@licet/core/store';

import { waitingText } from '../approvalText.ts';
import { fixText, reasonText } from '../message.ts';
import type { Decision, RuntimeEvent } from './event.ts';

/** How questions reach humans. */
export interface AskChannel {
  /** `out_of_band`: the runtime puts no question; a human answers from elsewhere, with a code. */
  readonly channel: 'runtime' | 'out_of_band';
  /** Whether another process can answer: the requests are kept where it can find them. */
  readonly isReachable: boolean;
  /** What a human types before the code. @defaultValue `licet approve` */
  readonly command?: string;
  /** Waits for an answer from elsewhere; false where none came in time. @defaultValue no wait */
  readonly answered?: (requestId: string, signal: AbortSignal) => Promise<boolean>;
}

/** Questions reach humans by the runtime's own prompt only. */
export const RUNTIME: AskChannel = Object.freeze({ channel: 'runtime', isReachable: false });

/** Tells whether the runtime's own prompt can be seen at an event, and its answer is one. */
export function promptsHere({ audience }: RuntimeEvent, { channel }: AskChannel): boolean {
  return channel === 'runtime' && audience !== 'absent';
}

/** What ran after a prompt had a yes. What did not run had a no only where a human sat there: elsewhere perhaps no human was asked. */
export function askedBy(event: RuntimeEvent, asking: AskChannel): { readonly askedBy?: 'runtime' } {
  const answers = event.phase === 'batch' ? event.audience === 'human' : true;
  return answers && promptsHere(event, asking) ? { askedBy: 'runtime' } : {};
}

/** Tells whether a question was asked before the user went on. Without words for it, every question was. */
export function isOver({ turnId }: ActionInput, now: RuntimeEvent): boolean {
  return now.turnId === undefined || turnId !== now.turnId;
}

/** Tells whether the runtime's own prompt can put a question: it is one click by the person there. */
export function isPrompted({ approval }: Evaluation, prompts: boolean): boolean {
  return prompts && approval !== undefined && isForAnybody(approval.questions);
}

/** The request that humans answer from elsewhere; undefined where none waits. */
export function requestElsewhere(evaluation: Evaluation, prompts: boolean): string | undefined {
  const { passed, enforced, approval } = evaluation;
  const waits = !passed && enforced === 'ask' && approval?.status === 'pending' && !isPrompted(evaluation, prompts);
  return waits ? approval.id : undefined;
}

/** How a human can say yes from elsewhere; undefined where no human can. */
export function wayOf({ approval }: Evaluation, { isReachable, command }: AskChannel): string | undefined {
  return isReachable && approval !== undefined ? waitingText(approval, command) : undefined;
}

/** The denial of a call that a human must say yes to from elsewhere, with the way to it. */
export function elsewhere(evaluation: Evaluation, asking: AskChannel): Decision {
  const way = wayOf(evaluation, asking);
  const reason = `licet: ${reasonText(evaluation)}`;
  const fix = fixText(evaluation);
  const advice = fix === undefined ? [] : [`What to do instead: ${fix}`];
  if (way === undefined) {
    return {
      do: 'deny',
      reason: `${reason}; it needs a human's yes, and there is no way to give one here`,
      text: [
        'Do not work around it: tell the user. `approvals: { store: sqlite }` in the policy lets them answer with a code.',
        ...advice,
      ].join(' '),
    };
  }
  return {
    do: 'deny',
    reason: `${reason}; ${way}`,
    text: [
      'Do not run `licet approve` yourself: only a human may, in their own terminal. Tell the user the code and what it is for.',
      'Once they have approved, repeat the very same call with the very same arguments: it then passes once. Before that, repeating it changes nothing.',
      ...advice,
    ].join(' '),
  };
}
