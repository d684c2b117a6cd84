import type { Action, ActionInput, OutcomeInput } from '../model/action.ts';
import { EngineBooks } from './bookkeeping.ts';
import { Deciding } from './deciding.ts';
import { resolveOptions } from './engineOptions.ts';
import type { EngineOptions, ResolvedOptions } from './engineOptions.ts';
import { settingsOf } from './evaluatorOptions.ts';
import { Run } from './frame.ts';
import { declareTask } from './declareTask.ts';
import type { DeclaredTask, TaskResult } from './declareTask.ts';
import { freezeAction } from './freezeAction.ts';
import { hearPrompt, hearsPrompts } from './hearPrompt.ts';
import type { GuardInput } from '../model/guard.ts';
import { toGuard } from '../model/guard.ts';
import { DRY_RUN, modeOf } from './evaluationMode.ts';
import type { EvaluateOptions } from './evaluationMode.ts';
import { chain } from '../model/maybe.ts';
import { checkNeeds } from './needs.ts';
import type { NodeData } from '../policy/policyData.ts';
import { describeTree } from '../policy/policyData.ts';
import { adviceIn } from '../model/advice.ts';
import type { Advice } from '../model/advice.ts';
import type { BuiltPolicy } from '../model/settings.ts';
import { openCallOf, owedOutput, recordOutcome } from './settle.ts';
import type { OutcomeReceipt } from './settle.ts';
import { resumed, withdrawPrompts } from './consent.ts';
import type { HumanAnswer } from './consent.ts';
import type { StoredApproval, AnswerScope } from '../ports/approval.ts';
import type { OutputObligations } from '../model/obligations.ts';
import { latest, remember, inTime, observed } from './writeDown.ts';
import type { Evaluation } from '../model/evaluation.ts';
import { endApproval } from '../store/giveAnswer.ts';
import { scopeOf } from '../store/scopeRules.ts';

/** What a user said to the agent, and in which session. */
export interface HeardPrompt {
  readonly prompt: string;
  /** @defaultValue 'default' */
  readonly sessionId?: string;
  /** Whether a remote caller reports it: then it counts for what remote callers do, and not for a runtime on this machine. */
  readonly remote?: true;
}

