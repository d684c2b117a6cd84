import { GovernanceError } from '../model/errors.ts';
import type { Ruling } from '../model/ruling.ts';

/** What the exit codes of `licet` mean. */
export const EXIT: Readonly<Record<Ruling | 'usage', number>> = Object.freeze({ pass: 0, warn: 0, ask: 1, block: 2, usage: 3 });

/** Thrown for a command line, or a file, that a command can do nothing with. The message says what to do instead. */
export class UsageError extends GovernanceError {
  override readonly name = 'UsageError';

  constructor(
    message: string,
    { code = 'invalid_usage', ...options }: ErrorOptions & { readonly code?: 'invalid_usage' | 'invalid_settings' } = {},
  ) {
    super(code, message, options);
    Object.freeze(this);
  }
}
