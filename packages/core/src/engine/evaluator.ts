import type { Interval, Maybe } from '../algebra.ts';
import { definite, isDefinite } from '../algebra.ts';
import type { Annotation, GovernanceContext } from '../model/context.ts';
import { GovernanceError, InvariantError } from '../model/errors.ts';
import { Frame } from './frame.ts';
import type { GuardNode } from '../model/node.ts';
import type { MaybePromise } from '../model/json.ts';
import { Suspension, isPromiseLike } from '../model/maybe.ts';
import type { PlanNode } from './plan.ts';
import { planTree } from './plan.ts';
import { rulingAt, severityOf } from '../model/ruling.ts';
import { conclude, fault, recognized, settle, threw } from './settleVerdict.ts';
import type { Verdict } from '../model/verdict.ts';
import { pass, skip } from '../model/verdict.ts';

const PASS = pass();
const SKIP = skip();

/**
 * Evaluates one node of a tree and everything below it. The only place that calls `check`: what a guard throws, leaves
 * hanging or returns by mistake becomes an errored verdict here, so a combinator sees nothing but verdicts.
 */
function evaluateNode(plan: PlanNode, parent: Frame): MaybePromise<Verdict> {
  parent.stillChecking();
  const frame = new Frame(parent.run, plan, parent);
  if (parent.children === undefined) parent.children = [frame];
  else parent.children.push(frame);
  const { maxDepth } = parent.run.options;
  if (frame.depth > maxDepth) return settle(frame, fault(frame, 'depth_exceeded', `the tree is deeper than ${maxDepth} nodes`));
  return check(frame);
}

/** Evaluates a whole tree, from a root frame that the engine has made. */
export function evaluateRoot(root: Frame): MaybePromise<Verdict> {
  return check(root);
}

/** The misuse of evaluating asynchronous guards synchronously. */
export function asyncInSync(): GovernanceError {
  return new GovernanceError(
    'async_in_sync',
    'a guard, the analyser or a store answered with a promise: use `evaluate`, not `evaluateSync`',
  );
}

function check(frame: Frame): MaybePromise<Verdict> {
  const { run, plan } = frame;
  const startedAt = run.how.timing ? run.options.clock.elapsed() : undefined;
  const { risk } = run;
  const noted = run.annotations;
  try {
    const said = plan.guard.check(run.action, frame);
    if (said === PASS && startedAt === undefined && !run.closed) return (frame.verdict = plan.pass);
    const known = recognized(frame, said);
    if (known !== undefined) return conclude(frame, known, startedAt);
    if (!isPromiseLike(said)) return settle(frame, said, startedAt);
    if (run.how.sync) throw unheard(said);
    return later(frame, said, { noted, risk }, startedAt);
  } catch (thrown) {
    if (run.how.sync && thrown instanceof GovernanceError && thrown.code === 'async_in_sync') throw thrown;
    return thrown instanceof Suspension ? again(frame, thrown, { noted, risk }) : settle(frame, threw(frame, thrown), startedAt);
  }
}

/** What had been noted before a guard was called: a guard that is called again starts from there. */
interface Noted {
  readonly noted: readonly Annotation[];
  readonly risk: number;
}

function again(frame: Frame, suspension: Suspension, before: Noted): PromiseLike<Verdict> {
  const { run } = frame;
  if (run.how.sync) throw unheard(suspension.ready);
  run.annotations = before.noted;
  run.risk = before.risk;
  frame.children = undefined;
  const ready = suspension.ready.then(
    () => frame.verdict ?? check(frame),
    (cause: unknown) => frame.verdict ?? fault(frame, 'store_unavailable', 'the session could not be read', cause),
  );
  return later(frame, ready, before);
}

/** Ignores the promise's result and error. */
function unheard(promise: PromiseLike<unknown>): GovernanceError {
  promise.then(
    () => undefined,
    () => undefined,
  );
  return asyncInSync();
}

/** Waits for a guard's promise, but no longer than its time, and no longer than the caller. What comes later is not heard. */
function later(frame: Frame, said: PromiseLike<unknown>, before: Noted, startedAt?: number): Promise<Verdict> {
  const { clock, guardTimeoutMs } = frame.run.options;
  const { signal } = frame.run.how;
  return new Promise(resolve => {
    const limit = guardTimeoutMs * frame.plan.size;
    const finish = (verdict: () => MaybePromise<Verdict>): void => {
      cancel();
      signal?.removeEventListener('abort', gaveUp);
      resolve(frame.verdict ?? heard(frame, verdict));
    };
    const gaveUp = (): void => finish(() => settle(frame, fault(frame, 'aborted', 'the caller gave up'), startedAt));
    const stop = (): void => {
      frame.abort();
      finish(() => settle(frame, fault(frame, 'guard_timeout', `the guard did not answer within ${limit} ms`), startedAt));
    };
    const cancel = clock.after(limit, stop, true);
    signal?.addEventListener('abort', gaveUp, { once: true });
    Promise.resolve(said).then(
      verdict => finish(() => settle(frame, verdict, startedAt)),
      (thrown: unknown) =>
        finish(() =>
          thrown instanceof Suspension ? again(frame, thrown, before) : settle(frame, threw(frame, thrown), startedAt),
        ),
    );
    if (signal?.aborted === true) gaveUp();
  });
}

