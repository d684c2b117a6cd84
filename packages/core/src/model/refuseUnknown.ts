import { didYouMean } from '../text/suggest.ts';
import { InvariantError } from './errors.ts';
import type { ParamPath } from './errors.ts';

/** Throws an {@link InvariantError} of code `unknown_option` for a name that is none of those known, with what was probably meant. */
export function refuseUnknown(owner: string, given: object, known: readonly string[], path: ParamPath = []): void {
  const name = Object.keys(given).find(each => !known.includes(each));
  if (name === undefined) return;
  const message = `${owner} has no option \`${name}\`${didYouMean(name, known)}`;
  throw new InvariantError('unknown_option', message, { path: [...path, name] });
}
