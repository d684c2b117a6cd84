import type { ActionInput } from '@licet/core';

import type { GuardedOptions } from './options.ts';

/** Tells whether a function takes its arguments by name, in one plain object. */
export function isNamed(args: readonly unknown[]): args is readonly [Record<string, unknown>] {
  const [only] = args;
  if (args.length !== 1 || typeof only !== 'object' || only === null) return false;
  const prototype: unknown = Object.getPrototypeOf(only);
  return prototype === Object.prototype || prototype === null;
}

/**
 * Returns the action that a call is. A mapping that throws gives something that is no action at all: the engine then
 * blocks it, and writes down that it did.
 */
export function actionOf<Args extends unknown[]>(
  name: string,
  args: Args,
  { toAction, context, kind = 'tool', tool = name }: GuardedOptions<Args>,
): ActionInput {
  try {
    if (toAction !== undefined) return toAction(...args);
    return { ...context, kind, tool, payload: isNamed(args) ? args[0] : { args } };
  } catch {
    return { kind: '' };
  }
}
