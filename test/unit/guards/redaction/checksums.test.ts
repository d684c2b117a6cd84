import { expect, it, test } from 'vitest';

import { entropy, isCardNumber, isIban } from '../../../../packages/guards/src/redaction/checksums.ts';

test.each([
  ['4111 1111 1111 1111', true],
  ['5555-5555-5555-4444', true],
  ['378282246310005', true],
  ['4111 1111 1111 1112', false],
  ['0000 0000 0000 0000', false],
  ['411111111111', false],
  ['4111.1111.1111.1111', false],
  ['', false],
])('%s is the number of a card: %s', (text, yes) => {
  expect(isCardNumber(text)).toBe(yes);
});

test.each([
  ['DE89 3704 0044 0532 0130 00', true],
  ['gb82west12345698765432', true],
  ['DE89 3704 0044 0532 0130 01', false],
  // A sum that fits in a length that the country does not have.
  ['DE89370400440532013', false],
  ['XX00', false],
  ['', false],
])('%s is an IBAN: %s', (text, yes) => {
  expect(isIban(text)).toBe(yes);
});

it('says how many bits there are in a character', () => {
  expect([entropy(''), entropy('aaaa'), entropy('abab'), entropy('abcd')]).toEqual([0, 0, 1, 2]);
});
