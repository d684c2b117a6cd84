import type { AskedMaybe } from './approving.ts';
import { ENGINE, STORES, lets, takesAnything } from './decide.ts';
import type { ResolvedOptions } from './engineOptions.ts';
import type { Frame } from './frame.ts';
import type { GovernanceContext } from '../model/context.ts';
import type { CommitResult } from '../model/node.ts';
import type { MaybePromise } from '../model/json.ts';
import { attempt, chain, first } from '../model/maybe.ts';
import { SessionScope } from './scope.ts';
import { historyFrames } from './historyFrames.ts';
import { framesOf, pathOf } from './walk.ts';
import { inTime, observed } from './writeDown.ts';
import type { Evaluation } from '../model/evaluation.ts';
import type { Committed } from './decide.ts';
import { subjectOf } from '../model/subject.ts';

/** Gives back what an evaluation took, and lets reservations that cannot be given back expire. */
export function release({ session }: GovernanceContext): MaybePromise<void> {
  return session instanceof SessionScope ? giveBack(session) : undefined;
}

const takes = (root: Frame, { verdict, claim }: AskedMaybe): boolean =>
  lets(verdict) && (claim !== undefined || takesAnything(root));

/**
 * Takes what the action needs, and uses up the approval that it rests on, for no longer than a store may take; the facts that
 * guards set come last. What is taken after that time is given back: the action is stopped by then.
 */
export function takeAll(root: Frame, answered: AskedMaybe, options: ResolvedOptions): MaybePromise<Committed> {
  if (!takes(root, answered)) return undefined;
  const { session } = root.run;
  if (answered.claim !== undefined) root.run.granted = answered.approval?.questions ?? [];
  let isOver = false;
  const commit = (): MaybePromise<Committed> => commitAndClaim(root, answered, options, () => isOver);
  // In one transaction with the decision, they are written with it.
  const establish = (): MaybePromise<Committed> =>
    options.joint?.together === undefined ? chain(session.establish(), () => undefined) : undefined;
  return attempt<Committed>(
    () =>
      inTime(
        chain(commit(), stopped => (isOver ? chain(giveBack(session), () => stopped) : (stopped ?? establish()))),
        options,
      ),
    failed => {
      isOver = true;
      session.phase = 'check';
      return chain(giveBack(session), () => ({ failed, guard: STORES }));
    },
  );
}

/**
 * Takes what the action needs and writes its decision down, in one transaction where session and trail lie in one place that has
 * them: `work` returns what is left to do afterwards. `failed` is what is left to do when it could not be kept.
 */
export function inOneStep<T>(
  root: Frame,
  answered: AskedMaybe,
  { joint }: ResolvedOptions,
  work: () => MaybePromise<() => T>,
  failed: (stopped: Exclude<Committed, undefined>) => T,
): MaybePromise<() => T> {
  if (joint?.together === undefined || !takes(root, answered)) return work();
  try {
    return joint.together(work);
  } catch (cause) {
    return () => failed({ failed: cause, guard: STORES });
  }
}

function commitAndClaim(
  root: Frame,
  { claim }: AskedMaybe,
  { approvals }: ResolvedOptions,
  isOver: () => boolean,
): MaybePromise<Committed> {
  return chain(commitPath(root), outcome => {
    if (outcome !== undefined || claim === undefined || isOver()) return outcome;
    const consumed = attempt<Committed>(
      () => chain(approvals.consume(claim), result => (result.valid ? undefined : { lost: result.why, guard: ENGINE })),
      failed => ({ failed, guard: ENGINE }),
    );
    return chain(consumed, (stopped): MaybePromise<Committed> =>
      stopped === undefined ? undefined : chain(giveBack(root.run.session), () => stopped),
    );
  });
}

/** Lets every guard on the deciding path take what it needs, in order. When one cannot, what was taken is given back. */
function commitPath(root: Frame): MaybePromise<Committed> {
  const deciding = Array.from(pathOf(root, 'committing'));
  const frames = [...deciding, ...watchingOf(root), ...historyFrames(root)].filter(
    frame => frame.plan.guard.commit !== undefined,
  );
  if (frames.length === 0) return undefined;
  const { session } = root.run;
  session.phase = 'commit';
  session.deferring = true;
  return chain(first(frames, commitOne), (stopped): MaybePromise<Committed> => {
    session.phase = 'check';
    return stopped === undefined ? undefined : chain(giveBack(session), () => stopped);
  });
}

/** Tells the guards that want to know it that the action does not go ahead, and writes down at once what they note. */
export function noteStopped(root: Frame, evaluation: Evaluation, options: ResolvedOptions): MaybePromise<void> {
  const { plan, run } = root;
  return plan.stops || run.brought.some(({ stops }) => stops) ? tellStopped(root, evaluation, options) : undefined;
}

function tellStopped(root: Frame, evaluation: Evaluation, options: ResolvedOptions): MaybePromise<void> {
  const { session } = root.run;
  const why = evaluation.ruling === 'ask' ? 'ask' : 'block';
  const safely = (work: () => MaybePromise<void>): MaybePromise<void> =>
    observed(work, 'record_failed', subjectOf(evaluation), options);
  const tell = (frame: Frame): MaybePromise<undefined> =>
    chain(
      safely(() => frame.plan.guard.stopped?.(frame.run.action, why, frame)),
      () => undefined,
    );
  session.phase = 'commit';
  session.deferring = true;
  return chain(first(framesOf(root), tell), () =>
    chain(
      safely(() => session.establish()),
      () => void (session.phase = 'check'),
    ),
  );
}

/** The guards that skipped the action and want to know all the same that it goes ahead. */
function watchingOf(frame: Frame, found: Frame[] = []): readonly Frame[] {
  const { plan, verdict, children = [], run } = frame;
  if (!plan.watches && run.brought.length === 0) return found;
  if (plan.guard.watches === true && verdict?.applicable === false) found.push(frame);
  for (const child of children) watchingOf(child, found);
  return found;
}

/** Gives back what this evaluation took itself; what cannot be given back expires. */
export function giveBack(session: SessionScope): MaybePromise<void> {
  return attempt<void>(
    () => session.release(),
    () => undefined,
  );
}

function commitOne(frame: Frame): MaybePromise<Committed> {
  const { guard, name } = frame.plan;
  const result = attempt<CommitResult | { readonly failed: unknown }>(
    () => guard.commit?.(frame.run.action, frame),
    failed => ({ failed }),
  );
  return chain(result, answer => (answer === undefined ? undefined : { ...answer, guard: name }));
}
