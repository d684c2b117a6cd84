import type { ApprovalAnswer, ApprovalRequest } from '../ports/approval.ts';
import type { AnomalyRecord, AuditRecord, JointWriter } from '../ports/audit.ts';
import { unavailable } from './decide.ts';
import type { ResolvedOptions } from './engineOptions.ts';
import { GovernanceError, isGovernanceError } from '../model/errors.ts';
import { messageOf } from '../text/messageOf.ts';
import type { Frame } from './frame.ts';
import type { MaybePromise } from '../model/json.ts';
import { attempt, chain, first, isPromiseLike } from '../model/maybe.ts';
import { anomalyRecord, askRecord, commitFailureRecord, evaluatedEvent, evaluationRecord } from './records.ts';
import type { SessionScope } from './scope.ts';
import type { ActionInput } from '../model/action.ts';
import type { GuardNode } from '../model/node.ts';
import { LATE, timely } from '../model/timely.ts';
import type { Verdict } from '../model/verdict.ts';
import type { Evaluation } from '../model/evaluation.ts';
import type { Committed } from './decide.ts';
import type { Subject } from '../model/subject.ts';
import { subjectOf } from '../model/subject.ts';
import { answerRecord } from '../store/answerRecord.ts';

type Limits = Pick<ResolvedOptions, 'clock' | 'storeTimeoutMs'>;

/** Waits for a store no longer than it may take. Throws when it takes longer; what it does after that is not heard. */
export function inTime<T>(value: MaybePromise<T>, { clock, storeTimeoutMs }: Limits): MaybePromise<T> {
  if (!isPromiseLike(value)) return value;
  return timely(() => value, storeTimeoutMs, clock, undefined, true).then(given => {
    if (given === LATE) throw new GovernanceError('store_unavailable', `there was no answer within ${storeTimeoutMs} ms`);
    return given;
  });
}

/** Does something that must not disturb the rest; a fault, or no end of it, becomes an anomaly in the audit trail, if that still works. */
export function observed(
  work: () => MaybePromise<void>,
  code: AnomalyRecord['code'],
  subject: Subject,
  options: ResolvedOptions,
): MaybePromise<void> {
  const noted = (error: unknown): MaybePromise<void> =>
    inTime(options.audit?.append(anomalyRecord(subject, code, messageOf(error), options.clock.now())), options);
  return attempt<void>(
    () => inTime(work(), options),
    error =>
      attempt<void>(
        () => noted(error),
        () => undefined,
      ),
  );
}

/** Writes down that a request was put to humans, and tells the host; throws where it cannot be written down. */
export function recordAsk(request: ApprovalRequest, options: ResolvedOptions): MaybePromise<void> {
  return chain(
    written(options, () => askRecord(request)),
    () =>
      attempt<void>(
        () => options.onAsk?.(request),
        () => undefined,
      ),
  );
}

/** Writes down what a human said; throws where that cannot be done. */
export function recordAnswer(request: ApprovalRequest, answer: ApprovalAnswer, options: ResolvedOptions): MaybePromise<void> {
  return written(options, () => answerRecord(request, answer, options.clock.now()));
}

function written(options: ResolvedOptions, record: () => AuditRecord): MaybePromise<void> {
  return attempt<void>(
    () => inTime(options.audit?.append(record()), options),
    cause => {
      throw new GovernanceError('audit_unavailable', 'the approval could not be written down', { cause });
    },
  );
}

/** Writes a decision into session and trail, at once where they lie in one place. Returns a verdict when that fails. */
export function writeDown(evaluation: Evaluation, { run }: Frame, options: ResolvedOptions): MaybePromise<Verdict | undefined> {
  const { audit, joint } = options;
  if (joint !== undefined) return writeJointly(joint, evaluation, run.opened, options);
  return audit === undefined ? writeSession(evaluation, options) : writeBoth(evaluation, options);
}

function writeBoth(evaluation: Evaluation, options: ResolvedOptions): MaybePromise<Verdict | undefined> {
  const event = (): MaybePromise<number> => options.sessions.append(evaluation.action.sessionId, [evaluatedEvent(evaluation)]);
  return attempt<Verdict | undefined>(
    () => chain(inTime(event(), options), () => writeRecord(() => evaluationRecord(evaluation, options), options)),
    notKept,
  );
}

