import type { Evaluation } from '@licet/core';
import { escapeText } from '@licet/core';

import { faultText, fixText, reasonText } from '../message.ts';
import { elsewhere, isPrompted, wayOf } from './asking.ts';
import type { Arguments, Decision, RuntimeEvent } from './event.ts';
import type { AskChannel } from './asking.ts';
/** A call that was evaluated, and how the runtime may be answered. */
export interface Judged {
  readonly evaluation: Evaluation;
  readonly event: Extract<RuntimeEvent, { readonly phase: 'before' }>;
  /** Whether the runtime's own prompt can put a question. */
  readonly prompts: boolean;
  readonly asking: AskChannel;
  /** The arguments of a call that is asked about, if they replace its own. */
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
    ...(evaluation.containment?.notice === undefined ? [] : [escapeText(evaluation.containment.notice)]),
  ];
  const text = notices.length === 0 ? undefined : `licet: ${notices.join('; ')}`;
  const more = text === undefined ? {} : { text };
  const args = argumentsOf(judged, false);
  const asksToRewrite = args !== undefined && (event.mustAskToRewrite === true || evaluation.containment?.asks === true);
  if (asksToRewrite) return { do: 'ask', reason: rewriteReason(evaluation), args, ...more };
  const certificate = event.rulesWin === undefined ? undefined : evaluation.certificate;
  if (certificate !== undefined && event.rulesWin?.(evaluation.context.effects, certificate) === true)
    return { do: 'allow', reason: `licet: ${certificate.because.join('; ')}`, ...(args && { args }), ...more };
  if (args === undefined) return text === undefined ? { do: 'nothing' } : { do: 'tell', text };
  return { do: 'rewrite', args, ...more };
}

function rewriteReason({ containment, obligations: { notices = [] } }: Evaluation): string {
  if (containment?.rewrite !== undefined) return 'licet: this command runs code of the project, and would run in a sandbox';
  return `licet: ${['the policy has changed the arguments of this call', ...notices.map(escapeText)].join('; ')}`;
}

/** What the policy says of an action that it would stop, were it not paused. */
const pausedText = ({ ruling }: Evaluation): string => {
  if (ruling === 'warn') return '';
  return `a person has paused the policy, which would ${ruling === 'ask' ? 'ask about this' : 'stop this'}: `;
};

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

/** If the host's own code is asked, no human may be there, so the code is added. */
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

/** The words for the model in place of a result; none for a call that may run. */
export function decisionText(decision: Decision): string {
  if (decision.do !== 'deny' && decision.do !== 'ask') return '';
  return [decision.reason, decision.text].filter(text => text !== undefined).join('. ');
}
