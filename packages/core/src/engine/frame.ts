import type { Action, Principal } from '../model/action.ts';
import type { OfferedContainment } from '../model/containment.ts';
import type { Annotation, GovernanceContext, SessionView, TraceNode } from '../model/context.ts';
import type { Effect } from '../model/effects.ts';
import { GovernanceError, InvariantError } from '../model/errors.ts';
import type { GuardNode } from '../model/node.ts';
import type { Json } from '../model/json.ts';
import type { Obligations } from '../model/obligations.ts';
import { Suspension, isPromiseLike } from '../model/maybe.ts';
import { digestAction } from './digest.ts';
import type { ResolvedEvaluatorOptions } from './evaluatorOptions.ts';
import type { Bookkeeping, EvaluationMode } from './evaluationMode.ts';
import { WAYS_OUT } from './needs.ts';
import type { PlanNode } from './plan.ts';
import type { Question } from '../ports/approval.ts';
import type { BuiltPolicy, NodePlace } from '../model/settings.ts';
import type { SessionScope } from './scope.ts';
import { leafVerdicts, traceOf } from './walk.ts';
import type { KnowledgeGap, Verdict } from '../model/verdict.ts';

/** What evaluations need of their engine. */
export interface RunHost {
  readonly options: ResolvedEvaluatorOptions;
  readonly policyDigest: string;
  /** Finds the line of a node in the file of the policy. */
  readonly placeOf: BuiltPolicy['placeOf'];
  /** Takes the moment of the evaluation: it has been read already. */
  readonly nextId: (now: number) => string;
  /** Undefined where nothing is kept: no guard can then look at a session. */
  readonly books: Pick<Bookkeeping, 'openSession'> | undefined;
}

const NO_ANALYSER = `the engine has no analyser of effects: ${WAYS_OUT.effects}`;

const NO_SESSIONS = 'nothing is kept here, so there is no session: use `PolicyEngine`';

const NONE: readonly PlanNode[] = Object.freeze([]);

const NO_QUESTIONS: readonly Question[] = Object.freeze([]);

const NO_ANNOTATIONS: readonly Annotation[] = Object.freeze([]);

/** One evaluation: what its frames share. */
export class Run {
  readonly action: Action;
  readonly how: EvaluationMode;
  readonly options: ResolvedEvaluatorOptions;
  readonly now: number;
  risk = 0;
  annotations: readonly Annotation[] = NO_ANNOTATIONS;
  /** Whether any verdict so far carries obligations. */
  obliging = false;
  /** Set when the decision is made: what a guard says after that is not heard. */
  closed = false;
  /** What a person said yes to, while guards commit. */
  granted: readonly Question[] = NO_QUESTIONS;
  /** The plans of guards that others have delegated to without naming them among their children. */
  brought: readonly PlanNode[] = NONE;
  readonly #host: RunHost;
  #id: string | undefined;
  #session: SessionScope | undefined;
  #actionDigest: { readonly value: string | undefined } | undefined;
  #effects: { readonly list: readonly Effect[] } | { readonly failed: GovernanceError } | undefined;
  #containment: { readonly offered: OfferedContainment | undefined } | undefined;

  /** `id` is that of an evaluation which another process has made. */
  constructor(action: Action, how: EvaluationMode, host: RunHost, id?: string) {
    const { options } = host;
    this.action = action;
    this.how = how;
    this.options = options;
    this.#host = host;
    this.#id = id;
    this.now = options.clock.now();
  }