/** Without a trail there is one thing to write, and most stores in this process have done it when they return. */
function writeSession(evaluation: Evaluation, options: ResolvedOptions): MaybePromise<Verdict | undefined> {
  try {
    const written = options.sessions.append(evaluation.action.sessionId, [evaluatedEvent(evaluation)]);
    return isPromiseLike(written) ? keptInTime(written, options) : undefined;
  } catch (cause) {
    return notKept(cause);
  }
}

function keptInTime(written: PromiseLike<unknown>, options: ResolvedOptions): MaybePromise<Verdict | undefined> {
  return attempt<Verdict | undefined>(() => chain(inTime(written, options), () => undefined), notKept);
}

const notKept = (cause: unknown): Verdict => unwritten('store_unavailable', cause);

/** What guards have established while the action took what it needs is written in the same step. */
function writeJointly(
  joint: JointWriter,
  evaluation: Evaluation,
  session: SessionScope | undefined,
  options: ResolvedOptions,
): MaybePromise<Verdict | undefined> {
  let record: AuditRecord;
  try {
    record = evaluationRecord(evaluation, options);
  } catch (cause) {
    return unwritten('audit_unavailable', cause);
  }
  const event = evaluatedEvent(evaluation);
  const write = (): MaybePromise<void> =>
    session?.establishes === true
      ? session.establish({ event, record, expected: undefined })
      : joint.write(evaluation.action.sessionId, [event], [record]);
  return attempt<Verdict | undefined>(
    () => chain(inTime(write(), options), () => undefined),
    cause => unwritten(isOfTrail(cause) ? 'audit_unavailable' : 'store_unavailable', cause),
  );
}

const isOfTrail = (cause: unknown): boolean => isGovernanceError(cause) && cause.code === 'audit_unavailable';

/** Writes down that an action could not take what it needs, also when another attempt follows. */
export function writeCommitFailure(
  stopped: Exclude<Committed, undefined>,
  subject: Subject,
  options: ResolvedOptions,
): MaybePromise<Verdict | undefined> {
  return writeRecord(() => commitFailureRecord(subject, stopped, options.clock.now()), options);
}

function writeRecord(record: () => AuditRecord, options: ResolvedOptions): MaybePromise<Verdict | undefined> {
  const { audit } = options;
  if (audit === undefined) return undefined;
  return attempt<Verdict | undefined>(
    () => chain(inTime(audit.append(record()), options), () => undefined),
    cause => unwritten('audit_unavailable', cause),
  );
}

/** Our own errors say a way out; what others throw may hold anything. */
function unwritten(code: 'store_unavailable' | 'audit_unavailable', cause: unknown): Verdict {
  const why = isGovernanceError(cause) ? `: ${cause.message}` : '';
  return unavailable(code, `the decision could not be written down${why}`, cause);
}

/** Tells guards and the tracer of a decision. A fault in one of them is an anomaly and stops none of the others. */
export function told(evaluation: Evaluation, { plan, run }: Frame, options: ResolvedOptions): MaybePromise<Evaluation> {
  const { tracer } = options;
  const hearers = run.brought.length === 0 ? plan.hearers : [plan, ...run.brought].flatMap(each => each.hearers);
  return tracer === undefined && hearers.length === 0 ? evaluation : tellAll(evaluation, hearers, options);
}

function tellAll(evaluation: Evaluation, hearers: readonly GuardNode[], options: ResolvedOptions): MaybePromise<Evaluation> {
  const { tracer } = options;
  const subject = subjectOf(evaluation);
  const hear = (guard: GuardNode): MaybePromise<undefined> =>
    chain(
      observed(() => guard.decided?.(evaluation), 'record_failed', subject, options),
      () => undefined,
    );
  const trace = (): MaybePromise<void> => observed(() => tracer?.evaluated?.(evaluation), 'tracer_failed', subject, options);
  return chain(chain(first(hearers, hear), trace), () => evaluation);
}

/** Remembers an action without a call id by its object, which is the only name that it has. */
export function remember(
  known: WeakMap<object, Evaluation>,
  input: ActionInput | Evaluation,
  evaluation: Evaluation,
): Evaluation {
  const isUnnamed = evaluation.action.callId === undefined && typeof input === 'object' && input !== null;
  if (isUnnamed) known.set(input, evaluation);
  return evaluation;
}

/** The last evaluation of an action without a call id: one that was resumed comes after the one that asked. */
export function latest(known: WeakMap<object, Evaluation>, subject: ActionInput | Evaluation): ActionInput | Evaluation {
  let found = subject;
  for (let next = known.get(found); next !== undefined; next = known.get(found)) found = next;
  return found;
}
