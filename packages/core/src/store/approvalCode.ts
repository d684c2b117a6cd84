/** Crockford's base 32: no I, L, O or U, which look like 1 and 0 or spell words. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 8;
/** x^5 + x^2 + 1: multiplying by x in the field of 32 elements. */
const POLYNOMIAL = 0b100101;

/** How many random bytes a code is made of. */
export const APPROVAL_CODE_BYTES: number = LENGTH - 1;

/**
 * Returns a code that people can read out and type: seven characters of 35 random bits and a check character, in two
 * groups of four. `random` is {@link APPROVAL_CODE_BYTES} bytes that cannot be guessed. The check finds every single wrong
 * character and every two that changed places.
 *
 * @example
 * ```ts
 * import { approvalCode, readApprovalCode } from '@licet/core/store';
 *
 * const code = approvalCode(Uint8Array.from([1, 2, 3, 4, 5, 6, 7]));
 * code; // => '1234-567Y'
 * readApprovalCode('1234 567y'); // => '1234-567Y'
 * readApprovalCode('1234-576Y'); // => undefined
 * ```
 */
export function approvalCode(random: Uint8Array): string {
  const digits = Array.from({ length: APPROVAL_CODE_BYTES }, (_, index) => (random[index] ?? 0) & 31);
  return spell([...digits, timesX(remainder(digits))]);
}

/**
 * Returns a code as {@link approvalCode} spells it, from whatever a human typed: case, spaces and hyphens do not matter,
 * O is 0, I and L are 1. Undefined for what is no code, a mistyped one included.
 */
export function readApprovalCode(typed: string): string | undefined {
  const text = typed.length > 64 ? '' : typed.replace(/[\s-]/gu, '').toUpperCase().replace(/O/gu, '0').replace(/[IL]/gu, '1');
  const digits = Array.from(text, character => ALPHABET.indexOf(character));
  return digits.length === LENGTH && !digits.includes(-1) && remainder(digits) === 0 ? spell(digits) : undefined;
}

const timesX = (value: number): number => (value & 16 ? (value << 1) ^ POLYNOMIAL : value << 1);

const remainder = (digits: readonly number[]): number => digits.reduce((sum, digit) => timesX(sum) ^ digit, 0);

function spell(digits: readonly number[]): string {
  const text = digits.map(digit => ALPHABET[digit]).join('');
  return `${text.slice(0, LENGTH / 2)}-${text.slice(LENGTH / 2)}`;
}
