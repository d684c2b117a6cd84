import type { Action, Outcome } from '../model/action.ts';
import { recordAnswer } from './approvalRecords.ts';
import { digestAction } from './digest.ts';
import type { Evaluation } from './evaluation.ts';
import type { MaybePromise } from '../model/json.ts';
import { attempt } from '../model/maybe.ts';
import type { ResolvedOptions } from './engineOptions.ts';

/** What taking a runtime's prompt for an answer needs. */
export interface Consenting {
  readonly options: ResolvedOptions;
  readonly policyDigest: () => string;
  /** In whose name the call reserves and uses approvals up. */
  readonly holder: string;
  /** Decides about the action once more, now that a human has answered. */
  readonly again: (action: Action) => MaybePromise<Evaluation>;
}

/** What a runtime's prompt came to: the evaluation that passes on the human's yes, or that the human said no. */
export type Consent = { readonly granted: true; readonly evaluation: Evaluation } | { readonly granted: false };

/**
 * Reads an outcome as a human's answer to the runtime's own prompt: what was asked about and ran had a yes, what was
 * asked about and refused had a no. The answer is written down and stored like any other, and the action is decided
 * about once more, so that guards take what it needs. Undefined where the outcome is no answer: no request waits for
 * one, it counts people, the adapter does not vouch for the prompt, or the policy no longer lets the action through.
 */
export async function consentOf(action: Action, outcome: Outcome, consenting: Consenting): Promise<Consent | undefined> {
  if (outcome.askedBy !== 'runtime' || outcome.status === 'unknown' || outcome.status === 'cancelled') return undefined;
  return attempt<Consent | undefined>(
    () => answered(action, outcome.status !== 'denied', consenting),
    () => undefined,
  );
}

async function answered(action: Action, said: boolean, consenting: Consenting): Promise<Consent | undefined> {
  const { options, policyDigest, holder, again } = consenting;
  const actionDigest = digestAction(action);
  if (actionDigest === undefined) return undefined;
  const now = options.clock.now();
  const { sessionId } = action;
  const binding = { actionDigest, policyDigest: policyDigest(), sessionId };
  const found = await options.approvals.current({ ...binding, holder, questions: [], now });
  if (found?.status !== 'pending') return undefined;
  const { id, questions } = found.request;
  if (questions.some(({ quorum }) => quorum !== undefined)) return undefined;
  const answer = { granted: questions.map(() => said), channel: 'runtime' };
  await recordAnswer(found.request, answer, options);
  const { taken } = await options.approvals.answer(id, answer, options.clock.now());
  if (!taken) return undefined;
  if (!said) return { granted: false };
  const evaluation = await again(Object.freeze({ ...action, approval: Object.freeze({ id }) }));
  return evaluation.passed ? { granted: true, evaluation } : undefined;
}
