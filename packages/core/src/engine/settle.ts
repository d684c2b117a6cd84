import type { Action, ActionInput, Outcome, OutcomeInput } from '../model/action.ts';
import type { AnomalyRecord } from '../ports/audit.ts';
import { closeCall } from './closeCall.ts';
import { consentOf } from './consent.ts';
import type { ResolvedOptions } from './engineOptions.ts';
import { Frame } from './frame.ts';
import type { Run } from './frame.ts';
import { freezeAction, toOutcome } from './freezeAction.ts';
import type { MaybePromise } from '../model/json.ts';
import { attempt, chain } from '../model/maybe.ts';
import type { OutputObligations } from '../model/obligations.ts';
import { mergeObligations, outputObligations } from '../model/obligations.ts';
import type { PlanNode } from './plan.ts';
import { anomalyRecord } from './records.ts';
import type { OpenCall, SessionEvent } from '../ports/session.ts';
import { observed } from './writeDown.ts';
import type { Evaluation } from '../model/evaluation.ts';
import { isEvaluation } from '../model/evaluation.ts';
import type { Subject } from '../model/subject.ts';
import { subjectOf } from '../model/subject.ts';

/** What recording an outcome needs. */
export interface Settling {
  readonly subject: Evaluation | ActionInput;
  readonly outcome: OutcomeInput;
  readonly plan: PlanNode;
  readonly options: ResolvedOptions;
  /** The evaluations of this process whose outcome is known. */
  readonly settled: WeakSet<Evaluation>;
  /** The reports that are being taken down, by their call: two of one call must not pass each other by. */
  readonly turns: Map<string, Promise<OutcomeReceipt>>;
  /** The calls whose outcome was kept in part, as far as this process knows. */
  readonly partial: Set<string>;
  /** Makes a run for an action that another process evaluated. */
  readonly run: (action: Action, evaluationId: string) => Run;
  readonly policyDigest: () => string;
  /** Decides about an action once more. */
  readonly again: (action: Action) => MaybePromise<Evaluation>;
}

/**
 * Takes down what really happened: guards record, reservations become charges or go back, the session and the audit
 * trail hear of it. A fault in one of these steps is an anomaly and stops none of the others. What a remote caller reports twice in the same words counts
 * once: it reports again when it has heard no answer.
 */
export async function recordOutcome(settling: Settling): Promise<OutcomeReceipt> {
  const { subject, turns } = settling;
  const { sessionId = 'default', callId } = (isEvaluation(subject) ? subject.action : (subject ?? {})) as Partial<Action>;
  if (callId === undefined) return takeDown(settling);
  const call = JSON.stringify([sessionId, callId]);
  const work = async (): Promise<OutcomeReceipt> => takeDown(settling);
  const turn = (turns.get(call) ?? Promise.resolve()).then(work, work);
  turns.set(call, turn);
  return turn.finally(() => turns.get(call) === turn && turns.delete(call));
}

async function takeDown(settling: Settling): Promise<OutcomeReceipt> {
  const { options } = settling;
  const outcome = toOutcome(settling.outcome);
  const { evaluation, action, subject, anomaly, final } = await withConsent(await identify(settling), outcome, settling);
  if (anomaly === 'second_outcome' && (await isRepeated(settling, subject, outcome))) return repeated(settling, subject);
  const receipt = receiptOf(subject, anomaly, final || action === undefined);
  if (anomaly !== undefined && outcome.inferred === true) return receipt;
  if (anomaly !== undefined) await noteAnomaly(subject, anomaly, reported(outcome), options);
  if (final || action === undefined) return receipt;
  const root = evaluation?.context instanceof Frame ? evaluation.context : undefined;
  const frames = root ?? unevaluated(settling, action, subject.evaluationId);
  const closed = await closeCall(frames, outcome, subject, options);
  if (closed === 'lost' || closed === 'part') return notKept(settling, subject, closed, evaluation);
  if (closed === 'first') {
    if (await isRepeated(settling, subject, outcome)) return repeated(settling, subject);
    if (outcome.inferred !== true) await noteAnomaly(subject, 'second_outcome', reported(outcome), options);
    return receiptOf(subject, 'second_outcome', true);
  }
  if (outcome.unmet !== undefined && outcome.unmet.length > 0) {
    const what = `the runtime did not let it be carried out: \`${outcome.unmet.join('`, `')}\``;
    await noteAnomaly(subject, 'obligation_unmet', what, options);
  }
  if (outcome.containment?.held === false)
    await noteAnomaly(subject, 'containment_broken', outcome.containment.why ?? 'nothing proves that the sandbox held', options);
  if (evaluation === undefined) return receipt;
  for (const hook of options.hooks) await observed(() => hook.postAction?.(evaluation, outcome), 'hook_failed', subject, options);
  await observed(() => options.tracer?.settled?.(evaluation, outcome), 'tracer_failed', subject, options);
  return receipt;
}

