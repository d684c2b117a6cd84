import type { Outcome } from '../model/action.ts';
import type { ResolvedOptions } from './engineOptions.ts';
import { isGovernanceError } from '../model/errors.ts';
import type { Frame } from './frame.ts';
import type { MaybePromise } from '../model/json.ts';
import { attempt, chain } from '../model/maybe.ts';
import { outcomeRecord } from './records.ts';
import type { Subject } from './records.ts';
import type { SessionEvent } from '../ports/session.ts';
import { framesOf } from './walk.ts';
import { inTime, observed } from './writeDown.ts';

/**
 * Takes down what a call has come to: every guard hears of it, what they establish is written down together with the outcome, and
 * reservations become charges or go back. False where the call is not open any more, because another process has reported its
 * outcome in the meantime: then nothing of this report is kept.
 */
export async function closeCall(root: Frame, outcome: Outcome, subject: Subject, options: ResolvedOptions): Promise<boolean> {
  await recordGuards(root, outcome, subject, options);
  const { session } = root.run;
  const { sessions, clock } = options;
  const now = clock.now();
  if (!(await isWritten(root, outcome, subject, options, now))) return false;
  const safely = (work: () => MaybePromise<void>): MaybePromise<void> => observed(work, 'record_failed', subject, options);
  await safely(() => session.settleAll());
  const { holder } = session;
  const ran = outcome.status !== 'denied' && outcome.status !== 'cancelled';
  await safely(() => (ran ? sessions.settle({ holder, now }) : sessions.release(holder)));
  return true;
}

async function recordGuards(root: Frame, outcome: Outcome, subject: Subject, options: ResolvedOptions): Promise<void> {
  const { session } = root.run;
  session.phase = 'record';
  session.deferring = true;
  for (const frame of framesOf(root)) {
    const { guard } = frame.plan;
    if (guard.record !== undefined && (frame.verdict?.applicable !== false || guard.watches === true)) {
      await observed(() => guard.record?.(root.run.action, outcome, frame), 'record_failed', subject, options);
    }
  }
  session.phase = 'check';
}

/** Into the session and into the trail at once, where that is possible; when that fails the outcome alone, one after the other. */
async function isWritten(
  { run }: Frame,
  outcome: Outcome,
  subject: Subject,
  options: ResolvedOptions,
  now: number,
): Promise<boolean> {
  const { sessions, audit, joint } = options;
  const { evaluationId, sessionId, callId } = subject;
  const { status } = outcome;
  const event: SessionEvent = { type: 'outcome', at: now, evaluationId, ...(callId !== undefined && { callId }), status };
  const record = outcomeRecord(subject, outcome, now);
  const expected = callId === undefined ? undefined : { open: callId };
  const faultOf = (work: () => MaybePromise<void>): MaybePromise<unknown> =>
    attempt<unknown>(
      () => inTime(work(), options),
      cause => cause,
    );
  const loses = run.session.establishes || joint === undefined;
  const failed = await faultOf(() => run.session.establish({ event, record, expected }));
  if (failed === undefined) return true;
  if (isConflict(failed)) return false;
  const safely = (work: () => MaybePromise<void>): MaybePromise<void> => observed(work, 'record_failed', subject, options);
  if (loses) await safely(() => Promise.reject(failed));
  const append = (): MaybePromise<void> => chain(sessions.append(sessionId, [event], expected), () => undefined);
  const unkept = joint === undefined ? undefined : await faultOf(append);
  if (!isConflict(unkept)) await safely(() => audit?.append(record));
  return true;
}

const isConflict = (cause: unknown): boolean => isGovernanceError(cause) && cause.code === 'session_conflict';
