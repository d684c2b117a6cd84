import type { Ruling } from '@licet/core';

/** What the exit codes of `licet` mean. */
export const EXIT: Readonly<Record<Ruling | 'usage', number>> = Object.freeze({ pass: 0, warn: 0, ask: 1, block: 2, usage: 3 });

/** Thrown for a command line, or a file, that a command can do nothing with. The message says what to do instead. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** What a parser of options says, in the form of all other messages: names in backticks, and what was meant in the same line. */
export function reworded(text: string): string {
  return text
    .replace(/^(?:error: )?([A-Z](?=[a-z]))?/u, (_all, first: string | undefined) => first?.toLowerCase() ?? '')
    .replaceAll(/'([^'\n]*)'/gu, '`$1`')
    .replace(
      /\n\(Did you mean (?:one of )?([^?]+)\?\)/u,
      (_all, names: string) => `, did you mean ${names.replaceAll(/[\w-]+/gu, '`$&`')}?`,
    )
    .replace(/\. Expected/u, ': expected')
    .replace(/ but got (\d+): (.+)\.(?=\n|$)/u, ', found $1: `$2`');
}
