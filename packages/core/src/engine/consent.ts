import type { Action, ActionInput, Outcome } from '../model/action.ts';
import type { StoredApproval } from '../ports/approval.ts';
import { digestAction } from './digest.ts';
import { freezeAction } from './freezeAction.ts';
import type { MaybePromise } from '../model/json.ts';
import { attempt } from '../model/maybe.ts';
import type { ResolvedOptions } from './engineOptions.ts';
import { isForAnybody } from '../store/approvalRules.ts';
import { inTime, recordAnswer } from './writeDown.ts';
import type { Evaluation } from '../model/evaluation.ts';
import { isEvaluation } from '../model/evaluation.ts';

/** What taking a runtime's prompt for an answer needs. */
interface Consenting<Input = Action> {
  readonly options: ResolvedOptions;
  readonly policyDigest: () => string;
  /** Decides about the action once more, now that a human has answered. */
  readonly again: (action: Input) => MaybePromise<Evaluation>;
}

/** What a runtime's prompt came to: the evaluation that passes on the human's yes, or that the human said no. */
type Consent = { readonly granted: true; readonly evaluation: Evaluation } | { readonly granted: false };

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

/** One person's answer to everything that an action was asked about. */
export interface HumanAnswer {
  readonly granted: boolean;
  /** Who answers. A question that counts people or names them needs an answer with a name. */
  readonly by?: string;
  /** Why, in the human's words. */
  readonly reason?: string;
  /** How the answer came, for the record. @defaultValue 'runtime' */
  readonly channel?: string;
}

/**
 * Takes a human's answer to the question that was put for this very call, and decides about the call once more. An answer
 * to a question that was never put, or that waits no longer, is dropped: the call is then asked about as if for the first time.
 */
export async function resumed(
  subject: Evaluation | ActionInput,
  answer: HumanAnswer,
  { options, policyDigest, again }: Consenting<ActionInput>,
): Promise<Evaluation> {
  if (isEvaluation(subject) && (subject.passed || subject.approval?.status !== 'pending')) return subject;
  const action = isEvaluation(subject) ? subject.action : subject;
  const answered = await attempt<string | undefined>(
    async () => {
      const found = await waitingFor(
        isEvaluation(subject) ? subject : freezeAction(subject, options.tools),
        policyDigest(),
        options,
      );
      if (found === undefined) return undefined;
      return (await answerPrompt(found, answer, options)) ? found.request.id : undefined;
    },
    () => undefined,
  );
  return again(answered === undefined ? action : Object.freeze({ ...action, approval: Object.freeze({ id: answered }) }));
}

/** Finds the question that waits for an answer: by its id, or by the identity of the call that it was put for. */
async function waitingFor(
  subject: Evaluation | Action,
  policyDigest: string,
  options: ResolvedOptions,
): Promise<StoredApproval | undefined> {
  const id = isEvaluation(subject) ? subject.approval?.id : undefined;
  const action = isEvaluation(subject) ? subject.action : subject;
  const digest = digestAction(action, options.hash);
  const isAsked = ({ request }: StoredApproval): boolean =>
    isEvaluation(subject) ? request.id === id : action.callId !== undefined && request.action.callId === action.callId;
  return (await pendingIn(options)).findLast(
    waiting =>
      isAsked(waiting) &&
      waiting.request.actionDigest === digest &&
      waiting.request.sessionId === action.sessionId &&
      waiting.request.policyDigest === policyDigest,
  );
}

async function answered(action: Action, said: boolean, consenting: Consenting): Promise<Consent | undefined> {
  const { options, policyDigest, again } = consenting;
  const found = await promptedFor(action, said, policyDigest(), options);
  if (found === undefined || !(await answerPrompt(found, { granted: said }, options))) return undefined;
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
  options: ResolvedOptions,
): Promise<StoredApproval | undefined> {
  const digest = digestAction(action, options.hash);
  if (digest === undefined) return undefined;
  const fits = ({ request }: StoredApproval): boolean =>
    request.sessionId === action.sessionId &&
    request.policyDigest === policyDigest &&
    isForAnybody(request.questions) &&
    (digest === (request.prompted ?? request.actionDigest) || (!ran && digest === request.actionDigest));
  const waiting = (await pendingIn(options)).filter(fits);
  return waiting.find(({ request }) => request.action.callId === action.callId) ?? waiting.at(-1);
}

async function answerPrompt(
  { request }: StoredApproval,
  { granted, ...said }: HumanAnswer,
  options: ResolvedOptions,
): Promise<boolean> {
  // Refused before it is written down: the trail would hold a yes that is none.
  if (granted && options.needsProof) return false;
  const answer = { channel: 'runtime', ...said, granted: request.questions.map(() => granted) };
  await recordAnswer(request, answer, options);
  return (await inTime(options.approvals.answer(request.id, answer, options.clock.now()), options)).taken;
}

async function pendingIn(options: ResolvedOptions): Promise<readonly StoredApproval[]> {
  return inTime(options.approvals.pending(options.clock.now()), options);
}

/** Withdraws the unanswered questions of a runtime's prompt in a session. What cannot be withdrawn lapses by itself. */
export async function withdrawPrompts(
  sessionId: string,
  isOver: (asked: Action) => boolean,
  options: ResolvedOptions,
): Promise<void> {
  await attempt(
    async () => {
      for (const waiting of await pendingIn(options)) {
        const { request } = waiting;
        if (request.sessionId !== sessionId || request.prompted === undefined || !isOver(request.action)) continue;
        await answerPrompt(waiting, { granted: false, reason: 'the session went on without an answer' }, options);
      }
    },
    () => undefined,
  );
}
