import type { ActionInput, ActionKind, Evaluation, Json, MaybePromise, Obligations, PolicyEngine } from '@licet/core';

import type { OutputShaper } from '@licet/core/policy';

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
   * Makes the whole action from the arguments, at once or with a promise; without a tool it is given that of the
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
  /** Is told what a call that may run should take care of: reasons of a warning, notices. @defaultValue nobody */
  readonly notify?: (texts: readonly string[], evaluation: Evaluation) => void;
}
