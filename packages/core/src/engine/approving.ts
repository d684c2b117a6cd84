import type {
  AnswerResult,
  ApprovalAnswer,
  ApprovalClaim,
  ApprovalQuery,
  ApprovalRequest,
  ApprovalState,
  Approver,
  GivenAnswer,
  Question,
  StoredApproval,
} from '../ports/approval.ts';
import { APPROVAL_CODE_BYTES, approvalCode } from '../store/approvalCode.ts';
import { engineBlock, questionsOf, unavailable } from './decide.ts';
import type { ResolvedOptions } from './engineOptions.ts';
import type { Effect } from '../model/effects.ts';
import { GovernanceError, isGovernanceError } from '../model/errors.ts';
import { messageOf } from '../text/messageOf.ts';
import { digestAction } from './digest.ts';
import { containmentOf } from './frame.ts';
import type { Frame } from './frame.ts';
import { generalized } from './generalized.ts';
import type { Obligations } from '../model/obligations.ts';
import type { MaybePromise } from '../model/json.ts';
import { attempt, chain, isPromiseLike } from '../model/maybe.ts';
import { LATE, timely } from '../model/timely.ts';
import type { Verdict } from '../model/verdict.ts';
import { pass } from '../model/verdict.ts';
import { UNPROVEN } from '../store/provenApprovals.ts';
import { anomalyRecord } from './records.ts';
import { inTime, observed, recordAnswer, recordAsk } from './writeDown.ts';
import { subjectOf } from '../model/subject.ts';

/** The result of asking: the verdict that evaluation continues with, and the status of the approval. */
export interface Asked {
  readonly verdict: Verdict;
  readonly approval: ApprovalState;
  /** Uses the approval up; undefined where there is nothing to use up. */
  readonly claim?: ApprovalClaim;
}

/** What came of asking, or only the verdict where nothing was asked. */
export type AskedMaybe = Partial<Asked> & Pick<Asked, 'verdict'>;

/** What asking needs in addition to the options. */
interface AskContext {
  readonly root: Frame;
  readonly verdict: Verdict;
  readonly questions: readonly Question[];
  readonly obligations: Obligations;
  readonly options: ResolvedOptions;
}

const MAX_CODES = 5;
const MAX_EFFECTS = 100;

/** Asks a human, unless the verdict needs none or one has said yes to this already. */
export function asked(asking: Omit<AskContext, 'questions' | 'options'>, options: ResolvedOptions): MaybePromise<AskedMaybe> {
  const { root, verdict } = asking;
  if (verdict.ruling !== 'ask') return { verdict };
  const found = questionsOf(root);
  const questions =
    found.length > 0 ? found : [{ guard: verdict.guard, code: verdict.code, reason: verdict.reason ?? 'the policy asks' }];
  return attempt<AskedMaybe>(
    () => seekApproval({ ...asking, questions, options }),
    cause => ({ verdict: unreachable(cause) }),
  );
}

/** Looks for the humans' yes: brought along by the action, given before for the same action, given now, or none yet. */
function seekApproval(context: AskContext): MaybePromise<Asked> {
  const { options } = context;
  const { action, session, policyDigest } = context.root.run;
  const digest = context.root.run.actionDigest;
  if (digest === undefined)
    return denied(context, 'approval_invalid', 'the arguments are not plain data, so no approval can be bound to them');
  const { questions } = context;
  const binding = { actionDigest: digest, policyDigest, sessionId: action.sessionId };
  const what = { generalization: generalized(context.root, options.generalize), turnId: action.turnId };
  const query = { ...binding, ...what, holder: session.holder, questions, now: options.clock.now() };
  const { approval } = action;
  if (approval !== undefined) {
    const claim = { ...query, id: approval.id };
    return chain(inTime(options.approvals.verify(claim), options), result =>
      result.valid ? granted(claim, result.answers) : denied(context, 'approval_invalid', result.why),
    );
  }
  return chain(inTime(options.approvals.current(query), options), found =>
    found === undefined || (found.status === 'denied' && mayAskAgain(context, found))
      ? open(context, query, 1)
      : goOn(context, query, found),
  );
}

/** The verdict when the approvals, or the trail that they must stand in, cannot be reached. */
function unreachable(cause: unknown): Verdict {
  const unaudited = isGovernanceError(cause) && cause.code === 'audit_unavailable';
  return unaudited
    ? unavailable('audit_unavailable', 'the question to a human could not be written down', cause)
    : unavailable('store_unavailable', 'the approvals could not be reached', cause);
}

