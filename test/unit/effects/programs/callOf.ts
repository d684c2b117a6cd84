import type { Call } from '../../../../packages/effects/src/programs/descriptor.ts';

/** A call as descriptions of programs see it: words, and options with their values. */
export function callOf(
  path: readonly string[],
  operands: readonly (string | undefined)[] = [],
  options: Readonly<Record<string, readonly string[]>> = {},
): Call {
  const word = (text: string | undefined) => ({ text, glob: false });
  return {
    path,
    operands: operands.map(word),
    home: '/home/u',
    has: (name: string) => Object.hasOwn(options, name),
    values: (name: string) => (options[name] ?? []).map(word),
  };
}
