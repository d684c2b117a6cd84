import type { Action, ActionInput, Outcome, OutcomeInput } from './action.ts';
import type { AnomalyRecord } from './audit.ts';
import type { ResolvedOptions } from './engineOptions.ts';
import type { Evaluation } from './evaluation.ts';
import { Frame } from './frame.ts';
import type { Run } from './frame.ts';
import { freezeAction, toOutcome } from './freezeAction.ts';
import type { MaybePromise } from './json.ts';
import { attempt, chain } from './maybe.ts';
import type { PlanNode } from './plan.ts';
import { anomalyRecord, outcomeRecord, subjectOf } from './records.ts';
import type { Subject } from './records.ts';
import type { SessionEvent } from './session.ts';
import { framesOf } from './walk.ts';

/** What recording an outcome needs. */
export interface Settling {
  readonly subject: Evaluation | ActionInput;
  readonly outcome: OutcomeInput;
  readonly plan: PlanNode;
  readonly options: ResolvedOptions;
  /** The evaluations of this process whose outcome is known. */
  readonly settled: WeakSet<Evaluation>;
  /** Makes a run for an action that another process evaluated. */
  readonly run: (action: Action) => Run;
}

/**
 * Takes down what really happened: guards record, reservations become charges or go back, the session and the audit
 * trail hear of it. A fault in one of these steps is an anomaly and stops none of the others.
 */
export async function recordOutcome(settling: Settling): Promise<void> {
  const { options, settled, subject: given } = settling;
  const outcome = toOutcome(settling.outcome);
  const evaluation = 'context' in given && 'passed' in given ? given : undefined;
  const action = evaluation === undefined ? freezeAction(given as ActionInput) : evaluation.action;
  const past =
    (
      await attempt(
        () => options.sessions.load(action.sessionId),
        () => undefined,
      )
    )?.recent ?? [];
  const earlier = evaluation === undefined ? past.find(event => isOf(event, action.callId)) : undefined;
  const subject = evaluation === undefined ? remembered(action, earlier) : subjectOf(evaluation);
  const stopped = evaluation === undefined ? earlier?.type === 'evaluated' && !earlier.passed : !evaluation.passed;
  const second =
    (evaluation !== undefined && settled.has(evaluation)) ||
    past.some(event => event.type === 'outcome' && event.evaluationId === subject.evaluationId);
  if (evaluation !== undefined) settled.add(evaluation);
  const now = options.clock.now();
  if (stopped || second) {
    const code = second ? 'second_outcome' : 'outcome_after_block';
    await observed(
      () => options.audit?.append(anomalyRecord(subject, code, `an outcome \`${outcome.status}\` was reported`, now)),
      'record_failed',
      subject,
      options,
    );
    return;
  }
  const root = evaluation?.context instanceof Frame ? evaluation.context : undefined;
  await recordGuards(root ?? unevaluated(settling, action), outcome, subject, options);
  await observed(
    () =>
      chain(
        options.sessions.append(action.sessionId, [
          { type: 'outcome', at: now, evaluationId: subject.evaluationId, status: outcome.status },
        ]),
        () => undefined,
      ),
    'record_failed',
    subject,
    options,
  );
  await observed(() => options.audit?.append(outcomeRecord(subject, outcome, now)), 'record_failed', subject, options);
  if (evaluation === undefined) return;
  for (const hook of options.hooks) await observed(() => hook.postAction?.(evaluation, outcome), 'hook_failed', subject, options);
  await observed(() => options.tracer?.settled?.(evaluation, outcome), 'tracer_failed', subject, options);
}

function isOf(event: SessionEvent, callId: string | undefined): boolean {
  return event.type === 'evaluated' && callId !== undefined && event.callId === callId;
}

function remembered({ sessionId, callId }: Action, earlier: SessionEvent | undefined): Subject {
  const evaluationId = earlier !== undefined && 'evaluationId' in earlier ? earlier.evaluationId : `call:${callId ?? 'unknown'}`;
  return { evaluationId, sessionId, ...(callId !== undefined && { callId }) };
}

/** Frames for every node of a tree that another process has evaluated. */
function unevaluated({ plan, run }: Settling, action: Action): Frame {
  const shared = run(action);
  const frameFor = (node: PlanNode, parent: Frame | undefined): Frame => {
    const frame = new Frame(shared, node, parent);
    if (node.children.length > 0) frame.children = node.children.map(child => frameFor(child, frame));
    return frame;
  };
  return frameFor(plan, undefined);
}

async function recordGuards(root: Frame, outcome: Outcome, subject: Subject, options: ResolvedOptions): Promise<void> {
  const { session, now } = { session: root.run.options.session, now: options.clock.now() };
  session.phase = 'record';
  for (const frame of framesOf(root)) {
    const { guard } = frame.plan;
    if (guard.record !== undefined && frame.verdict?.applicable !== false) {
      await observed(() => guard.record?.(root.run.action, outcome, frame), 'record_failed', subject, options);
    }
  }
  session.phase = 'check';
  const { holder } = session;
  const ran = outcome.status !== 'denied' && outcome.status !== 'cancelled';
  await observed(
    () => (ran ? options.sessions.settle({ holder, now }) : options.sessions.release(holder)),
    'record_failed',
    subject,
    options,
  );
}

/** Does something that must not disturb the rest; a fault becomes an anomaly in the audit trail, if that still works. */
export function observed(
  work: () => MaybePromise<void>,
  code: AnomalyRecord['code'],
  subject: Subject,
  options: ResolvedOptions,
): MaybePromise<void> {
  return attempt<void>(work, error =>
    attempt<void>(
      () =>
        options.audit?.append(
          anomalyRecord(subject, code, error instanceof Error ? error.message : String(error), options.clock.now()),
        ),
      () => undefined,
    ),
  );
}