/** A verdict that cannot even be looked at is one more fault. */
function heard(frame: Frame, verdict: () => MaybePromise<Verdict>): MaybePromise<Verdict> {
  try {
    return verdict();
  } catch (thrown) {
    return settle(frame, threw(frame, thrown));
  }
}

/** Returns what is known of a verdict's ruling, or undefined when the node does not apply. */
export function intervalOf(verdict: Verdict): Maybe<Interval> {
  return verdict.applicable === false ? undefined : (verdict.range ?? definite(severityOf(verdict.ruling)));
}

/** Returns the intervals of verdicts without repeating one that has just been: enough for what is idempotent. */
export function distinctIntervals(verdicts: readonly Verdict[]): readonly Maybe<Interval>[] {
  const found: Interval[] = [];
  let last: Maybe<Interval>;
  for (const verdict of verdicts) {
    const interval = intervalOf(verdict);
    if (interval !== undefined && interval !== last) found.push((last = interval));
  }
  return found;
}

/**
 * Says a combinator's result in the words of the first child that it rests on: that child's own verdict where the
 * ruling is the same, else a copy with the interval of the whole.
 */
export function verdictFor(interval: Maybe<Interval>, verdicts: readonly Verdict[]): Verdict {
  if (interval === undefined) return SKIP;
  const ruling = rulingAt(interval.worst);
  for (const each of verdicts) {
    if (restsOn(each, interval)) return isDefinite(interval) ? each : Object.freeze({ ...each, ruling, range: interval });
  }
  throw new InvariantError('invalid_guard', `no child has the ruling \`${ruling}\` that the node ended with`);
}

/** Whether a node's ruling rests on a child: it may be as strict as the node at its strictest, and as definite. */
export function restsOn(verdict: Verdict | undefined, { best, worst }: Interval): boolean {
  const said = verdict && intervalOf(verdict);
  return said !== undefined && said.worst === worst && (best !== worst || said.best === best);
}

/**
 * Evaluates one child of a combinator through the evaluator; `index` is its place among the node's children. The way
 * for a guard to delegate: never call another guard's `check` yourself, or its faults become yours.
 */
export function evaluateChild(ctx: GovernanceContext, child: GuardNode, index = 0): MaybePromise<Verdict> {
  const frame = frameOf(ctx);
  const planned = frame.plan.children[index];
  const plan = planned?.guard === child ? planned : frame.plan.children.find(each => each.guard === child);
  return evaluateNode(plan ?? planBrought(frame, child), frame);
}

/** Plans a guard that another one delegates to without naming it among its children. */
function planBrought({ run }: Frame, child: GuardNode): PlanNode {
  const plan = planTree(child);
  if (plan.keeps) run.mustKeep(child);
  if (plan.commits || plan.stops || plan.hearers.length > 0) run.brought = [...run.brought, plan];
  return plan;
}

/**
 * Evaluates children in order, one after the other, so that a later child sees what an earlier one noted. Where `enough`
 * says that the verdicts so far settle the ruling, the rest is left out and stays undefined.
 */
export function evaluateChildren(
  ctx: GovernanceContext,
  children: readonly GuardNode[],
  enough?: (soFar: readonly Verdict[]) => boolean,
): MaybePromise<readonly Verdict[]> {
  const frame = frameOf(ctx);
  const plans = frame.plan.guard.children === children ? frame.plan.children : children.map(child => planBrought(frame, child));
  const stop = frame.run.how.dry ? undefined : enough;
  return collect(plans, frame, [], stop);
}

function collect(
  plans: readonly PlanNode[],
  frame: Frame,
  verdicts: Verdict[],
  enough: ((soFar: readonly Verdict[]) => boolean) | undefined,
): MaybePromise<readonly Verdict[]> {
  for (let index = verdicts.length; index < plans.length; index++) {
    if (enough !== undefined && index > 0 && enough(verdicts)) break;
    const plan = plans[index] as PlanNode;
    const verdict = evaluateNode(plan, frame);
    if (verdict !== plan.pass && verdict !== frame.children?.[frame.children.length - 1]?.verdict && isPromiseLike(verdict))
      return collectAfter(verdict, plans, frame, verdicts, enough);
    verdicts.push(verdict);
  }
  return verdicts;
}

/** Apart, because a function that makes a closure anywhere pays for it on every call. */
function collectAfter(
  pending: PromiseLike<Verdict>,
  plans: readonly PlanNode[],
  frame: Frame,
  verdicts: readonly Verdict[],
  enough: ((soFar: readonly Verdict[]) => boolean) | undefined,
): PromiseLike<readonly Verdict[]> {
  return pending.then<readonly Verdict[]>(verdict => collect(plans, frame, [...verdicts, verdict], enough));
}

function frameOf(ctx: GovernanceContext): Frame {
  if (ctx instanceof Frame) return ctx;
  throw new InvariantError('invalid_param', 'a combinator can only be checked with the context that the engine gave it');
}
