import type { ActionInput } from '../model/action.ts';
import { toGuard } from '../model/guard.ts';
import type { GuardInput } from '../model/guard.ts';
import type { BuiltPolicy } from '../model/settings.ts';
import { describeTree } from '../policy/policyData.ts';
import type { NodeData } from '../policy/policyData.ts';
import { Deciding } from './deciding.ts';
import { modeOf } from './evaluationMode.ts';
import type { EvaluateOptions } from './evaluationMode.ts';
import { EVALUATOR_DEFAULTS, evaluatorOptions, resolved, settingsOf } from './evaluatorOptions.ts';
import type { EvaluatorOptions } from './evaluatorOptions.ts';
import { checkStateless } from './needs.ts';
import type { Evaluation } from '../model/evaluation.ts';

/** What a caller may say about one evaluation that only decides. */
type Say = Pick<EvaluateOptions, 'signal' | 'meets'>;

/**
 * Decides about actions by the same tree and in the same way as {@link PolicyEngine}, and does nothing else: no sessions, no
 * approvals, no trail, no outcomes. For a page, a worker or a check of a form: it takes little more than half of the bytes. An `ask` stays an
 * `ask`, an approval that an action brings along is ignored, and a policy that counts, remembers or asks for a store is
 * refused. A guard that looks at `ctx.session` all the same is errored, and an error ends as a block.
 *
 * @example
 * ```ts
 * import { PolicyEvaluator, block, guard, pass } from '@licet/core';
 *
 * const evaluator = new PolicyEvaluator(guard('mine', ({ payload }) =>
 *   payload['owner'] === 'me' ? pass() : block('it belongs to somebody else', { fix: 'edit your own' })));
 * evaluator.evaluateSync({ kind: 'tool', tool: 'edit', payload: { owner: 'me' } }).passed; // => true
 * evaluator.evaluateSync({ kind: 'tool', tool: 'edit', payload: {} }).reason; // => 'it belongs to somebody else'
 * ```
 */
export class PolicyEvaluator {
  readonly #deciding: Deciding;

  /**
   * Takes a tree, or a loaded policy together with what its file says about defaults, modes and time limits. Throws an
   * {@link InvariantError}: of code `needs_unmet` for a policy that more than deciding belongs to, or that needs `effects` and is
   * given none; of code `unknown_option` for an option that there is not.
   */
  constructor(policy: GuardInput | BuiltPolicy, options: EvaluatorOptions = {}) {
    const { policy: tree, settings, placeOf } = settingsOf(policy);
    const { default: fallback, mode, guardTimeoutMs } = settings;
    const said = { default: fallback, mode, guardTimeoutMs } as EvaluatorOptions;
    const root = toGuard(tree);
    const all = evaluatorOptions(resolved('an evaluator', EVALUATOR_DEFAULTS, options, said), settings);
    this.#deciding = new Deciding({ policy: root, placeOf }, all);
    checkStateless(root, settings, options);
  }

  /** The identity of the policy: equal for equal trees, and the same as an engine's. */
  get policyDigest(): string {
    return this.#deciding.policyDigest;
  }

  /** Decides whether an action may run. Never rejects for anything an agent can write: a malformed action is a block. */
  async evaluate(action: ActionInput, { signal, meets }: Say = {}): Promise<Evaluation> {
    return this.#deciding.evaluate(action, modeOf({ ...(signal && { signal }), ...(meets && { meets }) }));
  }

  /** Like {@link PolicyEvaluator.evaluate}, without a promise. Throws a {@link GovernanceError} of code `async_in_sync` when something on the way is asynchronous. */
  evaluateSync(action: ActionInput, { signal, meets }: Say = {}): Evaluation {
    return this.#deciding.evaluateSync(action, modeOf({ ...(signal && { signal }), ...(meets && { meets }) }, true));
  }

  /** Returns the policy tree as data, with what each child is to its parent. */
  describe(): NodeData {
    return describeTree(this.#deciding.root, true);
  }
}
