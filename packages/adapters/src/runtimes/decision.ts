import type { Evaluation } from '@licet/core';
import { escapeText } from '@licet/core';

import { waitingText } from '../approvalText.ts';
import { faultText, fixText, reasonText } from '../message.ts';
import type { Arguments, Decision, RuntimeEvent } from './runtime.ts';

/** How questions reach humans. */
export interface AskChannel {
  /** `out_of_band`: the runtime puts no question; a human answers from elsewhere, with a code. */
  readonly channel: 'runtime' | 'out_of_band';
  /** Whether another process can answer: the requests are kept where it can find them. */
  readonly isReachable: boolean;
  /** Waits for an answer from elsewhere; false where none came in time. @defaultValue nobody waits */
  readonly answered?: (requestId: string, signal: AbortSignal) => Promise<boolean>;
}

/** A call that was evaluated, and how the runtime may be answered. */
export interface Judged {
  readonly evaluation: Evaluation;
  readonly event: Extract<RuntimeEvent, { readonly phase: 'before' }>;
  /** Whether the runtime's own prompt can put a question. */
  readonly prompts: boolean;
  readonly asking: AskChannel;
  /** What a call that is asked about runs with in place of its own arguments. */
  readonly tidied: Arguments | undefined;
}

/**
 * Returns what carries out an evaluation: a pass says nothing, a warning tells the model, a question raises the runtime's own
 * prompt where that can be seen, and anything else is a denial with the way out beside it.
 */
export function decisionOn(judged: Judged): Decision {
  const { evaluation, event } = judged;
  const { enforced, obligations, passed } = evaluation;
  if (!passed) return enforced === 'ask' ? questionFor(judged) : denial(evaluation);
  const fix = fixText(evaluation);
  const notices = [
    ...(enforced === 'warn' ? [pausedText(evaluation) + reasonText(evaluation), ...(fix === undefined ? [] : [fix])] : []),
    ...(obligations.notices ?? []).map(text => escapeText(text)),
  ];
  const text = notices.length === 0 ? undefined : `licet: ${notices.join('; ')}`;
  const more = text === undefined ? {} : { text };
  const args = argumentsOf(judged, false);
  if (args === undefined) return text === undefined ? { do: 'nothing' } : { do: 'tell', text };
  if (event.mustAskToRewrite === undefined) return { do: 'rewrite', args, ...more };
  return { do: 'ask', reason: 'licet: the policy has changed the arguments of this call', args, ...more };
}

/** What the policy says of an action that it would stop, were it not paused. */
const pausedText = ({ ruling }: Evaluation): string => {
  if (ruling === 'warn') return '';
  return `a person has paused the policy, which would ${ruling === 'ask' ? 'ask about this' : 'stop this'}: `;
};

/** Tells whether the runtime's own prompt can put a question. */
function isPrompted({ approval }: Evaluation, prompts: boolean): boolean {
  return prompts && approval?.questions.every(({ quorum }) => quorum === undefined) === true;
}

/** The request that humans answer from elsewhere; undefined where none waits. */
export function requestElsewhere(evaluation: Evaluation, prompts: boolean): string | undefined {
  const { passed, enforced, approval } = evaluation;
  const waits = !passed && enforced === 'ask' && approval?.status === 'pending' && !isPrompted(evaluation, prompts);
  return waits ? approval.id : undefined;
}

function denial(evaluation: Evaluation): Decision {
  return { do: 'deny', reason: `licet: ${reasonText(evaluation)}`, ...adviceOn(evaluation) };
}

function adviceOn(evaluation: Evaluation): { readonly text?: string } {
  const fix = fixText(evaluation);
  const said = [fix === undefined ? undefined : `What to do instead: ${fix}`, faultText(evaluation)].filter(
    text => text !== undefined,
  );
  return said.length === 0 ? {} : { text: said.join('\n') };
}

/** The arguments that differ from what the call was written with; undefined where none do. */
function argumentsOf({ evaluation, event, tidied }: Judged, isAsked: boolean): Arguments | undefined {
  const { rewrite } = evaluation.obligations;
  const base = isAsked ? tidied : undefined;
  if (base === undefined && rewrite === undefined) return undefined;
  return { ...(base ?? (event.action.payload as Arguments)), ...rewrite };
}

/**
 * The runtime's prompt is one click by whoever sits there: it answers no question that counts people or names them. Where the
 * host's own code is asked, nobody may be there, and the code goes along.
 */
function questionFor(judged: Judged): Decision {
  const { evaluation, event, prompts, asking } = judged;
  if (!isPrompted(evaluation, prompts)) return elsewhere(evaluation, asking);
  const way = event.audience === 'host' ? wayOf(evaluation, asking) : undefined;
  const args = argumentsOf(judged, true);
  return {
    do: 'ask',
    reason: `licet: ${reasonText(evaluation)}${way === undefined ? '' : `; ${way}`}`,
    ...(args !== undefined && { args }),
    ...adviceOn(evaluation),
  };
}

function wayOf({ approval }: Evaluation, { isReachable }: AskChannel): string | undefined {
  return isReachable && approval !== undefined ? waitingText(approval) : undefined;
}

function elsewhere(evaluation: Evaluation, asking: AskChannel): Decision {
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
      'Do not run `licet approve` yourself: only a human may, in a terminal of their own. Tell the user the code and what it is for.',
      'Once they have approved, repeat the very same call with the very same arguments: it then passes once. Before that, repeating it changes nothing.',
      ...advice,
    ].join(' '),
  };
}
