import { GovernanceError } from '@licet/core';

/** Thrown for a tool that has no importer, and for a file that is no configuration. The message says what to do instead. */
export class ImportError extends GovernanceError {
  override readonly name = 'ImportError';

  constructor(message: string, options?: ErrorOptions) {
    super('invalid_usage', message, options);
    Object.freeze(this);
  }
}
