import type { ContainmentOutcome, Outcome, PolicyEngine } from '@licet/core';
import { escapeText } from '@licet/core';

import { RUNTIME, askedBy } from './asking.ts';
import { knownCall } from './callId.ts';
import type { Decision, RuntimeEvent } from './event.ts';
import { shapedBy } from './output.ts';
import type { AnswerOptions } from './beforeCall.ts';

type AfterEvent = Extract<RuntimeEvent, { readonly phase: 'after' }>;

/** Writes down how a call ended, and says what the model may see of its output. */
export async function afterCall(event: AfterEvent, engine: PolicyEngine, options: AnswerOptions): Promise<Decision> {
  const known = await knownCall(event.action, engine);
  const contained = options.containing?.()?.ended(known);
  if (contained === undefined) return shaped(event, known, event.outcome, engine, options);
  const { payload, outcome } = contained;
  const decision = await shaped(event, { ...known, payload }, withContainment(event.outcome, outcome), engine, options);
  return withText(decision, containmentText(outcome));
}

async function shaped(
  event: AfterEvent,
  action: AfterEvent['action'],
  outcome: Outcome,
  engine: PolicyEngine,
  options: AnswerOptions,
): Promise<Decision> {
  const { output } = event;
  const { shaper, asking = () => RUNTIME } = options;
  const owed = shaper === undefined ? undefined : await engine.owed(action);
  if (shaper === undefined || owed === undefined) {
    await engine.postAction(action, { ...outcome, ...askedBy(event, asking()) });
    return { do: 'nothing' };
  }
  const { rules, changed, replacement } = await shapedBy(shaper, output?.value ?? outcome.error, owed);
  const isOut = output === undefined && changed;
  const told = { ...(!isOut && { redacted: rules }), ...(isOut && { unmet: Object.keys(owed) }) };
  await engine.postAction(action, { ...outcome, ...told, ...askedBy(event, asking()) });
  if (!changed) return { do: 'nothing' };
  return isOut
    ? {
        do: 'tell',
        text: `licet: this text holds what the policy keeps from view${rules.length === 0 ? '' : ` (${rules.join(', ')})`}: do not repeat it or use it`,
      }
    : { do: 'replace', output: replacement };
}

/** The effects of a call that ran without its sandbox are unknown: its success proves nothing. */
const withContainment = (outcome: Outcome, containment: ContainmentOutcome): Outcome => ({
  ...outcome,
  ...(!containment.held && (outcome.status === 'ok' || outcome.status === 'error') && { status: 'unknown' }),
  containment,
});

function containmentText({ held, why, planted = [] }: ContainmentOutcome): string | undefined {
  if (!held)
    return `licet: this call was to run in a sandbox, and nothing proves that it did${why === undefined ? '' : `: ${escapeText(why)}`}. Tell the user. No more calls of this session are put into a sandbox`;
  if (planted.length === 0) return undefined;
  return `licet: the run made \`${planted.map(path => escapeText(path)).join('`, `')}\`, which the policy closes. Do not read or run it: tell the user, who can look at it and remove it`;
}

/** Adds a text for the model to what is done about the output. */
function withText(decision: Decision, text: string | undefined): Decision {
  if (text === undefined) return decision;
  if (decision.do === 'nothing') return { do: 'tell', text };
  return 'text' in decision && decision.text !== undefined
    ? { ...decision, text: `${decision.text}\n${text}` }
    : { ...decision, text };
}
