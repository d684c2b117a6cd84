import type { ActionInput, MaybePromise } from '@licet/core';
import { GovernanceError } from '@licet/core';
import { chain, isPromiseLike } from '@licet/core/nodes';
import { canonicalJson, messageOf } from '@licet/core/text';

import type { GuardedOptions } from './options.ts';

/** Tells whether a function takes its arguments by name, in one plain object. */
export function isNamed(args: readonly unknown[]): args is readonly [Record<string, unknown>] {
  const [only] = args;
  if (args.length !== 1 || typeof only !== 'object' || only === null) return false;
  const prototype: unknown = Object.getPrototypeOf(only);
  return prototype === Object.prototype || prototype === null;
}

/**
 * Returns the action that a call is. A mapping that throws, and arguments that are not data where nothing maps them, give
 * something that is no action at all: the engine then blocks it, and writes down that it did and why. A guard would
 * otherwise judge another thing than the function gets: of a function, a stream or an object with private parts there is
 * nothing to see.
 */
export function actionOf<Args extends unknown[]>(
  name: string,
  args: Args,
  { toAction, context, kind = 'tool', tool = name }: GuardedOptions<Args>,
): MaybePromise<ActionInput> {
  try {
    if (toAction === undefined) {
      const seen = args.map(each => each ?? null);
      canonicalJson(seen);
      return { ...context, kind, tool, payload: isNamed(args) ? args[0] : { args: seen } };
    }
    const made = chain(toAction(...args), action => (tool === '' ? action : { tool, ...action }));
    return isPromiseLike(made) ? made.then(undefined, (error: unknown) => noAction(tool, error)) : made;
  } catch (error) {
    return noAction(tool, error);
  }
}

/** Stands for a call that is no action: whoever looks at it meets the reason. */
function noAction(tool: string, cause: unknown): ActionInput {
  const why = messageOf(cause);
  const fault = new GovernanceError('invalid_action', `the call of \`${tool}\` cannot be judged: ${why}`, { cause });
  return {
    get kind(): string {
      throw fault;
    },
  };
}
