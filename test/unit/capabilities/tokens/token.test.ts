import { describe, expect, it, test } from 'vitest';

import { keyRing } from '../../../../packages/capabilities/src/tokens/keyRing.ts';
import { callDigest, isSigned, readToken, signToken } from '../../../../packages/capabilities/src/tokens/token.ts';

const keys = keyRing('k'.repeat(32));
const claims = { id: 't', capability: 'c', principal: 'p', policy: 'd', issuedAt: 1, expiresAt: 2, epoch: 0 };
const token = signToken(claims, keys);
const [body = '', signature = ''] = token.split('.');
const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('a token', () => {
  it('says what was signed, with the key that signed it', () => {
    const read = readToken(token);

    expect(read?.claims).toEqual({ ...claims, keyId: 'default' });
    expect(read && isSigned(read, keys)).toBe(true);
  });

  it('is not signed once a claim, the signature or the key is another', () => {
    const forged = readToken(`${encoded({ ...claims, keyId: 'default', capability: 'other' })}.${signature}`);
    const other = keyRing({ active: 'b', keys: { b: 'k'.repeat(32) } });
    const read = readToken(token);

    expect(forged && isSigned(forged, keys)).toBe(false);
    expect(read && isSigned(read, keyRing('x'.repeat(32)))).toBe(false);
    expect(read && isSigned(read, other)).toBeUndefined();
  });

  test.each([
    ['nothing', undefined],
    ['an empty text', ''],
    ['one part', body],
    ['three parts', `${token}.x`],
    ['a signature of another length', `${body}.x`],
    ['a body that is no JSON', `abc.${signature}`],
    ['claims that lack something', `${encoded({ ...claims, keyId: undefined })}.${signature}`],
    ['a time that is no number', `${encoded({ ...claims, keyId: 'k', expiresAt: '2' })}.${signature}`],
    ['more tokens before it than any has', `${encoded({ ...claims, keyId: 'k', ancestors: Array(9).fill('a') })}.${signature}`],
    ['a text that is too long', `${'a'.repeat(20_000)}.${signature}`],
  ])('is none: %s', (_what, text) => {
    expect(readToken(text)).toBeUndefined();
  });
});

it('knows a call by its tool and its arguments, in any order', () => {
  expect(callDigest({ tool: 't', payload: { a: 1, b: 2 } })).toBe(callDigest({ tool: 't', payload: { b: 2, a: 1 } }));
  expect(callDigest({ tool: 't', payload: {} })).not.toBe(callDigest({ tool: 'u', payload: {} }));
  expect(callDigest({ tool: 't', payload: { a: () => 1 } })).toBeUndefined();
});
