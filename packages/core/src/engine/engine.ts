import type { Action, ActionInput, OutcomeInput } from '../model/action.ts';
import { asked } from './approving.ts';
import type { ErrorCode } from '../model/codes.ts';
import { giveBack, inOneStep, noteStopped, release, takeAll, takesAnything } from './commit.ts';
import type { Committed } from './commit.ts';
import { ABORTED, commitFailure, decide, defaultVerdict, lets, obligationsOf, unavailable, worse } from './decide.ts';
import { digestPolicy } from './digest.ts';
import { resolveOptions, settingsOf } from './engineOptions.ts';
import type { EngineOptions, ResolvedOptions } from './engineOptions.ts';
import { GovernanceError } from '../model/errors.ts';
import { FrameEvaluation } from './evaluation.ts';
import type { Decision, Evaluation } from './evaluation.ts';
import { asyncInSync, evaluateRoot } from './evaluator.ts';
import { Frame, Run } from './frame.ts';
import type { RunHost } from './frame.ts';
import { NO_ACTION, freezeAction } from './freezeAction.ts';
import type { Guard, GuardInput } from '../model/guard.ts';
import { toGuard } from '../model/guard.ts';
import { uuidsAt } from '../ports/ids.ts';
import type { MaybePromise } from '../model/json.ts';
import { DRY_RUN, gaveUp, modeOf } from './evaluationMode.ts';
import type { EvaluateOptions, EvaluationMode } from './evaluationMode.ts';
import { attempt, chain, first, isPromiseLike } from '../model/maybe.ts';
import { checkNeeds } from './needs.ts';
import { decideUnruled } from './pause.ts';
import type { PlanNode } from './plan.ts';
import { planTree } from './plan.ts';
import type { NodeData } from '../policy/policyData.ts';
import { describeTree } from '../policy/policyData.ts';
import { subjectOf } from './records.ts';
import type { BuiltPolicy } from '../model/settings.ts';
import { openCallOf, owedOutput, recordOutcome } from './settle.ts';
import type { OutcomeReceipt } from './settle.ts';
import { resumed, withdrawPrompts } from './consent.ts';
import type { HumanAnswer } from './consent.ts';
import type { OutputObligations } from '../model/obligations.ts';
import type { Verdict } from '../model/verdict.ts';
import { latest, remember, told, writeCommitFailure, writeDown } from './writeDown.ts';

const MAX_RACES = 3;

/**
 * Decides about actions and remembers what became of them: the only owner of evaluation. Two calls are the whole
 * integration: {@link PolicyEngine.evaluate} before the action, {@link PolicyEngine.postAction} after it.
 *
 * @example
 * ```ts
 * import { All, PolicyEngine, block, guard, pass } from '@licet/core';
 *
 * const engine = new PolicyEngine(All(guard('no_writes', action => (action.kind === 'write' ? block('the project is frozen', { fix: 'read instead' }) : pass()))));
 * const evaluation = await engine.evaluate({ kind: 'write', payload: { path: 'a.txt' } });
 * evaluation.passed; // => false
 * evaluation.reason; // => 'the project is frozen'
 * evaluation.fix?.summary; // => 'read instead'
 * ```
 */
export class PolicyEngine {
  readonly #root: Guard;
  readonly #plan: PlanNode;
  readonly #options: ResolvedOptions;
  readonly #host: RunHost;
  readonly #settled: WeakSet<Evaluation> = new WeakSet();
  readonly #turns: Map<string, Promise<OutcomeReceipt>> = new Map();
  readonly #unnamed: WeakMap<object, Evaluation> = new WeakMap();
  #digest: string | undefined;

