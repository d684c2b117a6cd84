import { assertionProblem, counterOf } from '@licet/console/passkeys';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { authenticator } from '../../../support/authenticator.ts';

const CHALLENGE = 'ab'.repeat(32);

describe('assertionProblem', () => {
  const ann = authenticator('ann');

  it('takes what an authenticator has signed, with ES256 and with RS256', () => {
    const rsa = authenticator('ann', { algorithm: -257 });

    expect(assertionProblem(ann.sign(CHALLENGE), ann.key, CHALLENGE)).toBeUndefined();
    expect(assertionProblem(rsa.sign(CHALLENGE), rsa.key, CHALLENGE)).toBeUndefined();
  });

  it.each([
    ['another challenge', {}, 'it was made for something else', 'cd'.repeat(32)],
    ['another origin', { origin: 'http://localhost:5000' }, 'it was made on another page than `http://localhost:4748`'],
    ['an origin of the network', { origin: 'https://evil.example' }, 'it was made on another page'],
    ['a page in a frame', { crossOrigin: true }, 'it was made on another page'],
    ['a page of another top', { topOrigin: 'http://localhost:4748' }, 'it was made on another page'],
    ['another site', { rpId: 'evil.example' }, 'it was made for another site'],
    ['no person', { flags: 0x04 }, 'no person was present'],
    ['a person who was not verified', { flags: 0x01 }, 'the authenticator has not verified the person'],
    ['the making of a key', { type: 'webauthn.create' }, 'it is no signature of an answer'],
  ])('refuses one with %s', (_what, deviation, why, challenge = CHALLENGE) => {
    expect(assertionProblem(ann.sign(CHALLENGE, deviation), ann.key, challenge)).toContain(why);
  });

  it('refuses the signature of another key, and a key of another sort than it says', () => {
    const ben = authenticator('ben');

    expect(assertionProblem(ben.sign(CHALLENGE), ann.key, CHALLENGE)).toBe('the signature is not of the enrolled key');
    expect(assertionProblem(ann.sign(CHALLENGE), { ...ann.key, algorithm: -257 }, CHALLENGE)).toContain('cannot be read');
    expect(assertionProblem(ann.sign(CHALLENGE), { ...ann.key, algorithm: -8 }, CHALLENGE)).toContain('cannot be read');
    expect(assertionProblem(ann.sign(CHALLENGE), { ...ann.key, publicKey: 'AAAA' }, CHALLENGE)).toContain('cannot be read');
  });

  it('refuses a counter that has gone back, and takes zero from an authenticator that does not count', () => {
    const counting = authenticator('ann', { counter: 7 });

    expect(assertionProblem(counting.sign(CHALLENGE, { counter: 8 }), counting.key, CHALLENGE)).toBeUndefined();
    for (const counter of [0, 6, 7])
      expect(assertionProblem(counting.sign(CHALLENGE, { counter }), counting.key, CHALLENGE)).toContain('has gone back');
    expect(assertionProblem(ann.sign(CHALLENGE, { counter: 0 }), ann.key, CHALLENGE)).toBeUndefined();
  });

  it('says what is wrong with nonsense, and never throws', () => {
    const honest = ann.sign(CHALLENGE);
    const base64url = (text: string): string => Buffer.from(text).toString('base64url');
    const nonsense = ['', 'A', 'null', '[]', '{}', '{"type":"webauthn.get"}', '{"type":1,"challenge":{}}', '{'.repeat(5_000)];
    for (const text of nonsense)
      for (const member of ['clientDataJSON', 'authenticatorData', 'signature'] as const)
        expect(assertionProblem({ ...honest, [member]: base64url(text) }, ann.key, CHALLENGE)).toEqual(expect.any(String));
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.constantFrom('clientDataJSON', 'authenticatorData', 'signature'),
        (bytes, member) => {
          const forged = { ...honest, [member]: Buffer.from(bytes).toString('base64url') };

          expect(assertionProblem(forged, ann.key, CHALLENGE)).toEqual(expect.any(String));
        },
      ),
    );
  });

  it('finds every changed bit of what was signed', () => {
    const honest = ann.sign(CHALLENGE);
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom('clientDataJSON', 'authenticatorData', 'signature'), (at, member) => {
        const bytes = Buffer.from(honest[member], 'base64url');
        const place = at % (bytes.length * 8);
        bytes[place >> 3] = (bytes[place >> 3] ?? 0) ^ (1 << (place & 7));

        expect(assertionProblem({ ...honest, [member]: bytes.toString('base64url') }, ann.key, CHALLENGE)).toEqual(
          expect.any(String),
        );
      }),
    );
  });
});

describe('counterOf', () => {
  it('reads the counter of a signature, and is -1 where there is none', () => {
    expect(counterOf(authenticator('ann').sign(CHALLENGE, { counter: 258 }))).toBe(258);
    expect(counterOf({ kind: 'passkey', keyId: 'k', clientDataJSON: '', authenticatorData: 'AAAA', signature: '' })).toBe(-1);
  });
});
