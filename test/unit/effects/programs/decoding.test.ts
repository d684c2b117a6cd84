import { expect, it, test } from 'vitest';

import { backwards, computes, fromBase64, fromHex, translates } from '../../../../packages/effects/src/programs/decoding.ts';
import type { Decoding } from '../../../../packages/effects/src/programs/decoding.ts';
import { callOf } from './callOf.ts';

const decoded = (
  decoding: Decoding,
  text: string,
  operands: readonly string[] = [],
  options: Readonly<Record<string, readonly string[]>> = {},
) => decoding.text?.(text, callOf(['x'], operands, options));

test.each([
  ['base64', fromBase64, 'cm0gLXJm\nIC8=', [], 'rm -rf /'],
  ['hexadecimal digits', fromHex, '726d 202f', [], 'rm /'],
  ['hexadecimal digits, which they are not', fromHex, 'rm', [], undefined],
  ['lines backwards', backwards, 'mr\nsl', [], 'rm\nls'],
  ['letters moved by thirteen', translates, 'ez -es /', ['A-Za-z', 'N-ZA-Mn-za-m'], 'rm -rf /'],
  ['letters for letters', translates, 'abc', ['ab', 'xy'], 'xyc'],
  ['letters for none', translates, 'abc', ['ab'], undefined],
] as const)('%s', (_name, decoding, text, operands, result) => {
  expect(decoded(decoding, text, operands)).toBe(result);
});

it('leaves out what is deleted', () => {
  expect(decoded(translates, 'r-m', ['-'], { '-d': [] })).toBe('rm');
});

test.each([
  [{ '-e': ['print(1)'] }, false, true],
  [{ '-e': ['print(chr(114))'] }, false, false],
  [{ '-e': ['print(1)'] }, true, false],
  [{}, false, false],
])('an interpreter with %j that is fed (%s) hides nothing: %s', (options, isFed, yes) => {
  expect(computes.unless?.(callOf(['perl'], [], options), isFed)).toBe(yes);
});
