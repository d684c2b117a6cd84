import type { Call } from '../call.ts';
import type { Printed, Printing } from '../output.ts';
import { holds } from './condition.ts';

/**
 * What a call prints.
 *
 * | `prints` | `tool env` | `tool list` |
 * |---|---|---|
 * | `'word'` | a word in each line | the same |
 * | `[{ when: { line: '^env' }, prints: 'setup' }]` | commands that set the shell up | it is not known |
 */
export function printedBy(prints: Printing | undefined, call: Call): Printed | undefined {
  if (typeof prints === 'function') return prints(call);
  return isCases(prints) ? prints.find(({ when }) => holds(when, call))?.prints : prints;
}

const isCases = (prints: Printing | undefined): prints is Extract<Printing, readonly unknown[]> => Array.isArray(prints);
