import type { LicetCode } from './codes.ts';

/** The base of every error that Licet throws. `code` is stable and meant for programs, `message` for people. */
export class GovernanceError extends Error {
  override readonly name: string = 'GovernanceError';
  readonly code: LicetCode;

  constructor(code: LicetCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Where in a node's params a mistake is: `['allow', 0]`. */
export type ParamPath = readonly (string | number)[];

/** Thrown at construction when a guard, a combinator or an engine is put together wrongly. A programmer's mistake, never an agent's. */
export class InvariantError extends GovernanceError {
  override readonly name = 'InvariantError';
  /** The place of the mistake in the node's params, where there is one. */
  readonly path: ParamPath;

  constructor(code: LicetCode, message: string, options: ErrorOptions & { readonly path?: ParamPath } = {}) {
    super(code, message, options);
    this.path = options.path ?? [];
  }
}
