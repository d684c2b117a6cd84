import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { digestOf, secretCheck } from '../../../../packages/server/src/http/digest.ts';

it.each(['short', 'x'.repeat(512), 'x'.repeat(513), 'é'.repeat(300)])('knows a secret from any other text', secret => {
  const is = secretCheck(secret);

  expect(is(secret)).toBe(true);
  for (const other of ['', secret.slice(1), `${secret}x`, secret.replace(/.$/u, 'y'), `${secret}\0`])
    expect(is(other)).toBe(false);
});

it('says yes to the secret alone', () => {
  fc.assert(fc.property(fc.string(), fc.string(), (secret, shown) => secretCheck(secret)(shown) === (secret === shown)));
});

it('has digests of one length', () => {
  expect(digestOf('')).toHaveLength(32);
  expect(digestOf('a')).not.toEqual(digestOf('b'));
});
