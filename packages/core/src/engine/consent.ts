import type { Action, Outcome } from '../model/action.ts';
import { recordAnswer } from './approvalRecords.ts';
import type { StoredApproval } from '../ports/approval.ts';
import { digestAction } from './digest.ts';
import type { Evaluation } from './evaluation.ts';
import type { MaybePromise } from '../model/json.ts';
import { attempt } from '../model/maybe.ts';
import type { ResolvedOptions } from './engineOptions.ts';

/** What taking a runtime's prompt for an answer needs. */
export interface Consenting {
  readonly options: ResolvedOptions;
  readonly policyDigest: () => string;
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
  const { options, policyDigest, again } = consenting;
  const found = await promptedFor(action, said, policyDigest(), options);
  if (found === undefined || !(await answerPrompt(found, said, undefined, options))) return undefined;
  if (!said) return { granted: false };
  const { id, action: asked } = found.request;
  const { callId, turnId } = action;
  const repeated = { ...asked, ...(callId !== undefined && { callId }), ...(turnId !== undefined && { turnId }) };
  const evaluation = await again(Object.freeze({ ...repeated, approval: Object.freeze({ id }) }));
  return evaluation.passed ? { granted: true, evaluation } : undefined;
}

/**
 * Finds the question that a call answers by having run, or by not having run. What ran must be what the prompt showed: the
 * rewritten call, where the policy rewrites. A call that did not run comes with the arguments that it was written with.
 */
async function promptedFor(
  action: Action,
  ran: boolean,
  policyDigest: string,
  { approvals, clock }: ResolvedOptions,
): Promise<StoredApproval | undefined> {
  const digest = digestAction(action);
  if (digest === undefined) return undefined;
  const fits = ({ request }: StoredApproval): boolean =>
    request.sessionId === action.sessionId &&
    request.policyDigest === policyDigest &&
    request.questions.every(({ quorum }) => quorum === undefined) &&
    (digest === (request.prompted ?? request.actionDigest) || (!ran && digest === request.actionDigest));
  const waiting = (await approvals.pending(clock.now())).filter(fits);
  return waiting.find(({ request }) => request.action.callId === action.callId) ?? waiting.at(-1);
}

async function answerPrompt(
  { request }: StoredApproval,
  said: boolean,
  reason: string | undefined,
  options: ResolvedOptions,
): Promise<boolean> {
  const answer = { granted: request.questions.map(() => said), channel: 'runtime', ...(reason !== undefined && { reason }) };
  await recordAnswer(request, answer, options);
  return (await options.approvals.answer(request.id, answer, options.clock.now())).taken;
}

/**
 * Takes back the questions that a runtime's own prompt had in a session and nobody answered. What cannot be taken back
 * lapses by itself.
 */
export async function withdrawPrompts(
  sessionId: string,
  isOver: (asked: Action) => boolean,
  options: ResolvedOptions,
): Promise<void> {
  await attempt(
    async () => {
      for (const waiting of await options.approvals.pending(options.clock.now())) {
        const { request } = waiting;
        if (request.sessionId !== sessionId || request.prompted === undefined || !isOver(request.action)) continue;
        await answerPrompt(waiting, false, 'the session went on without an answer', options);
      }
    },
    () => undefined,
  );
}