/** Where a human sits there, a no ends one call. Where they answer from elsewhere it holds until the request expires. */
function mayAskAgain({ root, options }: AskContext, { request, answers }: StoredApproval): boolean {
  const { callId } = root.run.action;
  const noes = answers.filter(({ granted: said }) => said.includes(false));
  const sitsThere = options.approver !== undefined || (noes.length > 0 && noes.every(({ channel }) => channel === 'runtime'));
  return sitsThere && (callId === undefined || callId !== request.action.callId);
}

function open(context: AskContext, query: ApprovalQuery, tries: number): MaybePromise<Asked> {
  const { options } = context;
  const request = requestOf(context, query);
  return chain(inTime(options.approvals.open(request), options), result => {
    if (result.opened) {
      if (!result.fresh) return goOn(context, query, result.approval);
      return chain(recordAsk(request, options), () => goOn(context, query, result.approval));
    }
    if (tries < MAX_CODES) return open(context, query, tries + 1);
    throw new GovernanceError('store_unavailable', `no free code for a request was found in ${MAX_CODES} tries`);
  });
}

function requestOf(context: AskContext, query: ApprovalQuery): ApprovalRequest {
  const { root, questions, options } = context;
  const { action, id } = root.run;
  const { actionDigest, policyDigest, sessionId, generalization, now } = query;
  const effects = knownEffects(root);
  const prompted = promptedDigest(context);
  return Object.freeze({
    actionDigest,
    policyDigest,
    sessionId,
    id,
    code: approvalCode(options.random(APPROVAL_CODE_BYTES)),
    action,
    ...(effects.length > 0 && { effects }),
    questions,
    ...(generalization !== undefined && { generalization }),
    createdAt: now,
    expiresAt: now + Math.min(...questions.map(({ expiresInMs }) => expiresInMs ?? options.approvalTimeoutMs)),
    ...(prompted !== undefined && { prompted }),
  });
}

/** The digest of the call that a human says yes to in the runtime's own prompt: it may run with other arguments than it came with. */
function promptedDigest({ root, obligations }: AskContext): string | undefined {
  const { action, how, options } = root.run;
  if (how.prompt === undefined) return undefined;
  const wrapped = containmentOf(root.run)?.rewrite;
  // What ran in a sandbox is reported under the arguments that were judged.
  const rewrite = Object.entries(obligations.rewrite ?? {}).filter(([name]) => wrapped?.[name] === undefined);
  const payload = { ...((wrapped === undefined && how.prompt(action)) || action.payload), ...Object.fromEntries(rewrite) };
  return digestAction({ ...action, payload }, options.hash);
}

/** For the human's eyes only: where the effects cannot be had at once, the request does without. */
function knownEffects({ run }: Frame): readonly Effect[] {
  try {
    return run.effects.slice(0, MAX_EFFECTS);
  } catch {
    return [];
  }
}

function goOn(context: AskContext, query: ApprovalQuery, stored: StoredApproval): MaybePromise<Asked> {
  const { request, answers, status } = stored;
  switch (status) {
    case 'granted':
    case 'consumed':
      return granted({ ...query, id: request.id }, answers);
    case 'denied':
      return denied(context, 'approval_denied', reasonOf(answers), stored);
    case 'expired':
      return denied(context, 'approval_denied', 'no answer came in time', stored);
    case 'ended':
      return denied(context, 'approval_denied', 'the approval was ended', stored);
    case 'pending': {
      if (stored.unproven === true) return forged(context, stored);
      const { approver, needsProof } = context.options;
      return approver === undefined || needsProof ? waiting(context, stored) : putTo(approver, context, query, stored);
    }
  }
}

/** A yes was written into the state by another way than an answering command: it stops the call, and is recorded in the trail. */
function forged(context: AskContext, stored: StoredApproval): MaybePromise<Asked> {
  const { options, root } = context;
  const noted = observed(
    () =>
      options.audit?.append(
        anomalyRecord(subjectOf(root.run), 'answer_unproven', `request ${stored.request.id}: ${UNPROVEN}`, options.clock.now()),
      ),
    'record_failed',
    subjectOf(root.run),
    options,
  );
  return chain(noted, () => denied(context, 'approval_invalid', UNPROVEN, stored));
}

