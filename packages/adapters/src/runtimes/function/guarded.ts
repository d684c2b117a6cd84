import type { ActionInput, Evaluation } from '@licet/core';
import { isPromiseLike, refuseUnknown } from '@licet/core/nodes';

import type { GuardedOptions } from './call.ts';
import { callIdentities } from '../identities.ts';
import { takeCall } from './call.ts';
import { carryOut, carryOutLater, metBy } from './carryOut.ts';

/** A function with the type of its `this`. */
type Call<This, Args extends unknown[], Result> = (this: This, ...args: Args) => Result;

/** The options of {@link GuardedOptions}, `sync`, and what `groundedCalls` of `@licet/epistemic` gives beside them. */
const OPTIONS = ['engine', 'kind', 'tool', 'context', 'toAction', 'rewrite', 'shape', 'notify', 'sync', 'concepts'];

/** Replaces an action that comes too late for a call without a promise: it has no kind, which is a block. */
const LATE: ActionInput = { kind: '' };

/**
 * Puts a function under a policy. A call is evaluated first; one that does not pass throws an
 * `ActionBlockedError` and the function never runs; one that passes runs with the same `this`, with a copy of the arguments that were
 * judged and what the policy rewrites of them, and its result or its error is reported as the outcome. What the caller changes after
 * the call changes nothing, and what the function changes of its arguments the caller does not see.
 *
 * The result is a promise, because an evaluation may be one. With `sync: true` it is not: then a policy with something
 * asynchronous in it stops every call, and so does an action that is made with a promise. Arguments that are not data stop
 * a call unless `toAction` maps them. An obligation that cannot be met here stops the call.
 *
 * @example
 * ```ts
 * import { guarded } from '@licet/adapters/function';
 * import { PolicyEngine, block, guard, pass } from '@licet/core';
 *
 * const engine = new PolicyEngine(guard('small', action => (Number(action.payload['amount']) > 100 ? block('too much', { fix: 'ask for 100 or less' }) : pass())));
 * const transfer = guarded(({ amount }: { amount: number }) => `sent ${amount}`, { engine, tool: 'transfer' });
 * await transfer({ amount: 5 }); // => 'sent 5'
 * await transfer({ amount: 500 }).catch(error => error.message); // => 'too much; ask for 100 or less'
 * ```
 */
export function guarded<This, Args extends unknown[], Result>(
  run: Call<This, Args, Result>,
  options: GuardedOptions<Args> & { readonly sync: true },
): Call<This, Args, Result>;
export function guarded<This, Args extends unknown[], Result>(
  run: Call<This, Args, Result>,
  options: GuardedOptions<Args> & { readonly sync?: false },
): Call<This, Args, Promise<Awaited<Result>>>;
export function guarded<This, Args extends unknown[], Result>(
  run: Call<This, Args, Result>,
  options: GuardedOptions<Args> & { readonly sync?: boolean },
): Call<This, Args, unknown> {
  return guardedCall(run, options);
}

/** Like {@link guarded}; `copy` says which arguments are data of the call. */
export function guardedCall<This, Args extends unknown[], Result>(
  run: Call<This, Args, Result>,
  options: GuardedOptions<Args> & { readonly sync?: boolean },
  copy?: (given: Args) => Args,
): Call<This, Args, unknown> {
  refuseUnknown('a guarded function', options, OPTIONS);
  const { engine, sync = false } = options;
  const identities = callIdentities();
  const begin = ({ action }: Evaluation): boolean => identities.begin(action);
  const call = sync
    ? function (this: This, ...given: Args): unknown {
        const { action, ...taken } = takeCall(run.name, given, options, copy);
        const judged = isPromiseLike(action) ? LATE : identities.named(action);
        const evaluation = engine.evaluateSync(judged, { meets: metBy(taken.args, options) });
        return carryOut({ ...taken, evaluation, options, begin, invoke: admitted => run.apply(this, admitted as Args) });
      }
    : async function (this: This, ...given: Args): Promise<unknown> {
        const { action, ...taken } = takeCall(run.name, given, options, copy);
        const evaluation = await engine.evaluate(identities.named(await action), { meets: metBy(taken.args, options) });
        return carryOutLater({ ...taken, evaluation, options, begin, invoke: admitted => run.apply(this, admitted as Args) });
      };
  return Object.defineProperty(call, 'name', { value: run.name });
}