  /**
   * Takes a tree, or a loaded policy together with what its file says about defaults, modes and time limits. Throws an
   * {@link InvariantError}: of code `needs_unmet` when the policy needs what the engine is not given (`effects`, an open
   * store), of code `unknown_option` for an option that there is not.
   */
  constructor(policy: GuardInput | BuiltPolicy, options: EngineOptions = {}) {
    const { policy: tree, settings } = settingsOf(policy);
    this.#root = toGuard(tree);
    this.#plan = planTree(this.#root);
    this.#options = resolveOptions(options, settings);
    checkNeeds(this.#root, settings, options);
    this.#host = { options: this.#options, policyDigest: () => this.policyDigest, nextId: this.#options.ids ?? uuidsAt() };
  }

  /** The identity of the policy: equal for equal trees. */
  get policyDigest(): string {
    return (this.#digest ??= this.#options.policyDigest ?? digestPolicy(this.#root));
  }

  /**
   * Decides whether an action may run, and reserves what it will use if it may. Never rejects for anything an agent can
   * write: a malformed action is a block. Evaluating the same call of a session again charges nothing again.
   */
  async evaluate(action: ActionInput, options: EvaluateOptions = {}): Promise<Evaluation> {
    return chain(this.#evaluate(action, modeOf(options)), evaluation => remember(this.#unnamed, action, evaluation));
  }

  /**
   * Like {@link PolicyEngine.evaluate}, without a promise. Throws a {@link GovernanceError} of code `async_in_sync` when
   * something on the way is asynchronous; what was reserved is then given back, and the action must not run.
   */
  evaluateSync(action: ActionInput, options: EvaluateOptions = {}): Evaluation {
    const how = modeOf(options, true);
    const evaluation = this.#evaluate(action, how);
    if (!isPromiseLike(evaluation)) return remember(this.#unnamed, action, evaluation);
    how.abandoned = true;
    evaluation.then(
      late => release(late.context),
      () => undefined,
    );
    throw asyncInSync();
  }

  /**
   * Takes a human's answer to what an evaluation asked, and decides about the action once more: a yes counts for the same
   * action, policy and session, once, and only while the question waits; then the evaluation passes unless something else
   * stops it. Takes the evaluation, or, where a runtime enters anew, the action with its call id: the answer is then one to the
   * question that was put for that call, and to no other. Questions that name or count people need `by`.
   *
   * @example
   * ```ts
   * import { PolicyEngine, ask, guard } from '@licet/core';
   *
   * const engine = new PolicyEngine(guard('who', () => ask('it reaches others', { fix: 'ask the user' })));
   * const asked = await engine.evaluate({ kind: 'tool', tool: 'send', payload: { to: 'ann' } });
   * (await engine.resume(asked, { granted: true, by: 'ben' })).passed; // => true
   * (await engine.resume({ kind: 'tool', tool: 'send', callId: 'never asked' }, { granted: true })).ruling; // => 'ask'
   * ```
   */
  async resume(subject: Evaluation | ActionInput, answer: HumanAnswer, options: EvaluateOptions = {}): Promise<Evaluation> {
    const evaluation = await resumed(subject, answer, {
      options: this.#options,
      policyDigest: () => this.policyDigest,
      again: action => this.#evaluate(action, modeOf(options)),
    });
    return evaluation === subject ? evaluation : remember(this.#unnamed, subject, evaluation);
  }

  /** Evaluates the same tree by the same path, collects everything, and changes nothing: no commit, no record, no question to a human. */
  async explain(
    action: ActionInput,
    options: Pick<EvaluateOptions, 'signal'> & { readonly timing?: boolean } = {},
  ): Promise<Evaluation> {
    const { signal, timing = false } = options;
    return this.#evaluate(action, { ...modeOf(signal && { signal }), dry: true, timing });
  }

  /** Returns the policy tree as data, with what each child is to its parent. */
  describe(): NodeData {
    return describeTree(this.#root, true);
  }

  /**
   * Reports what really happened. Reservations become charges, or are given back when the action did not run. Takes the
   * evaluation, or, in another process than the one that evaluated, the action with its call id. An outcome for an
   * action that was stopped, or a second one, is an anomaly in the audit trail; it never throws, and says whether the outcome was
   * recorded, or why not. An action without a call id is known by the object that was evaluated.
   */
  async postAction(subject: Evaluation | ActionInput, outcome: OutcomeInput): Promise<OutcomeReceipt> {
    return recordOutcome({
      subject: latest(this.#unnamed, subject),
      outcome,
      plan: this.#plan,
      options: this.#options,
      settled: this.#settled,
      turns: this.#turns,
      policyDigest: () => this.policyDigest,
      again: action => this.#attempt(action, modeOf(), this.#options.clock.elapsed(), 1),
      run: (action, id) => new Run(action, DRY_RUN, this.#host, id),
    });
  }

  /**
   * Returns what must be done to the output of a call before the agent sees it, whichever process evaluated it. Undefined when
   * nothing must. Rejects for something that is no action.
   */
  async owed(action: ActionInput): Promise<OutputObligations | undefined> {
    return owedOutput(freezeAction(action, this.#options.tools), this.#options, () => this.explain(action));
  }

  /** Finds the oldest call of a session that is open and whose id begins so: where a runtime gives calls no id, adapters make one up. */
  async openCall(sessionId: string, prefix: string): Promise<string | undefined> {
    return openCallOf(sessionId, prefix, this.#options);
  }

  /**
   * Takes back what a runtime's own prompt asked in a session and nobody answered, for the calls that `isOver` names: they
   * did not run and never will. A question that a human answers with a code stays.
   */
  async withdraw(sessionId: string, isOver: (asked: Action) => boolean): Promise<void> {
    await withdrawPrompts(sessionId, isOver, this.#options);
  }

  #evaluate(input: ActionInput, how: EvaluationMode): MaybePromise<Evaluation> {
    const startedAt = this.#options.clock.elapsed();
    let action: Action;
    try {
      action = freezeAction(input, this.#options.tools);
    } catch (error) {
      return this.#refuse('invalid_action', error, how, startedAt);
    }
    const { hooks } = this.#options;
    if (hooks.length === 0 || how.dry) return this.#attempt(action, how, startedAt, 1);
    const hooked = attempt<{ readonly failed: unknown } | undefined>(
      () => first(hooks, hook => chain(hook.preAction?.(action), () => undefined)),
      failed => ({ failed }),
    );
    return chain(hooked, failed =>
      failed === undefined
        ? this.#attempt(action, how, startedAt, 1)
        : this.#refuse('hook_failed', failed.failed, how, startedAt, action),
    );
  }

  #attempt(action: Action, how: EvaluationMode, startedAt: number, race: number): MaybePromise<Evaluation> {
    const root = new Frame(new Run(action, how, this.#host), this.#plan, undefined);
    const said = evaluateRoot(root);
    return isPromiseLike(said)
      ? said.then(verdict => this.#decide(root, verdict, startedAt, race))
      : this.#decide(root, said, startedAt, race);
  }

  #decide(root: Frame, said: Verdict, startedAt: number, race: number): MaybePromise<Evaluation> {
    const { how } = root.run;
    const { mode } = this.#options;
    if (gaveUp(how)) return this.#finish(root, decide(ABORTED, mode), startedAt);
    const verdict = said.applicable === false ? defaultVerdict(this.#options.default) : said;
    const obligations = obligationsOf(root);
    if ('ruling' in obligations) return this.#finish(root, decide(worse(verdict, obligations), mode), startedAt);
    const isSettled = how.dry || how.inAdvance === true || (lets(verdict) && !takesAnything(root));
    if (isSettled) return this.#finish(root, decide(verdict, mode, obligations), startedAt);
    return chain(decideUnruled(root, verdict, obligations, mode), decision => {
      if (decision !== undefined) return this.#finish(root, decision, startedAt);
      if (verdict.ruling === 'block' && !gaveUp(how)) return this.#finish(root, decide(verdict, mode, obligations), startedAt);
      return this.#take({ root, verdict, obligations }, startedAt, race);
    });
  }

  /** Asks whom the verdict wants asked, and takes what the action needs. When a race for it is lost, the action is evaluated again. */
  #take(asking: Parameters<typeof asked>[0], startedAt: number, race: number): MaybePromise<Evaluation> {
    const { root, obligations } = asking;
    const { action, how, session } = root.run;
    const { mode } = this.#options;
    const finish = (decision: Decision): MaybePromise<Evaluation> => this.#finish(root, decision, startedAt);
    return chain(asked(asking), answered => {
      const lost = (stopped: Exclude<Committed, undefined>): MaybePromise<Evaluation> =>
        chain(writeCommitFailure(stopped, subjectOf(root.run), this.#options), unwritten => {
          if (unwritten !== undefined) return finish(decide(unwritten, mode));
          const retries = 'lost' in stopped && race < MAX_RACES;
          return retries ? this.#attempt(action, how, startedAt, race + 1) : finish(decide(commitFailure(stopped), mode));
        });
      const take = (): MaybePromise<() => MaybePromise<Evaluation>> =>
        chain(gaveUp(how) ? undefined : takeAll(root, answered, this.#options), stopped => {
          if (gaveUp(how)) return () => chain(giveBack(session), () => finish(decide(ABORTED, mode)));
          if (stopped !== undefined) return () => lost(stopped);
          return this.#write(root, decide(answered.verdict, mode, obligations, answered.approval), startedAt);
        });
      return chain(inOneStep(root, answered, this.#options, take, lost), next => next());
    });
  }

  /** Writes the decision down. What cannot be written down does not pass. */
  #finish(root: Frame, decision: Decision, startedAt: number): MaybePromise<Evaluation> {
    const evaluation = new FrameEvaluation(root, decision, this.#options.clock.elapsed() - startedAt);
    if (root.run.how.dry || root.run.how.abandoned) return evaluation;
    return chain(this.#keep(root, evaluation), failed => this.#conclude(evaluation, failed, root, startedAt));
  }

  /** Like `#finish`, in a step that may not be kept: returns what is left to do when it is. */
  #write(root: Frame, decision: Decision, startedAt: number): MaybePromise<() => MaybePromise<Evaluation>> {
    const evaluation = new FrameEvaluation(root, decision, this.#options.clock.elapsed() - startedAt);
    if (root.run.how.dry || root.run.how.abandoned) return () => evaluation;
    return chain(this.#keep(root, evaluation), failed => () => this.#conclude(evaluation, failed, root, startedAt));
  }

  #keep(root: Frame, evaluation: Evaluation): MaybePromise<Verdict | undefined> {
    const noted = evaluation.passed ? undefined : noteStopped(root, evaluation, this.#options);
    return chain(noted, () => writeDown(evaluation, this.#options));
  }

  #conclude(evaluation: Evaluation, failed: Verdict | undefined, root: Frame, startedAt: number): MaybePromise<Evaluation> {
    if (failed === undefined) return told(evaluation, root, this.#options);
    const blocked = new FrameEvaluation(root, decide(failed, this.#options.mode), this.#options.clock.elapsed() - startedAt);
    return chain(release(root), () => blocked);
  }

  /** The evaluation of an action that cannot even be looked at. */
  #refuse(
    code: ErrorCode,
    cause: unknown,
    how: EvaluationMode,
    startedAt: number,
    action: Action = NO_ACTION,
  ): MaybePromise<Evaluation> {
    const verdict = unavailable(
      code,
      code === 'invalid_action' && cause instanceof GovernanceError ? cause.message : 'a hook before the policy failed',
      cause,
    );
    const root = new Frame(new Run(action, how, this.#host), planTree({ name: 'engine', check: () => verdict }), undefined);
    root.verdict = verdict;
    return this.#finish(root, decide(verdict, this.#options.mode), startedAt);
  }
}
