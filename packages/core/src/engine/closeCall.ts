import type { Outcome } from '../model/action.ts';
import type { ResolvedOptions } from './engineOptions.ts';
import { isGovernanceError } from '../model/errors.ts';
import type { Frame, Run } from './frame.ts';
import type { MaybePromise } from '../model/json.ts';
import { attempt, chain, first } from '../model/maybe.ts';
import { outcomeRecord } from './records.ts';
import type { SessionEvent } from '../ports/session.ts';
import { historyFrames } from './historyFrames.ts';
import { framesOf } from './walk.ts';
import { inTime, observed } from './writeDown.ts';
import type { Subject } from '../model/subject.ts';

/**
 * What became of a report: it is `kept`; another process was `first`, so that nothing of it is kept; it is `lost`, so that it may be reported
 * again; or only a part of it is kept.
 */
export type Closed = 'kept' | 'first' | 'lost' | 'part';

/**
 * Takes down what a call has come to: every guard hears of it, what they establish is written down together with the outcome, and
 * reservations become charges or go back. What a remote caller reports is kept whole or not at all, where session and trail lie in one place: it
 * reports again what was lost.
 */
export async function closeCall(root: Frame, outcome: Outcome, subject: Subject, options: ResolvedOptions): Promise<Closed> {
  await recordGuards(root, outcome, subject, options);
  const { session } = root.run;
  const { sessions, clock } = options;
  const now = clock.now();
  const { holder } = session;
  const ran = outcome.status !== 'denied' && outcome.status !== 'cancelled';
  const settle = (): MaybePromise<void> =>
    chain(session.settleAll(), () => (ran ? sessions.settle({ holder, now }) : sessions.release(holder)));
  return write(root.run, { outcome, subject, now, settle }, options);
}

function recordGuards(root: Frame, outcome: Outcome, subject: Subject, options: ResolvedOptions): MaybePromise<void> {
  const { session, action } = root.run;
  session.phase = 'record';
  session.deferring = true;
  const tell = (frame: Frame): MaybePromise<undefined> => {
    const { guard } = frame.plan;
    if (guard.record === undefined || (frame.verdict?.applicable === false && guard.watches !== true)) return undefined;
    const told = observed(() => guard.record?.(action, outcome, frame), 'record_failed', subject, options);
    return chain(told, () => undefined);
  };
  return chain(first([...framesOf(root), ...historyFrames(root)], tell), () => void (session.phase = 'check'));
}

/** An outcome that is to be written down, and what settles the counters of its call. */
interface Closing {
  readonly outcome: Outcome;
  readonly subject: Subject;
  readonly now: number;
  readonly settle: () => MaybePromise<void>;
}

/** Everything in one step, where session and trail lie in one place; when that fails, the outcome alone for a caller that reports once. */
async function write(run: Run, closing: Closing, options: ResolvedOptions): Promise<Closed> {
  const { outcome, subject, now, settle } = closing;
  const { audit, joint } = options;
  const { callId } = subject;
  const { status } = outcome;
  const event: SessionEvent = {
    type: 'outcome',
    at: now,
    evaluationId: subject.evaluationId,
    ...(callId !== undefined && { callId }),
    status,
  };
  const record = outcomeRecord(subject, outcome, now);
  const expected = callId === undefined ? undefined : { open: callId };
  const loses = run.session.establishes || joint === undefined;
  const establish = (): MaybePromise<void> => run.session.establish({ event, record, expected });
  const all = (): MaybePromise<void> => chain(establish(), settle);
  const isOneStep = joint?.together !== undefined || joint?.atOnce !== undefined;
  const inOneStep = (): MaybePromise<void> => (joint?.together === undefined ? joint?.atOnce?.(all) : joint.together(all));
  const failed = await faultOf(isOneStep ? inOneStep : establish, options);
  const safely = async (work: () => MaybePromise<void>): Promise<boolean> => isDone(work, subject, options);
  if (failed === undefined) return isOneStep || (await safely(settle)) ? 'kept' : 'part';
  if (isConflict(failed)) return 'first';
  const isToBeReportedAgain = run.action.remote === true && joint !== undefined;
  if (loses || isToBeReportedAgain) await safely(() => Promise.reject(failed));
  if (isToBeReportedAgain) return 'lost';
  const open = await keepAlone({ event, expected }, subject, options);
  if (open === 'other') return 'first';
  const isWritten = await safely(() => audit?.append(record));
  const isSettled = await safely(settle);
  if (open === 'yes') return 'lost';
  return isWritten && isSettled ? 'kept' : 'part';
}

interface Alone {
  readonly event: SessionEvent;
  readonly expected: { readonly open: string } | undefined;
}

/** Writes the outcome alone into the session, where it is not there yet. Returns whether the call is open after that, or was closed by another process. */
async function keepAlone(
  { event, expected }: Alone,
  { sessionId }: Subject,
  options: ResolvedOptions,
): Promise<'yes' | 'no' | 'other'> {
  const { sessions, joint } = options;
  if (joint === undefined) return (await isOpen(sessionId, expected?.open, options)) ? 'yes' : 'no';
  const append = (): MaybePromise<void> => chain(sessions.append(sessionId, [event], expected), () => undefined);
  const unkept = await faultOf(append, options);
  if (isConflict(unkept)) return 'other';
  return unkept === undefined ? 'no' : 'yes';
}

/** Whether a call has no outcome yet, as far as anybody knows. */
async function isOpen(sessionId: string, callId: string | undefined, options: ResolvedOptions): Promise<boolean> {
  if (callId === undefined) return true;
  const found = await attempt<unknown>(
    () => inTime(options.sessions.call(sessionId, callId), options),
    () => 'unreadable',
  );
  return found !== undefined;
}

const faultOf = (work: () => MaybePromise<void>, options: ResolvedOptions): MaybePromise<unknown> =>
  attempt<unknown>(
    () => inTime(work(), options),
    cause => cause,
  );

/** Does something that must not disturb the rest, and returns whether it is done; a fault becomes an anomaly in the trail. */
async function isDone(work: () => MaybePromise<void>, subject: Subject, options: ResolvedOptions): Promise<boolean> {
  const failed = await faultOf(work, options);
  if (failed === undefined) return true;
  await observed(() => Promise.reject(failed), 'record_failed', subject, options);
  return false;
}

const isConflict = (cause: unknown): boolean => isGovernanceError(cause) && cause.code === 'session_conflict';
