import type { Action } from '../model/action.ts';
import type { Given, MaybePromise } from '../model/json.ts';
import type { Obligations } from '../model/obligations.ts';
import type { Verdict } from '../model/verdict.ts';
import type { Frame, Run } from './frame.ts';
import type { SessionScope } from './scope.ts';
import type { Evaluation } from '../model/evaluation.ts';

/** A verdict on an action that does not simply pass: the policy would stop it, or the action takes something. */
export interface Pending {
  readonly root: Frame;
  readonly verdict: Verdict;
  readonly obligations: Obligations;
  readonly startedAt: number;
  /** The how many-th attempt this is. */
  readonly race: number;
}

/** What came of the hooks before a policy: nothing to say, or a fault. */
export type Begun = MaybePromise<{ readonly failed: unknown } | undefined>;

/** What is around decisions: hooks, sessions, approvals, the trail. An evaluator without an engine has none. */
export interface Bookkeeping {
  openSession(run: Run): SessionScope;
  /** Runs before the policy. Returns the fault for which an action is not even evaluated. */
  begin(action: Action): Begun;
  /** Evaluates a whole tree. Its guards see one moment of the stores, where those can show it. */
  check(root: Frame): MaybePromise<Verdict>;
  /** Asks whom the verdict wants asked, and takes what the action needs. */
  carryOut(pending: Pending): MaybePromise<Evaluation>;
  /** Writes a decision down, and returns the evaluation that counts: what cannot be written down does not pass. */
  close(root: Frame, evaluation: Evaluation, startedAt: number): MaybePromise<Evaluation>;
  /** Gives back what an evaluation took that came after its caller had gone. */
  abandon(late: Evaluation): Promise<void>;
}

/** What a caller may say about one evaluation. */
export interface EvaluateOptions {
  /** Gives up when it is aborted: guards that still run are told, and the action is blocked. */
  readonly signal?: AbortSignal;
  /** The obligations that the caller can carry out. A policy that demands another one blocks. @defaultValue all of them */
  readonly meets?: readonly (keyof Obligations)[];
  /**
   * Set where the runtime puts an `ask` to a human itself, in its own prompt. Returns the arguments that the call runs with
   * after a yes, or undefined where they are its own; what the policy rewrites comes on top. Only an outcome of exactly that
   * call is then an answer to the prompt.
   */
  readonly prompt?: (action: Action) => Action['payload'] | undefined;
  /**
   * Decides, and writes the decision down, about what may happen later: nothing is taken and no human is asked. What then happens is
   * decided about again. @defaultValue false
   */
  readonly inAdvance?: boolean;
  /** Whether the caller runs the call with the arguments that put it into a sandbox. @defaultValue false: no call has a sandbox that needs it */
  readonly contains?: boolean;
}

/** How one evaluation is to be made. */
export interface EvaluationMode extends Given<EvaluateOptions> {
  /** Only explain: collect everything, commit nothing, record nothing. */
  readonly dry: boolean;
  readonly timing: boolean;
  readonly sync: boolean;
  /** Set when the result of the evaluation is no longer awaited: it then changes nothing. */
  abandoned: boolean;
}

/** The how of an explanation. */
export const DRY_RUN: EvaluationMode = Object.freeze({
  dry: true,
  timing: false,
  sync: false,
  signal: undefined,
  abandoned: false,
});

/** Tells whether the caller has given up. */
export function gaveUp({ abandoned, signal }: EvaluationMode): boolean {
  return abandoned || signal?.aborted === true;
}

/** The mode of an evaluation that counts and has not been given up. */
export function modeOf(options: EvaluateOptions = NO_OPTIONS, sync = false): EvaluationMode {
  const { signal, meets, prompt, inAdvance = false, contains = false } = options;
  return { dry: false, timing: false, sync, signal, abandoned: false, meets, prompt, inAdvance, contains };
}

const NO_OPTIONS: EvaluateOptions = Object.freeze({});
