import type { Ruling } from '@licet/core';

/** What the exit codes of `licet` mean. */
export const EXIT: Readonly<Record<Ruling | 'usage', number>> = Object.freeze({ pass: 0, warn: 0, ask: 1, block: 2, usage: 3 });

/** Thrown for a command line, or a file, that a command can do nothing with. The message says what to do instead. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
