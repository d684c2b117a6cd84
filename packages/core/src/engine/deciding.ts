import type { Action, ActionInput } from '../model/action.ts';
import { isGovernanceError } from '../model/errors.ts';
import type { GuardNode } from '../model/node.ts';
import type { MaybePromise } from '../model/json.ts';
import { chain, isPromiseLike } from '../model/maybe.ts';
import type { BuiltPolicy } from '../model/settings.ts';
import type { Verdict } from '../model/verdict.ts';
import { uuidsAt } from '../ports/ids.ts';
import { ABORTED, decide, defaultVerdict, lets, obligationsOf, takesAnything, tooLarge, unavailable, worse } from './decide.ts';
import { digestPolicy } from './digest.ts';
import { FrameEvaluation } from './evaluation.ts';
import { gaveUp } from './evaluationMode.ts';
import type { Begun, Bookkeeping, EvaluationMode } from './evaluationMode.ts';
import { asyncInSync, evaluateRoot } from './evaluator.ts';
import type { ResolvedEvaluatorOptions } from './evaluatorOptions.ts';
import { Frame, Run } from './frame.ts';
import type { RunHost } from './frame.ts';
import { NO_ACTION, freezeAction } from './freezeAction.ts';
import type { PlanNode } from './plan.ts';
import { planTree } from './plan.ts';
import type { Decision, Evaluation } from '../model/evaluation.ts';

/**
 * Decides about actions: from what a runtime says to an evaluation. Every evaluation takes this path, whatever starts it. What only some
 * evaluations wait for is a method apart: a function that makes a closure anywhere pays for it on every call.
 */
export class Deciding implements RunHost {
  readonly root: GuardNode;
  readonly placeOf: BuiltPolicy['placeOf'];
  readonly plan: PlanNode;
  readonly options: ResolvedEvaluatorOptions;
  readonly nextId: (now: number) => string;
  readonly books: Bookkeeping | undefined;
  #digest: string | undefined;

  constructor(
    { policy, placeOf }: { readonly policy: GuardNode; readonly placeOf: BuiltPolicy['placeOf'] },
    options: ResolvedEvaluatorOptions,
    keeping?: (deciding: Deciding) => Bookkeeping,
  ) {
    this.root = policy;
    this.placeOf = placeOf;
    this.plan = planTree(policy);
    this.options = options;
    this.nextId = options.ids ?? uuidsAt();
    this.books = keeping?.(this);
  }

  get policyDigest(): string {
    return (this.#digest ??= this.options.policyDigest ?? digestPolicy(this.root));
  }

  evaluate(input: ActionInput, how: EvaluationMode): MaybePromise<Evaluation> {
    const startedAt = this.options.clock.elapsed();
    let action: Action;
    try {
      action = freezeAction(input, this.options.tools);
    } catch (error) {
      const why = isGovernanceError(error) ? error.message : 'the action cannot be read';
      if (isGovernanceError(error) && error.code === 'action_too_large') return this.#refuse(tooLarge(error), how, startedAt);
      return this.#refuse(unavailable('invalid_action', why, error), how, startedAt);
    }
    const begun = how.dry ? undefined : this.books?.begin(action);
    return begun === undefined ? this.attempt(action, how, startedAt, 1) : this.#attemptAfter(begun, action, how, startedAt);
  }

  #attemptAfter(begun: Begun, action: Action, how: EvaluationMode, startedAt: number): MaybePromise<Evaluation> {
    return chain(begun, fault =>
      fault === undefined
        ? this.attempt(action, how, startedAt, 1)
        : this.#refuse(unavailable('hook_failed', 'a hook before the policy failed', fault.failed), how, startedAt, action),
    );
  }

  /** Throws where something on the way is asynchronous. */
  evaluateSync(input: ActionInput, how: EvaluationMode): Evaluation {
    const evaluation = this.evaluate(input, how);
    if (!isPromiseLike(evaluation)) return evaluation;
    how.abandoned = true;
    evaluation.then(
      late => this.books?.abandon(late),
      () => undefined,
    );
    throw asyncInSync();
  }

  /** Evaluates an action that is frozen already. */
  attempt(action: Action, how: EvaluationMode, startedAt: number, race: number): MaybePromise<Evaluation> {
    const root = new Frame(new Run(action, how, this), this.plan, undefined);
    const said = this.books === undefined ? evaluateRoot(root) : this.books.check(root);
    return isPromiseLike(said) ? this.#decideOn(said, root, startedAt, race) : this.#decide(root, said, startedAt, race);
  }

  #decideOn(said: PromiseLike<Verdict>, root: Frame, startedAt: number, race: number): PromiseLike<Evaluation> {
    return said.then(verdict => this.#decide(root, verdict, startedAt, race));
  }

  #decide(root: Frame, said: Verdict, startedAt: number, race: number): MaybePromise<Evaluation> {
    const { how } = root.run;
    const { mode } = this.options;
    if (gaveUp(how)) return this.finish(root, decide(ABORTED, mode), startedAt);
    const verdict = said.applicable === false ? defaultVerdict(this.options.default) : said;
    const obligations = obligationsOf(root);
    if ('ruling' in obligations) return this.finish(root, decide(worse(verdict, obligations), mode), startedAt);
    const isSettled = how.dry || how.inAdvance === true || (lets(verdict) && !takesAnything(root));
    if (isSettled || this.books === undefined) return this.finish(root, decide(verdict, mode, obligations), startedAt);
    return this.books.carryOut({ root, verdict, obligations, startedAt, race });
  }

  finish(root: Frame, decision: Decision, startedAt: number): MaybePromise<Evaluation> {
    const evaluation = new FrameEvaluation(root, decision, this.options.clock.elapsed() - startedAt);
    const { how } = root.run;
    return how.dry || how.abandoned || this.books === undefined ? evaluation : this.books.close(root, evaluation, startedAt);
  }

  /** The evaluation of an action that cannot even be looked at. */
  #refuse(verdict: Verdict, how: EvaluationMode, startedAt: number, action: Action = NO_ACTION): MaybePromise<Evaluation> {
    const root = new Frame(new Run(action, how, this), planTree({ name: 'engine', check: () => verdict }), undefined);
    root.verdict = verdict;
    return this.finish(root, decide(verdict, this.options.mode), startedAt);
  }
}
