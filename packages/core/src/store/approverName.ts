/** The longest name of an approver, in UTF-16 units. */
export const MAX_NAME = 200;

/** Characters that are not seen, or that move others about. */
const unseen = (): RegExp => /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * Returns a name in the form in which names are compared: without regard to case, to width and other compatibility forms,
 * and to spaces around and between.
 *
 * @example
 * ```ts
 * import { foldName } from '@licet/core/store';
 *
 * foldName(' Ａnn  Straße ') === foldName('ann STRASSE'); // => true
 * ```
 */
export function foldName(name: string): string {
  return name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC').replace(/\s+/gu, ' ').trim();
}

/** Tells whether a name can name an approver: something that is seen, of at most {@link MAX_NAME} units. */
export function isName(name: unknown): name is string {
  return typeof name === 'string' && name.length <= MAX_NAME && !unseen().test(name) && foldName(name) !== '';
}
