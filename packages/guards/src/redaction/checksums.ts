/** Luhn's check of a payment card number, spaces and hyphens left out; also its length and that it is not one digit over and over. */
export function isCardNumber(text: string): boolean {
  const digits = text.replace(/[ -]/g, '');
  if (!/^[0-9]{13,19}$/.test(digits) || /^(\d)\1+$/.test(digits)) return false;
  let sum = 0;
  for (const [at, digit] of digits.split('').reverse().entries()) {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

/** Length of an IBAN by country, where it is not between 15 and 34 anyway (the SWIFT registry). */
const IBAN_LENGTHS: Readonly<Record<string, number>> = {
  AT: 20,
  BE: 16,
  BG: 22,
  CH: 21,
  CY: 28,
  CZ: 24,
  DE: 22,
  DK: 18,
  EE: 20,
  ES: 24,
  FI: 18,
  FR: 27,
  GB: 22,
  GR: 27,
  HR: 21,
  HU: 28,
  IE: 22,
  IS: 26,
  IT: 27,
  LI: 21,
  LT: 20,
  LU: 20,
  LV: 21,
  MC: 27,
  MT: 31,
  NL: 18,
  NO: 15,
  PL: 28,
  PT: 25,
  RO: 24,
  SE: 24,
  SI: 19,
  SK: 24,
  SM: 27,
  TR: 26,
};

/** ISO 7064 mod 97-10 of an IBAN, spaces left out, and its length where the country's is known. */
export function isIban(text: string): boolean {
  const plain = text.replace(/ /g, '').toUpperCase();
  if (!/^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/.test(plain)) return false;
  const length = IBAN_LENGTHS[plain.slice(0, 2)];
  if (length !== undefined && length !== plain.length) return false;
  let rest = 0;
  for (const char of plain.slice(4) + plain.slice(0, 4)) rest = Number(`${rest}${Number.parseInt(char, 36)}`) % 97;
  return rest === 1;
}

/** Shannon entropy of a text in bits per character. */
export function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1);
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return [...counts.values()].reduce((bits, count) => bits - (count / total) * Math.log2(count / total), 0);
}