/** A report of which nothing is kept may come again. */
function notKept(
  { settled, partial }: Settling,
  subject: Subject,
  closed: 'lost' | 'part',
  evaluation: Evaluation | undefined,
): OutcomeReceipt {
  if (closed === 'part') {
    if (partial.size >= MOST_PARTIAL) partial.clear();
    partial.add(callOf(subject));
  } else if (evaluation !== undefined) settled.delete(evaluation);
  return { recorded: false, code: 'record_failed', why: closed === 'part' ? KEPT_IN_PART : NOT_KEPT };
}

const MOST_PARTIAL = 1_000;

const callOf = ({ sessionId, callId, evaluationId }: Subject): string => JSON.stringify([sessionId, callId ?? evaluationId]);

/** Whether a remote caller reports what is known: it has heard no answer to its first report, and asks once more. */
async function isRepeated({ subject: given, options }: Settling, { callId }: Subject, { status }: Outcome): Promise<boolean> {
  const action = isEvaluation(given) ? given.action : given;
  if (action.remote !== true || callId === undefined) return false;
  const { sessionId = 'default' } = action;
  return lastOf(callId, await pastOf({ sessionId }, options))?.status === status;
}

function repeated({ partial }: Settling, subject: Subject): OutcomeReceipt {
  if (partial.has(callOf(subject))) return { recorded: false, code: 'record_failed', why: KEPT_IN_PART };
  return { recorded: true, evaluationId: subject.evaluationId };
}

const NOT_KEPT = 'the stores did not take it, and nothing of it is kept: report it again';
const KEPT_IN_PART = 'the session knows the outcome, but the trail or the counters do not: see the anomalies of the trail';

const reported = ({ status }: Outcome): string => `an outcome \`${status}\` was reported`;

async function noteAnomaly(subject: Subject, code: AnomalyRecord['code'], what: string, options: ResolvedOptions): Promise<void> {
  const record = anomalyRecord(subject, code, what, options.clock.now());
  await observed(() => options.audit?.append(record), 'record_failed', subject, options);
}

/** What became of the report of an outcome. */
export type OutcomeReceipt =
  | { readonly recorded: true; readonly evaluationId: string }
  | { readonly recorded: false; readonly code: AnomalyRecord['code']; readonly why: string };

const WHY_NOT: Readonly<Partial<Record<AnomalyRecord['code'], string>>> = {
  unknown_evaluation:
    'no evaluation of this action is known: pass the evaluation, or the action with the session and call id that it was evaluated with',
  second_outcome: 'the outcome of this action was reported before',
  outcome_after_block: 'the action was stopped, so it should not have run',
  record_failed: 'the session store could not be read, and nothing of it is kept: report it again',
};

function receiptOf({ evaluationId }: Subject, anomaly: AnomalyRecord['code'] | undefined, isLost: boolean): OutcomeReceipt {
  if (!isLost) return { recorded: true, evaluationId };
  const code = anomaly ?? 'unknown_evaluation';
  return { recorded: false, code, why: WHY_NOT[code] ?? 'it could not be recorded' };
}

/** What an outcome is about, and what does not fit about it; `final` when it is not to be recorded. */
interface Identified {
  readonly evaluation?: Evaluation;
  readonly action?: Action;
  readonly subject: Subject;
  readonly anomaly?: AnomalyRecord['code'];
  readonly final: boolean;
  /** The action that a human was to be asked about, where nothing is known of an answer. */
  readonly asked?: Action;
}

async function identify(settling: Settling): Promise<Identified> {
  const { subject: given, plan, settled } = settling;
  if (isEvaluation(given)) {
    const subject = subjectOf(given);
    if (given.passed && !isOf(given, plan))
      return given.action.callId === undefined ? unknown(subject) : identifyCall(given.action, settling);
    const isKnown = settled.has(given);
    settled.add(given);
    const second = isKnown || (await isClosed(given, settling.options));
    const anomaly = second ? 'second_outcome' : given.passed ? undefined : 'outcome_after_block';
    return {
      evaluation: given,
      action: given.action,
      subject,
      ...(anomaly !== undefined && { anomaly }),
      final: anomaly !== undefined,
      ...(anomaly === 'outcome_after_block' && given.ruling === 'ask' && { asked: given.action }),
    };
  }
  const action = attempt<Action | undefined>(
    () => freezeAction(given, settling.options.tools),
    () => undefined,
  ) as Action | undefined;
  return action === undefined ? unknown({ evaluationId: 'unknown', sessionId: 'unknown' }) : identifyCall(action, settling);
}

