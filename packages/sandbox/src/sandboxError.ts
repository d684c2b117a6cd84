import { GovernanceError } from '@licet/core';

/** Thrown if a project cannot be put into a sandbox, or its files cannot be kept. The message says why, as the end of a sentence. */
export class SandboxError extends GovernanceError {
  override readonly name = 'SandboxError';

  constructor(message: string, options?: ErrorOptions) {
    super('sandbox_unavailable', message, options);
    Object.freeze(this);
  }
}
