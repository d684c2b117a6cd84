import type { Call } from '../call.ts';
import { namesBelow } from '../output.ts';
import type { Ending, Endless, Printed, Printing } from '../output.ts';
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
  if (!isCases(prints)) return prints;
  const printed = prints.find(({ when }) => holds(when, call))?.prints;
  if (printed === 'ignored') return { ignored: call.operands };
  return printed === 'below' ? { names: namesBelow(call.operands).names.map(name => name.replace(/\*\*$/, '**/**')) } : printed;
}

const isCases = (prints: Printing | undefined): prints is Extract<Printing, readonly unknown[]> => Array.isArray(prints);

/** What a call does with an input that never ends. */
export const endsOf = (endless: Ending | undefined, call: Call): Endless | undefined =>
  typeof endless === 'object' ? endless.find(({ when }) => holds(when, call))?.endless : endless;