const PROMPT = 'prompt';

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
  readonly #options: ResolvedOptions;
  readonly #deciding: Deciding;
  readonly #settled: WeakSet<Evaluation> = new WeakSet();
  readonly #turns: Map<string, Promise<OutcomeReceipt>> = new Map();
  readonly #partial: Set<string> = new Set();
  readonly #unnamed: WeakMap<object, Evaluation> = new WeakMap();

  /**
   * Takes a tree, or a loaded policy together with what its file says about defaults, modes and time limits. Throws an
   * {@link InvariantError}: of code `needs_unmet` when the policy needs what the engine is not given (`effects`, an open
   * store), of code `unknown_option` for an option that there is not.
   */
  constructor(policy: GuardInput | BuiltPolicy, options: EngineOptions = {}) {
    const { policy: tree, settings, placeOf } = settingsOf(policy);
    const root = toGuard(tree);
    const resolved = resolveOptions(options, settings);
    this.#options = resolved;
    this.#deciding = new Deciding({ policy: root, placeOf }, resolved, deciding => new EngineBooks(resolved, deciding));
    checkNeeds(root, settings, options);
  }

  /** The identity of the policy: equal for equal trees. */
  get policyDigest(): string {
    return this.#deciding.policyDigest;
  }

  /**
   * Decides whether an action may run, and reserves what it will use if it may. Never rejects for anything an agent can
   * write: a malformed action is a block. Evaluating the same call of a session again charges nothing again.
   */
  async evaluate(action: ActionInput, options?: EvaluateOptions): Promise<Evaluation> {
    return chain(this.#deciding.evaluate(action, modeOf(options)), evaluation => remember(this.#unnamed, action, evaluation));
  }

  /**
   * Like {@link PolicyEngine.evaluate}, without a promise. Throws a {@link GovernanceError} of code `async_in_sync` when
   * something on the way is asynchronous; what was reserved is then given back, and the action must not run.
   */
  evaluateSync(action: ActionInput, options?: EvaluateOptions): Evaluation {
    return remember(this.#unnamed, action, this.#deciding.evaluateSync(action, modeOf(options, true)));
  }

  /**
   * Takes a human's answer to what an evaluation asked, and decides about the action once more: a yes counts for the same
   * action, policy and session, once, and only while the question waits; then the evaluation passes unless something else
   * stops it. Takes the evaluation, or, where a runtime starts again, the action with its call id: the answer is then one to the
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
      again: action => this.#deciding.evaluate(action, modeOf(options)),
    });
    return evaluation === subject ? evaluation : remember(this.#unnamed, subject, evaluation);
  }

  /** Evaluates the same tree by the same path, collects everything, and changes nothing: no commit, no record, no question to a human. */
  async explain(
    action: ActionInput,
    options: Pick<EvaluateOptions, 'signal'> & { readonly timing?: boolean } = {},
  ): Promise<Evaluation> {
    const { signal, timing = false } = options;
    return this.#deciding.evaluate(action, { ...modeOf(signal && { signal }), dry: true, timing });
  }

  /** Returns the policy tree as data, with what each child is to its parent. */
  describe(): NodeData {
    return describeTree(this.#deciding.root, true);
  }

  /** Returns what the guards of the policy tell an agent before it acts. */
  advice(): readonly Advice[] {
    return adviceIn(this.#deciding.root);
  }

  /**
   * Reports what really happened. Reservations become charges, or are given back when the action did not run. Takes the
   * evaluation, or, in another process than the one that evaluated, the action with its call id. An outcome for an
   * action that was stopped, or a second one, is an anomaly in the audit trail; it never throws, and says whether the outcome was
   * recorded, or why not: `record_failed` says that the stores did not take it. An action without a call id is known by the object that was evaluated.
   */
  async postAction(subject: Evaluation | ActionInput, outcome: OutcomeInput): Promise<OutcomeReceipt> {
    return recordOutcome({
      subject: latest(this.#unnamed, subject),
      outcome,
      plan: this.#deciding.plan,
      options: this.#options,
      settled: this.#settled,
      turns: this.#turns,
      partial: this.#partial,
      policyDigest: () => this.policyDigest,
      again: action => this.#deciding.attempt(action, modeOf(), this.#options.clock.elapsed(), 1),
      run: (action, id) => new Run(action, DRY_RUN, this.#deciding, id),
    });
  }

  /**
   * Returns what must be done to the output of a call before the agent sees it, whichever process evaluated it. Undefined when
   * nothing must. Rejects for something that is no action.
   */
  async owed(action: ActionInput): Promise<OutputObligations | undefined> {
    return owedOutput(freezeAction(action, this.#options.tools), this.#options, () => this.explain(action));
  }

  /**
   * Reports what the user said to the agent, for guards that go by it: `flow` lets calls go only where the user meant. It is no action: no
   * ruling follows, and nothing is counted. Never rejects for a fault in a guard or a store.
   */
  async heard({ prompt, ...who }: HeardPrompt): Promise<void> {
    if (!this.hearsPrompts || prompt === '') return;
    const action = freezeAction({ ...who, kind: PROMPT });
    await hearPrompt(this.#deciding.plan, new Run(action, DRY_RUN, this.#deciding), prompt, this.#options);
  }

  /**
   * Puts one request for all that a task needs, before it begins. An agent may ask for it: nothing is granted until a human says yes, and each call
   * is decided about again. Rejects with a {@link GovernanceError} where the request cannot be kept or written down.
   *
   * @example
   * ```ts
   * import { PolicyEngine, ask, guard } from '@licet/core';
   *
   * const engine = new PolicyEngine(guard('who', () => ask('it reaches others', { fix: 'ask the user' })));
   * const mail = { kind: 'tool', tool: 'send', payload: { to: 'ann' } };
   * const result = await engine.declareTask({ words: 'tell ann', needs: [mail] });
   * result.declared && result.approval.status; // => 'pending'
   * ```
   */
  async declareTask(task: DeclaredTask): Promise<TaskResult> {
    return declareTask(task, {
      options: this.#options,
      policyDigest: this.policyDigest,
      explain: action => this.explain(action),
      newId: () => this.#deciding.nextId(this.#options.clock.now()),
    });
  }

  /** Ends every scoped approval whose task or session is over. A fault is an anomaly: it then ends with its time. */
  async over(sessionId: string, over: Over): Promise<void> {
    await endScopes(sessionId, over, this.#options);
  }

  /** Returns each yes for several calls of a session that is in force, oldest first. Rejects where the approvals cannot be read. */
  async inForce(sessionId: string): Promise<readonly StoredApproval[]> {
    const { approvals, clock } = this.#options;
    return (await approvals.scoped(clock.now())).filter(({ request }) => request.sessionId === sessionId);
  }

  /** Whether a guard of the policy goes by what the user says: a host that knows prompts reports them by `heard`. */
  get hearsPrompts(): boolean {
    return hearsPrompts(this.#deciding.plan);
  }

  /** Whether calls that pass may get a certificate: a host may then let them run without its own question. */
  get certifies(): boolean {
    return this.#options.certify !== undefined;
  }

  /** Finds the oldest call of a session that is open and whose id begins so: where a runtime gives calls no id, adapters make one up. */
  async openCall(sessionId: string, prefix: string): Promise<string | undefined> {
    return openCallOf(sessionId, prefix, this.#options);
  }

  /**
   * Takes back the unanswered questions of a runtime's own prompt in a session, for the calls that `isOver` names: they
   * did not run and never will. A question that a human answers with a code stays.
   */
  async withdraw(sessionId: string, isOver: (asked: Action) => boolean): Promise<void> {
    await withdrawPrompts(sessionId, isOver, this.#options);
  }
}

/** What is over: what one prompt of the user has started, or the whole session. */
type Over = Exclude<AnswerScope['lasts'], 'time'>;

const ENDS: Readonly<Record<Over, readonly AnswerScope['lasts'][]>> = { task: ['task'], session: ['task', 'session'] };

/**
 * Ends every yes for several calls of a session whose task or session is over. A fault is an anomaly in the audit trail: such a yes then ends with
 * its time, and no later.
 */
async function endScopes(sessionId: string, over: Over, options: ResolvedOptions): Promise<void> {
  const end = async (): Promise<void> => {
    const now = options.clock.now();
    for (const stored of await inTime(options.approvals.scoped(now), options)) {
      const scope = scopeOf(stored);
      if (stored.request.sessionId !== sessionId || scope === undefined || !ENDS[over].includes(scope.lasts)) continue;
      await endApproval(options, stored, { reason: `the ${over} is over` }, now);
    }
  };
  await observed(end, 'record_failed', { evaluationId: `end of ${over}`, sessionId }, options);
}
