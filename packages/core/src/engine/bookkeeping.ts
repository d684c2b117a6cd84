import type { Action } from '../model/action.ts';
import type { MaybePromise } from '../model/json.ts';
import { attempt, chain, first } from '../model/maybe.ts';
import type { Verdict } from '../model/verdict.ts';
import { asked } from './approving.ts';
import { giveBack, inOneStep, noteStopped, release, takeAll } from './commit.ts';
import { ABORTED, commitFailure, decide } from './decide.ts';
import type { Deciding } from './deciding.ts';
import type { Hook, ResolvedOptions } from './engineOptions.ts';
import { FrameEvaluation } from './evaluation.ts';
import { gaveUp } from './evaluationMode.ts';
import { evaluateRoot } from './evaluator.ts';
import type { Frame, Run } from './frame.ts';
import { decideUnruled } from './pause.ts';
import { SessionScope } from './scope.ts';
import { told, writeCommitFailure, writeDown } from './writeDown.ts';
import type { Decision, Evaluation } from '../model/evaluation.ts';
import type { Begun, Bookkeeping, Pending } from './evaluationMode.ts';
import type { Committed } from './decide.ts';
import { subjectOf } from '../model/subject.ts';

const MAX_RACES = 3;

/** What is left to do about a decision that is written down. */
type Rest = () => MaybePromise<Evaluation>;

function runHooks(hooks: readonly Hook[], action: Action): Begun {
  return attempt<Awaited<Begun>>(
    () => first(hooks, hook => chain(hook.preAction?.(action), () => undefined)),
    failed => ({ failed }),
  );
}

/** The books of an engine, in the stores that its options give it. */
export class EngineBooks implements Bookkeeping {
  readonly #options: ResolvedOptions;
  readonly #deciding: Deciding;

  constructor(options: ResolvedOptions, deciding: Deciding) {
    this.#options = options;
    this.#deciding = deciding;
  }

  openSession(run: Run): SessionScope {
    return new SessionScope(this.#options, run);
  }

  begin(action: Action): Begun {
    const { hooks } = this.#options;
    return hooks.length === 0 ? undefined : runHooks(hooks, action);
  }

  check(root: Frame): MaybePromise<Verdict> {
    const { joint } = this.#options;
    return joint?.reading === undefined ? evaluateRoot(root) : joint.reading(() => evaluateRoot(root));
  }

  carryOut(pending: Pending): MaybePromise<Evaluation> {
    const { root, verdict, obligations } = pending;
    const { mode } = this.#options;
    const unruled = decideUnruled(root, verdict, obligations, mode);
    return unruled === undefined ? this.#rule(pending) : this.#carryOutUnless(unruled, pending);
  }

  #carryOutUnless(unruled: MaybePromise<Decision | undefined>, pending: Pending): MaybePromise<Evaluation> {
    return chain(unruled, decision =>
      decision === undefined ? this.#rule(pending) : this.#deciding.finish(pending.root, decision, pending.startedAt),
    );
  }

  #rule(pending: Pending): MaybePromise<Evaluation> {
    const { root, verdict, obligations, startedAt } = pending;
    const isOver = verdict.ruling === 'block' && !gaveUp(root.run.how);
    if (!isOver) return this.#take(pending);
    return this.#deciding.finish(root, decide(verdict, this.#options.mode, obligations), startedAt);
  }

  close(root: Frame, evaluation: Evaluation, startedAt: number): MaybePromise<Evaluation> {
    const failed = this.#keep(root, evaluation);
    return failed === undefined ? told(evaluation, root, this.#options) : this.#closeOn(failed, root, evaluation, startedAt);
  }

  async abandon({ context }: Evaluation): Promise<void> {
    await release(context);
  }

  /** Asks whom the verdict wants asked, and takes what the action needs. */
  #take(pending: Pending): MaybePromise<Evaluation> {
    const { root, obligations, startedAt } = pending;
    const { how, session } = root.run;
    const options = this.#options;
    const finish = (decision: Decision): MaybePromise<Evaluation> => this.#deciding.finish(root, decision, startedAt);
    return chain(asked(pending, options), answered => {
      const lost = (stopped: Exclude<Committed, undefined>): MaybePromise<Evaluation> => this.#lost(pending, stopped);
      const take = (): MaybePromise<Rest> =>
        chain(gaveUp(how) ? undefined : takeAll(root, answered, options), stopped => {
          if (gaveUp(how)) return () => chain(giveBack(session), () => finish(decide(ABORTED, options.mode)));
          if (stopped !== undefined) return () => lost(stopped);
          return this.#write(root, decide(answered.verdict, options.mode, obligations, answered.approval), startedAt);
        });
      return chain(inOneStep(root, answered, options, take, lost), next => next());
    });
  }

  /** When a race for what the action needs is lost, the action is evaluated again. */
  #lost({ root, startedAt, race }: Pending, stopped: Exclude<Committed, undefined>): MaybePromise<Evaluation> {
    const { mode } = this.#options;
    return chain(writeCommitFailure(stopped, subjectOf(root.run), this.#options), unwritten => {
      if (unwritten !== undefined) return this.#deciding.finish(root, decide(unwritten, mode), startedAt);
      const { action, how } = root.run;
      return 'lost' in stopped && race < MAX_RACES
        ? this.#deciding.attempt(action, how, startedAt, race + 1)
        : this.#deciding.finish(root, decide(commitFailure(stopped), mode), startedAt);
    });
  }

  /** Like `close`, in a step that may not be kept: returns what is left to do when it is. */
  #write(root: Frame, decision: Decision, startedAt: number): MaybePromise<Rest> {
    const evaluation = new FrameEvaluation(root, decision, this.#options.clock.elapsed() - startedAt);
    if (root.run.how.dry || root.run.how.abandoned) return () => evaluation;
    return chain(this.#keep(root, evaluation), failed => () => this.#conclude(root, evaluation, failed, startedAt));
  }

  #keep(root: Frame, evaluation: Evaluation): MaybePromise<Verdict | undefined> {
    const noted = evaluation.passed ? undefined : noteStopped(root, evaluation, this.#options);
    return noted === undefined ? writeDown(evaluation, root, this.#options) : this.#writeAfter(noted, root, evaluation);
  }

  #writeAfter(noted: PromiseLike<void>, root: Frame, evaluation: Evaluation): PromiseLike<Verdict | undefined> {
    return noted.then(() => writeDown(evaluation, root, this.#options));
  }

  #closeOn(
    kept: MaybePromise<Verdict | undefined>,
    root: Frame,
    evaluation: Evaluation,
    startedAt: number,
  ): MaybePromise<Evaluation> {
    return chain(kept, failed => this.#conclude(root, evaluation, failed, startedAt));
  }

  #conclude(root: Frame, evaluation: Evaluation, failed: Verdict | undefined, startedAt: number): MaybePromise<Evaluation> {
    if (failed === undefined) return told(evaluation, root, this.#options);
    const { mode, clock } = this.#options;
    const blocked = new FrameEvaluation(root, decide(failed, mode), clock.elapsed() - startedAt);
    return chain(release(root), () => blocked);
  }
}