function putTo(approver: Approver, context: AskContext, query: ApprovalQuery, stored: StoredApproval): MaybePromise<Asked> {
  const { request } = stored;
  const { options } = context;
  const abort = new AbortController();
  const answer = attempt<ApprovalAnswer | Failure | undefined>(
    () => answerInTime(approver.approve(request, abort.signal), request, context, () => abort.abort()),
    cause => ({ failed: messageOf(cause) }),
  );
  return chain(answer, given => {
    if (given === undefined) return denied(context, 'approval_denied', 'no answer came', stored);
    if (isFailure(given)) return denied(context, 'approval_denied', `no human could be asked: ${given.failed}`, stored);
    return chain(recordAnswer(request, given, options), () =>
      chain(inTime(options.approvals.answer(request.id, given, options.clock.now()), options), result =>
        after(context, query, stored, result),
      ),
    );
  });
}

/** Why no human could be asked. */
interface Failure {
  readonly failed: string;
}

const isFailure = (given: ApprovalAnswer | Failure): given is Failure =>
  typeof given === 'object' && given !== null && 'failed' in given;

/** What follows from an answer. Where another one was faster, it is that one that counts. */
function after(context: AskContext, query: ApprovalQuery, put: StoredApproval, result: AnswerResult): MaybePromise<Asked> {
  if (result.taken)
    return result.approval.status === 'pending' ? waiting(context, result.approval) : goOn(context, query, result.approval);
  if (result.code !== 'decided' && result.code !== 'second_answer')
    return denied(context, 'approval_denied', `the answer was not taken: ${result.why}`, put);
  const { options } = context;
  return chain(inTime(options.approvals.find(put.request.id, options.clock.now()), options), found => {
    if (found === undefined) return denied(context, 'approval_denied', result.why, put);
    return found.status === 'pending' ? waiting(context, found) : goOn(context, query, found);
  });
}

/** A late answer is a no. */
function answerInTime<T>(
  answer: MaybePromise<T>,
  { expiresAt }: ApprovalRequest,
  { root, options }: AskContext,
  late: () => void,
): MaybePromise<T | undefined> {
  if (!isPromiseLike(answer)) return answer;
  const limitMs = Math.max(0, expiresAt - options.clock.now());
  return timely(() => answer, limitMs, options.clock, root.run.how.signal).then(given => {
    if (given !== LATE) return given;
    late();
    return undefined;
  });
}

function waiting({ verdict }: AskContext, { request, answers }: StoredApproval): Asked {
  const { id, code, questions, expiresAt } = request;
  return { verdict, approval: { id, code, status: 'pending', questions, expiresAt, ...words(answers) } };
}

function granted(claim: ApprovalClaim, answers: readonly GivenAnswer[]): Asked {
  const verdict = Object.freeze({ ...pass({ code: 'approval_granted' }), guard: 'engine' });
  return { verdict, approval: { id: claim.id, status: 'granted', questions: claim.questions, ...words(answers) }, claim };
}

function denied(
  { questions, root }: AskContext,
  code: 'approval_denied' | 'approval_invalid',
  why: string,
  stored?: StoredApproval,
): Asked {
  const id = stored?.request.id ?? root.run.action.approval?.id ?? '';
  const fix =
    code === 'approval_denied'
      ? 'do not repeat the action; ask the user what to do instead'
      : 'ask again without the approval, and wait for the answer';
  const verdict = engineBlock(code, `the approval does not hold: ${why}`, fix, {
    recover: code === 'approval_denied' ? 'none' : 'approval',
  });
  return { verdict, approval: { id, status: 'denied', questions, ...words(stored?.answers ?? []), reason: why } };
}

/** Why it is no, in the words of the last who said so. */
function reasonOf(answers: readonly GivenAnswer[]): string {
  const last = answers.findLast(({ granted: said }) => said.includes(false));
  if (last === undefined) return 'not enough people can say yes to it';
  return last.reason ?? (last.by === undefined ? 'a human said no' : `${last.by} said no`);
}

function words(answers: readonly GivenAnswer[]): Pick<ApprovalState, 'by' | 'reason' | 'answers'> {
  if (answers.length === 0) return {};
  const by = answers.flatMap(answer => answer.by ?? []).join(', ');
  const reason = answers.findLast(answer => answer.reason !== undefined)?.reason;
  return { answers, ...(by !== '' && { by }), ...(reason !== undefined && { reason }) };
}
