import { GovernanceError } from '../model/errors.ts';
import type { Ruling } from '../model/ruling.ts';
import { didYouMean } from '../text/suggest.ts';

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

/** Returns the value of an option that must be one of some. Throws a {@link UsageError} that lists them. */
export function oneOf<Value extends string>(option: string, value: string, known: readonly Value[]): Value {
  const found = known.find(each => each === value);
  if (found !== undefined) return found;
  throw new UsageError(`\`${option}\` must be one of ${known.join(', ')}, found \`${value}\``);
}

/** Returns what is meant by a name, such as an `access` or a `profile`. Throws a {@link UsageError} that lists all, with the one that may have been meant. */
export function oneNamed<Name extends string>(what: string, name: string, known: readonly Name[]): Name {
  const found = known.find(each => each === name);
  if (found !== undefined) return found;
  throw new UsageError(`there is no ${what} \`${name}\`${didYouMean(name, known)}: choose one of ${known.join(', ')}`);
}
