import type { ApprovalAnswer, ApprovalClaim, ApprovalState, Question } from '../ports/approval.ts';
import { grantsAll } from '../ports/approval.ts';
import { engineBlock } from './decide.ts';
import type { ResolvedOptions } from './engineOptions.ts';
import type { Identity } from './evaluation.ts';
import { digestAction } from './digest.ts';
import type { Frame } from './frame.ts';
import type { MaybePromise } from '../model/json.ts';
import { attempt, chain, isPromiseLike } from '../model/maybe.ts';
import type { Verdict } from '../model/verdict.ts';
import { pass } from '../model/verdict.ts';

/** What came of asking: the verdict that goes on from here, and where the approval stands. */
export interface Asked {
  readonly verdict: Verdict;
  readonly approval: ApprovalState;
  /** Uses the approval up; undefined where there is nothing to use up. */
  readonly claim?: ApprovalClaim;
}

/** What asking needs to know besides the options. */
export interface AskContext {
  readonly root: Frame;
  readonly verdict: Verdict;
  readonly questions: readonly Question[];
  readonly holder: string;
  readonly identity: Identity;
  readonly options: ResolvedOptions;
}

/** Looks for a human's yes: one that the action brings along, one that is given now, or none yet. */
export function seekApproval(context: AskContext): MaybePromise<Asked> {
  const { action } = context.root.run;
  const digest = digestAction(action);
  if (digest === undefined)
    return denied(context, 'approval_invalid', 'the arguments are not plain data, so no approval can be bound to them');
  const binding = { actionDigest: digest, policyDigest: context.identity.policyDigest(), sessionId: action.sessionId };
  const { questions, holder, options } = context;
  if (action.approval !== undefined) {
    const claim = { ...binding, id: action.approval.id, holder, questions, now: options.clock.now() };
    return chain(options.approvals.verify(claim), result =>
      result.valid ? granted(claim.id, questions, result.answer, claim) : denied(context, 'approval_invalid', result.why),
    );
  }
  return openRequest(context, binding);
}

/** Tells whether a human has said yes to exactly these questions. */
export function answers(approval: ApprovalState | undefined, questions: readonly Question[]): boolean {
  if (approval?.status !== 'granted' || approval.questions.length !== questions.length) return false;
  return questions.every(({ guard, code, reason }, index) => {
    const asked = approval.questions[index];
    return asked?.guard === guard && asked.code === code && asked.reason === reason;
  });
}

function openRequest(
  context: AskContext,
  binding: Pick<ApprovalClaim, 'actionDigest' | 'policyDigest' | 'sessionId'>,
): MaybePromise<Asked> {
  const { root, questions, options, identity } = context;
  const createdAt = options.clock.now();
  const expiresAt = createdAt + options.approvalTimeoutMs;
  const request = Object.freeze({ ...binding, id: identity.id(), action: root.run.action, questions, createdAt, expiresAt });
  const { approver } = options;
  if (approver === undefined) {
    const waiting: Asked = { verdict: context.verdict, approval: { id: request.id, status: 'pending', questions, expiresAt } };
    return chain(options.approvals.open(request), () => waiting);
  }
  const abort = new AbortController();
  const answer = attempt<ApprovalAnswer | undefined>(
    () => timely(approver.approve(request, abort.signal), context, () => abort.abort()),
    () => undefined,
  );
  return chain(answer, given => {
    if (given !== undefined && grantsAll(given, questions)) return granted(request.id, questions, given);
    return denied(
      context,
      'approval_denied',
      given?.reason ?? (given === undefined ? 'nobody answered' : 'a human said no'),
      given,
    );
  });
}

/** A late answer is a no. */
function timely<T>(answer: MaybePromise<T>, { options, root }: AskContext, late: () => void): MaybePromise<T | undefined> {
  if (!isPromiseLike(answer)) return answer;
  return new Promise((resolve, reject) => {
    const { signal } = root.run.options;
    const giveUp = (): void => {
      done();
      late();
      resolve(undefined);
    };
    const cancel = options.clock.after(options.approvalTimeoutMs, giveUp);
    const done = (): void => {
      cancel();
      signal?.removeEventListener('abort', giveUp);
    };
    signal?.addEventListener('abort', giveUp, { once: true });
    if (signal?.aborted === true) giveUp();
    Promise.resolve(answer).then(resolve, reject).finally(done);
  });
}

function granted(id: string, questions: readonly Question[], answer: ApprovalAnswer, claim?: ApprovalClaim): Asked {
  const verdict = Object.freeze({ ...pass({ code: 'approval_granted' }), guard: 'engine' });
  return { verdict, approval: { id, status: 'granted', questions, ...words(answer) }, ...(claim !== undefined && { claim }) };
}

function denied(
  { questions, root }: AskContext,
  code: 'approval_denied' | 'approval_invalid',
  why: string,
  answer?: ApprovalAnswer,
): Asked {
  const id = root.run.action.approval?.id ?? '';
  const fix =
    code === 'approval_denied'
      ? 'do not repeat the action; ask the user what to do instead'
      : 'ask again without the approval, and wait for the answer';
  const verdict = engineBlock(code, `the approval does not hold: ${why}`, fix, {
    recover: code === 'approval_denied' ? 'none' : 'approval',
  });
  return { verdict, approval: { id, status: 'denied', questions, ...(answer && words(answer)), reason: why } };
}

function words({ by, reason }: ApprovalAnswer): Pick<ApprovalState, 'by' | 'reason'> {
  return { ...(by !== undefined && { by }), ...(reason !== undefined && { reason }) };
}