  get id(): string {
    return (this.#id ??= this.#host.nextId(this.now));
  }

  /** Made when the first guard reads it: most policies hold guards that need none. */
  get session(): SessionScope {
    return (this.#session ??= this.#openSession());
  }

  /** The session, where a guard has looked at it. */
  get opened(): SessionScope | undefined {
    return this.#session;
  }

  get policyDigest(): string {
    return this.#host.policyDigest;
  }

  placeOf(node: GuardNode): NodePlace | undefined {
    return this.#host.placeOf?.(node);
  }

  get actionDigest(): string | undefined {
    return (this.#actionDigest ??= { value: digestAction(this.action, this.options.hash) }).value;
  }

  get effects(): readonly Effect[] {
    const known = this.#effects;
    if (known !== undefined) {
      if ('failed' in known) throw known.failed;
      return known.list;
    }
    let found;
    try {
      if (this.options.effects === undefined) throw new InvariantError('needs_unmet', NO_ANALYSER);
      found = this.options.effects(this.action);
      if (!isPromiseLike(found)) return this.#keep(found);
    } catch (cause) {
      throw this.#fail(cause);
    }
    const kept = found.then(list => void this.#keep(list));
    throw new Suspension(kept.then(undefined, (cause: unknown) => void this.#fail(cause)));
  }

  /** The sandbox of the call. One that needs other arguments is offered only to a caller that runs the call with them. */
  get containment(): OfferedContainment | undefined {
    return (this.#containment ??= { offered: this.#offered() }).offered;
  }

  #offered(): OfferedContainment | undefined {
    const { contain } = this.options;
    if (contain === undefined) return undefined;
    try {
      const offered = contain(this.action, this.effects);
      return offered?.rewrite === undefined || this.how.contains === true ? offered : undefined;
    } catch (thrown) {
      if (thrown instanceof Suspension) throw thrown;
      return undefined;
    }
  }

  /** Throws where nothing is kept, and the guard would have to. */
  mustKeep({ id, name }: GuardNode): void {
    if (this.#host.books === undefined)
      throw new InvariantError('needs_unmet', `guard \`${id ?? name}\` does more than check: use \`PolicyEngine\``);
  }

  #openSession(): SessionScope {
    const { books } = this.#host;
    if (books === undefined) throw new InvariantError('needs_unmet', NO_SESSIONS);
    return books.openSession(this);
  }

  #keep(list: readonly Effect[]): readonly Effect[] {
    const frozen = Object.freeze([...list]);
    this.#effects = { list: frozen };
    return frozen;
  }

  #fail(cause: unknown): GovernanceError {
    const unmet = cause instanceof InvariantError && cause.code === 'needs_unmet';
    const message = unmet ? cause.message : 'the effects of the action could not be found';
    const failed = new GovernanceError('effects_failed', message, { cause });
    this.#effects = { failed };
    return failed;
  }
}

/** The sandbox of a call that is decided about. Where effects are still on their way, no guard has looked at them or at the sandbox: there is none. */
export function containmentOf(run: Run): OfferedContainment | undefined {
  try {
    return run.containment;
  } catch {
    return undefined;
  }
}

/** A guard's own view of the evaluation, and the evaluation's memory of that guard: context and trace entry in one. */
export class Frame implements GovernanceContext {
  readonly run: Run;
  readonly plan: PlanNode;
  readonly parent: Frame | undefined;
  /** How many nodes there are above. */
  readonly depth: number;
  children: Frame[] | undefined;
  verdict: Verdict | undefined;
  durationMs: number | undefined;
  #abort: AbortController | undefined;

  constructor(run: Run, plan: PlanNode, parent: Frame | undefined) {
    this.run = run;
    this.plan = plan;
    this.parent = parent;
    this.depth = parent === undefined ? 0 : parent.depth + 1;
    this.children = undefined;
    this.verdict = undefined;
    this.durationMs = undefined;
  }

  get action(): Action {
    return this.run.action;
  }

  get effects(): readonly Effect[] {
    return this.run.effects;
  }

  get containment(): OfferedContainment | undefined {
    return this.run.containment;
  }

  get session(): SessionView {
    return this.run.session;
  }

  get principal(): Principal | undefined {
    return this.run.action.principal;
  }

  get annotations(): readonly Annotation[] {
    return this.run.annotations;
  }

  get risk(): number {
    return this.run.risk;
  }

  get verdicts(): readonly Verdict[] {
    return leafVerdicts(this.root);
  }

  get violations(): readonly Verdict[] {
    return this.verdicts.filter(({ ruling }) => ruling === 'ask' || ruling === 'block');
  }

  get gaps(): readonly KnowledgeGap[] {
    return Object.freeze(this.verdicts.flatMap(({ gaps = [] }) => gaps));
  }

  get trace(): TraceNode {
    return traceOf(this.root);
  }

  get now(): number {
    return this.run.now;
  }

  get policyDigest(): string {
    return this.run.policyDigest;
  }

  get actionDigest(): string | undefined {
    return this.run.actionDigest;
  }

  get meets(): readonly (keyof Obligations)[] | undefined {
    return this.run.how.meets;
  }

  get granted(): readonly Question[] {
    return this.run.granted;
  }

  get signal(): AbortSignal {
    this.#abort ??= new AbortController();
    const outer = this.run.how.signal;
    return outer === undefined ? this.#abort.signal : AbortSignal.any([outer, this.#abort.signal]);
  }

  annotate(key: string, value: Json): void {
    this.stillChecking();
    this.run.annotations = Object.freeze([...this.run.annotations, Object.freeze({ guard: this.plan.name, key, value })]);
  }

  raiseRisk(by: number): void {
    this.stillChecking();
    if (!Number.isFinite(by) || by < 0)
      throw new InvariantError('invalid_param', `expected a risk of at least 0 to add, found \`${by}\``);
    this.run.risk = Math.min(1, this.run.risk + by);
  }

  get root(): Frame {
    return this.parent === undefined ? this : this.parent.root;
  }

  /** Throws when the guard has answered already, or its time is over: what led to a decision stays as it was. */
  stillChecking(): void {
    if (this.verdict === undefined && !this.run.closed) return;
    throw new InvariantError('wrong_phase', `guard \`${this.plan.name}\` has answered already and can add nothing to its answer`);
  }

  /** Tells the guard that its time is over. */
  abort(): void {
    this.#abort ??= new AbortController();
    this.#abort.abort();
  }
}
