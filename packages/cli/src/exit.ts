import type { GovernanceError, Ruling } from '@licet/core';

/** What the exit codes of `licet` mean. */
export const EXIT: Readonly<Record<Ruling | 'usage', number>> = Object.freeze({ pass: 0, warn: 0, ask: 1, block: 2, usage: 3 });

/** Thrown for a command line, or a file, that a command can do nothing with. The message says what to do instead. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Tells whether something thrown is a fault of a store or a trail. Bundles bring their own class along: its name is what they share. */
export function isGovernanceError(error: unknown): error is GovernanceError {
  return error instanceof Error && error.name === 'GovernanceError' && 'code' in error;
}
