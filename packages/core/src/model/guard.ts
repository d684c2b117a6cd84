import type { Action } from './action.ts';
import type { GovernanceContext } from './context.ts';
import { InvariantError } from './errors.ts';
import type { GuardNode } from './node.ts';
import type { Verdict } from './verdict.ts';

/**
 * The one primitive. Everything that decides is a guard; a plain object with `name` and `check` is one, and this is all that
 * most people ever write. What a node of a tree may add, {@link GuardNode} says.
 *
 * `check` is pure: it peeks and never charges, counts or consumes; the engine may call it again.
 */
export interface Guard {
  readonly name: string;
  check(action: Action, ctx: GovernanceContext): Verdict | PromiseLike<Verdict>;
}

/** A guard in any accepted form: a guard, or a function that is its `check`. */
export type GuardInput = GuardNode | ((action: Action, ctx: GovernanceContext) => Verdict | PromiseLike<Verdict>);

/**
 * Makes a guard from a function. The name is taken from the function unless it is given.
 *
 * @example
 * ```ts
 * import { guard, pass, block } from '@licet/core';
 *
 * const workingHours = guard('working_hours', (_action, ctx) =>
 *   new Date(ctx.now).getUTCHours() < 18 ? pass() : block('the team is not at work', { fix: 'try again tomorrow' }));
 * workingHours.name; // => 'working_hours'
 * ```
 */
export function guard(name: string, check: Guard['check'], rest: Partial<Omit<GuardNode, keyof Guard>> = {}): GuardNode {
  return Object.freeze(toGuard({ ...rest, name, check }));
}

/** Accepts a guard or a function and returns a guard, or throws an {@link InvariantError} that says what is missing. */
export function toGuard(input: GuardInput): GuardNode {
  if (typeof input === 'function') {
    if (input.name === '')
      throw new InvariantError('invalid_guard', 'a guard made from a function needs a name: use `guard(name, check)`');
    return Object.freeze({ name: input.name, check: input });
  }
  if (typeof input !== 'object' || input === null)
    throw new InvariantError('invalid_guard', `expected a guard, found \`${String(input)}\``);
  if (typeof input.name !== 'string' || input.name === '') throw new InvariantError('invalid_guard', 'a guard needs a `name`');
  if (typeof input.check !== 'function') throw new InvariantError('invalid_guard', `guard \`${input.name}\` has no \`check\``);
  if (input.onError !== undefined && !['ask', 'warn'].includes(input.onError)) {
    throw new InvariantError(
      'invalid_guard',
      `\`onError\` of guard \`${input.name}\` must be \`ask\` or \`warn\`: nothing turns a fault into pass`,
    );
  }
  return input;
}
