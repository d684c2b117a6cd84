import type { Argument } from '../call.ts';
import type { Origin } from '../use.ts';

/** Whether a word is a name with the number of this very shell in it, which no other command has given: `pg-$$`. */
export const isOwnName = ({ text = '', glob, origins = [] }: Argument): boolean =>
  glob && origins.includes('own_process') && /^\w[\w.-]*\*[\w.*-]*$/.test(text);

/**
 * Whether a word comes from such a place.
 *
 * | word | `others` | `listed` |
 * |---|---|---|
 * | `$PPID`, `$(pgrep x)` | yes | yes |
 * | `$$` | no | yes |
 * | `pg-$$` | no | no |
 */
export const comesFrom = (origin: Origin, word: Argument): boolean =>
  word.origins?.includes('process') === true && (origin === 'others' ? !word.origins.includes('own_process') : !isOwnName(word));
