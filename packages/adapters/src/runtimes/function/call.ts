import type { ActionInput, ActionKind, Evaluation, Json, MaybePromise, Obligations, PolicyEngine } from '@licet/core';
import { GovernanceError } from '@licet/core';
import { chain, isPromiseLike } from '@licet/core/nodes';
import type { OutputShaper } from '@licet/core/policy';
import { canonicalJson, messageOf } from '@licet/core/text';

import { copyOfData, copyWhereData } from '../ownCopy.ts';

/** How calls of one function become actions. */
export interface GuardedOptions<Args extends unknown[]> {
  readonly engine: PolicyEngine;
  /** What sort of act a call is. @defaultValue 'tool' */
  readonly kind?: ActionKind;
  /** The tool's name in the policy. @defaultValue the function's name */
  readonly tool?: string;
  /** Everything else of the action that is the same for every call. */
  readonly context?: Omit<ActionInput, 'kind' | 'tool' | 'payload'>;
  /**
   * Makes the whole action from a copy of the arguments, at once or with a promise; without a tool it is given that of the
   * function. What it throws stops the call.
   *
   * @defaultValue one plain object is the payload itself; anything else is `{ args }`
   */
  readonly toAction?: (...args: Args) => MaybePromise<ActionInput>;
  /** Puts rewritten arguments into a call. @defaultValue members of the one plain object are replaced */
  readonly rewrite?: (args: Args, rewrite: Readonly<Record<string, Json>>) => Args;
  /**
   * Carries out what the policy demands of the output: a function does `redact`, `maxRows` and `maxOutput`; a shaper, such as the
   * firewall of `@licet/guards`, says itself what it does. What nothing carries out stops the call.
   */
  readonly shape?: ((output: unknown, obligations: Obligations) => unknown) | OutputShaper;
  /** Is told what a call that may run should take care of: reasons of a warning, notices. @defaultValue no listener */
  readonly notify?: (texts: readonly string[], evaluation: Evaluation) => void;
}

/** Tells whether a value is an object of no class. */
export function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Tells whether a function takes its arguments by name, in one plain object. */
export function isNamed(args: readonly unknown[]): args is readonly [Record<string, unknown>] {
  return args.length === 1 && isPlain(args[0]);
}

/** A call as it was made: copies of its arguments, which the caller cannot change any more, and the action that they are. */
export interface TakenCall<Args extends unknown[]> {
  readonly args: Args;
  /** Copies them once more. */
  readonly copy: (args: Args) => Args;
  readonly action: MaybePromise<ActionInput>;
}

/**
 * Copies the arguments of a call and makes its action. What is no data stays as it is where `toAction` says what a policy sees of it.
 *
 * A mapping that throws, and arguments that are no data where nothing maps them, give something that is no action at all: the engine
 * then blocks it, and writes down that it did and why. A guard would otherwise judge another thing than the function gets: of a
 * function, a stream or an object with private parts there is nothing to see.
 */
export function takeCall<Args extends unknown[]>(
  name: string,
  given: Args,
  { toAction, context, kind = 'tool', tool = name }: GuardedOptions<Args>,
  copy: (given: Args) => Args = toAction === undefined ? copyOfData : copyWhereData,
): TakenCall<Args> {
  try {
    const args = copy(given);
    if (toAction === undefined) {
      const seen = args.map(each => each ?? null);
      canonicalJson(seen);
      return { args, copy, action: { ...context, kind, tool, payload: isNamed(args) ? args[0] : { args: seen } } };
    }
    const made = chain(toAction(...copy(args)), action => (tool === '' ? action : { tool, ...action }));
    return { args, copy, action: isPromiseLike(made) ? made.then(undefined, (error: unknown) => noAction(tool, error)) : made };
  } catch (error) {
    return { args: given, copy, action: noAction(tool, error) };
  }
}

/** Returns what is no action, for a call that cannot be judged: its `kind` throws the reason. */
function noAction(tool: string, cause: unknown): ActionInput {
  const why = messageOf(cause);
  const fault = new GovernanceError('invalid_action', `the call of \`${tool}\` cannot be judged: ${why}`, { cause });
  return {
    get kind(): string {
      throw fault;
    },
  };
}
