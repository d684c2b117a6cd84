import { describe, expect, it, test } from 'vitest';

import { keyRing } from '../../../../packages/capabilities/src/tokens/keyRing.ts';
import { epochKey, revokedKey, signToken } from '../../../../packages/capabilities/src/tokens/token.ts';
import { verifyToken } from '../../../../packages/capabilities/src/tokens/verifyToken.ts';

const keys = keyRing('k'.repeat(32));
const claims = { id: 't', capability: 'c', principal: 'p', policy: 'd', issuedAt: 100, expiresAt: 200, epoch: 1 };
const expected = { principal: 'p', capability: 'c', now: 150, skewMs: 10 };
/** A session in which these counters stand. */
const session = (counters: Readonly<Record<string, number>> = {}) =>
  ({ session: { used: (key: string) => counters[key] ?? 0 } }) as never;
const verified = (more: object = {}, wanted: object = {}, counters: Readonly<Record<string, number>> = {}) =>
  verifyToken(signToken({ ...claims, ...more }, keys), { ...expected, ...wanted }, session(counters), keys);

describe('a token', () => {
  it('is good, and says what it was signed for', () => {
    expect(verified()).toMatchObject({ claims });
  });

  test.each([
    ['when it has expired', { expiresAt: 150 }, {}, {}, 'token_expired'],
    ['for another principal', {}, { principal: 'q' }, {}, 'token_scope_mismatch'],
    ['for another capability', {}, { capability: 'd' }, {}, 'token_scope_mismatch'],
    ['from the future', { issuedAt: 161 }, {}, {}, 'token_invalid'],
    ['when it was revoked', {}, {}, { [revokedKey('t')]: 1 }, 'token_revoked'],
    ['when the one that it was made from was revoked', { ancestors: ['a', 'b'] }, {}, { [revokedKey('b')]: 1 }, 'token_revoked'],
    ['when all of its principal were revoked since', {}, {}, { [epochKey('p')]: 2 }, 'token_revoked'],
    // What is revoked is found first.
    ['when it was revoked and has expired', { expiresAt: 150 }, {}, { [revokedKey('t')]: 1 }, 'token_revoked'],
  ])('is not good %s', (_when, more, wanted, counters, code) => {
    expect(verified(more, wanted, counters)).toMatchObject({ code });
  });

  it('is good at the edges of its time', () => {
    expect([verified({ issuedAt: 160 }), verified({ expiresAt: 151 }), verified({}, {}, { [epochKey('p')]: 1 })]).toEqual([
      expect.objectContaining({ claims: expect.anything() }),
      expect.objectContaining({ claims: expect.anything() }),
      expect.objectContaining({ claims: expect.anything() }),
    ]);
  });

  it('is none in any other form, of an unknown key, or changed', () => {
    const token = signToken(claims, keys);
    const [body = '', signature = ''] = token.split('.');
    const other = Buffer.from(JSON.stringify({ ...claims, keyId: 'default', capability: 'c', epoch: 9 })).toString('base64url');
    const verify = (text: unknown, ring = keys) => verifyToken(text, expected, session(), ring);

    expect([
      verify(undefined),
      verify(body),
      verify(`${other}.${signature}`),
      verify(token, keyRing({ keys: { x: 'x'.repeat(32) } })),
    ]).toEqual(Array.from({ length: 4 }, () => expect.objectContaining({ code: 'token_invalid' })));
  });
});
