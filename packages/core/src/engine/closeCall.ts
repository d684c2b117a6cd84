import type { Outcome } from '../model/action.ts';
import type { ResolvedOptions } from './engineOptions.ts';
import { isGovernanceError } from '../model/errors.ts';
import type { Frame, Run } from './frame.ts';
import type { MaybePromise } from '../model/json.ts';
import { attempt, chain, first } from '../model/maybe.ts';
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
  const { holder } = session;
  const ran = outcome.status !== 'denied' && outcome.status !== 'cancelled';
  const settle = (): MaybePromise<void> =>
    chain(session.settleAll(), () => (ran ? sessions.settle({ holder, now }) : sessions.release(holder)));
  const kept = await write(root.run, { outcome, subject, now, settle }, options);
  if (kept === 'outcome') await observed(settle, 'record_failed', subject, options);
  return kept !== 'nothing';
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
  return chain(first(framesOf(root), tell), () => void (session.phase = 'check'));
}

/** An outcome that is to be written down, and what settles the counters of its call. */
interface Closing {
  readonly outcome: Outcome;
  readonly subject: Subject;
  readonly now: number;
  readonly settle: () => MaybePromise<void>;
}

/**
 * Everything in one step, where session and trail lie in one place; when that fails the outcome alone. `outcome` says that the
 * counters are still to be settled, `nothing` that another process was first.
 */
async function write(
  run: Run,
  { outcome, subject, now, settle }: Closing,
  options: ResolvedOptions,
): Promise<'everything' | 'outcome' | 'nothing'> {
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
  const establish = (): MaybePromise<void> => run.session.establish({ event, record, expected });
  const all = (): MaybePromise<void> => chain(establish(), settle);
  const isOneStep = joint?.together !== undefined || joint?.atOnce !== undefined;
  const inOneStep = (): MaybePromise<void> => (joint?.together === undefined ? joint?.atOnce?.(all) : joint.together(all));
  const failed = await faultOf(isOneStep ? inOneStep : establish);
  if (failed === undefined) return isOneStep ? 'everything' : 'outcome';
  if (isConflict(failed)) return 'nothing';
  const safely = (work: () => MaybePromise<void>): MaybePromise<void> => observed(work, 'record_failed', subject, options);
  if (loses) await safely(() => Promise.reject(failed));
  const append = (): MaybePromise<void> => chain(sessions.append(sessionId, [event], expected), () => undefined);
  const unkept = joint === undefined ? undefined : await faultOf(append);
  if (!isConflict(unkept)) await safely(() => audit?.append(record));
  return 'outcome';
}

const isConflict = (cause: unknown): boolean => isGovernanceError(cause) && cause.code === 'session_conflict';
