import type { LicetCode } from './codes.ts';

/**
 * The base of every error that Licet throws. `code` is stable and meant for programs, `message` for people. A package
 * with its own codes extends it. An error is frozen: a class that extends it freezes itself when it is complete.
 */
export class GovernanceError<Code extends string = LicetCode> extends Error {
  override readonly name: string = 'GovernanceError';
  readonly code: Code;

  constructor(code: Code, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    if (new.target === GovernanceError) Object.freeze(this);
  }
}

/**
 * Tells whether something thrown is an error of Licet's own, in whichever copy of the package it was made: a store may be
 * bundled by itself, and then brings its own class of the same name.
 *
 * @example
 * ```ts
 * import { GovernanceError, isGovernanceError } from '@licet/core';
 *
 * isGovernanceError(new GovernanceError('store_unavailable', 'the disk is full')); // => true
 * isGovernanceError(new Error('the disk is full')); // => false
 * ```
 */
export function isGovernanceError(error: unknown): error is GovernanceError {
  return error instanceof GovernanceError || (error instanceof Error && error.name === 'GovernanceError' && 'code' in error);
}

/** Where in a node's params a mistake is: `['allow', 0]`. */
export type ParamPath = readonly (string | number)[];

/** Thrown at construction when a guard, a combinator or an engine is put together wrongly. A programmer's mistake, never an agent's. */
export class InvariantError extends GovernanceError {
  override readonly name = 'InvariantError';
  /** The place of the mistake in the node's params, where there is one. */
  readonly path: ParamPath;
  /** The other mistakes of the same node that were found with this one. */
  readonly others: readonly InvariantError[];

  constructor(
    code: LicetCode,
    message: string,
    options: ErrorOptions & { readonly path?: ParamPath; readonly others?: readonly InvariantError[] } = {},
  ) {
    super(code, message, options);
    this.path = options.path ?? [];
    this.others = options.others ?? [];
    Object.freeze(this);
  }
}