/** What another process has evaluated is known by its call. What the store does not know of was never evaluated, and is ignored. */
async function identifyCall(action: Action, { options }: Settling): Promise<Identified> {
  const { sessionId, callId } = action;
  const about = (id: string): Subject => subjectOf({ id, action });
  if (callId === undefined) return unknown(about('call:unknown'));
  const open = await attempt<OpenCall | undefined | 'unreadable'>(
    () => options.sessions.call(sessionId, callId),
    () => 'unreadable',
  );
  if (open === 'unreadable') return { ...unknown(about(`call:${callId}`)), anomaly: 'record_failed' };
  if (open === undefined) {
    const last = lastOf(callId, await pastOf(action, options));
    const subject = about(last?.evaluationId ?? `call:${callId}`);
    return last === undefined ? unknown(subject) : { ...unknown(subject), anomaly: 'second_outcome' };
  }
  const subject = about(open.evaluationId);
  if (open.passed) return { action, subject, final: false };
  const asked = open.ruling === 'ask' ? { asked: action } : {};
  return { subject, anomaly: 'outcome_after_block', final: true, ...asked };
}

/** True if this engine produced the evaluation: not another engine, a hand-built object or `explain()`. */
function isOf({ context }: Evaluation, plan: PlanNode): boolean {
  return context instanceof Frame && context.plan === plan && !context.run.how.dry;
}

const unknown = (subject: Subject): Identified => ({ subject, anomaly: 'unknown_evaluation', final: true });

/** An outcome that is a human's answer to the runtime's own prompt is no anomaly. */
async function withConsent(identified: Identified, outcome: Outcome, settling: Settling): Promise<Identified> {
  const { asked, subject } = identified;
  if (asked === undefined) return identified;
  const consent = await consentOf(asked, outcome, settling);
  if (consent === undefined) return identified;
  if (!consent.granted) return { action: asked, subject, final: false };
  const { evaluation } = consent;
  settling.settled.add(evaluation);
  return { evaluation, action: asked, subject: subjectOf(evaluation), final: false };
}

/**
 * Returns what is to be done to the output of a call, whichever engine evaluated it: as the session remembers it, else by
 * everything that the policy demands now, whatever it rules. Undefined when nothing is.
 */
export async function owedOutput(
  action: Action,
  options: ResolvedOptions,
  explain: () => Promise<Evaluation>,
): Promise<OutputObligations | undefined> {
  const { sessionId, callId } = action;
  const open = await attempt<OpenCall | undefined>(
    () => (callId === undefined ? undefined : options.sessions.call(sessionId, callId)),
    () => undefined,
  );
  const earlier =
    open ??
    (await pastOf(action, options)).findLast(
      (event): event is Extract<SessionEvent, { readonly type: 'evaluated' }> =>
        event.type === 'evaluated' && callId !== undefined && event.callId === callId,
    );
  if (earlier !== undefined) return earlier.owes;
  const wanted = (await explain()).verdicts.flatMap(({ obligations }) => (obligations && outputObligations(obligations)) ?? []);
  const merged = mergeObligations(wanted);
  return 'obligations' in merged ? outputObligations(merged.obligations) : undefined;
}

/** Whether an outcome was reported already, by whichever process. What cannot be read does not keep an outcome from being recorded. */
async function isClosed({ id, action }: Evaluation, options: ResolvedOptions): Promise<boolean> {
  const { sessionId, callId } = action;
  if (callId === undefined)
    return (await pastOf(action, options)).some(event => event.type === 'outcome' && event.evaluationId === id);
  return attempt<boolean>(
    () => chain(options.sessions.call(sessionId, callId), open => open === undefined),
    () => false,
  );
}

/** Finds a call that was let through or asked about, and has no outcome yet, by the beginning of its id. */
export async function openCallOf(sessionId: string, prefix: string, options: ResolvedOptions): Promise<string | undefined> {
  const past = await pastOf({ sessionId }, options);
  const ended = new Set(past.flatMap(event => (event.type === 'outcome' ? (event.callId ?? []) : [])));
  return past
    .flatMap(event => (event.type === 'evaluated' && (event.passed || event.ruling === 'ask') ? (event.callId ?? []) : []))
    .find(callId => callId.startsWith(prefix) && !ended.has(callId));
}

async function pastOf({ sessionId }: Pick<Action, 'sessionId'>, { sessions }: ResolvedOptions): Promise<readonly SessionEvent[]> {
  const state = await attempt(
    () => sessions.load(sessionId),
    () => undefined,
  );
  return state?.recent ?? [];
}

/** The last outcome of a call, as far back as a session remembers. */
function lastOf(callId: string, past: readonly SessionEvent[]): SessionOutcome | undefined {
  return past.findLast((event): event is SessionOutcome => event.type === 'outcome' && event.callId === callId);
}

type SessionOutcome = Extract<SessionEvent, { readonly type: 'outcome' }>;

/** Frames for every node of a tree that another process has evaluated. */
function unevaluated({ plan, run }: Settling, action: Action, evaluationId: string): Frame {
  const shared = run(action, evaluationId);
  const frameFor = (node: PlanNode, parent: Frame | undefined): Frame => {
    const frame = new Frame(shared, node, parent);
    if (node.children.length > 0) frame.children = node.children.map(child => frameFor(child, frame));
    return frame;
  };
  return frameFor(plan, undefined);
}
