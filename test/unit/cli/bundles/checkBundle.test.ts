import { BUNDLE_TYPE, digestOfBundle } from 'licet/source/bundles/bundle.ts';
import type { BundleCheck } from 'licet/source/bundles/checkBundle.ts';
import { checkBundle } from 'licet/source/bundles/checkBundle.ts';
import { signedBytes } from 'licet/source/signing/envelope.ts';
import { readTrust } from 'licet/source/bundles/trust.ts';
import { describe, expect, it } from 'vitest';

import { ann, bob, bundleOf, eve, keyOf, signed } from './support.ts';
import { altered, changed, flipped, good, whole, wrong } from './tampered.ts';
import type { Raw } from './tampered.ts';

const NOW = Date.parse('2027-01-15T00:00:00.000Z');
const KEYS = { ann: keyOf(ann), bob: keyOf(bob) };
const trustText = (more: object = {}): string =>
  JSON.stringify({ from: '/srv', name: 'acme', keys: KEYS, signatures: 2, ...more });
const trust = readTrust(trustText(), 'bundle.json');

const check = (text: string, more: Partial<BundleCheck> = {}) => checkBundle(text, { trust, now: NOW, licet: '1.2.3', ...more });

describe('a bundle that was changed after it was signed', () => {
  it.each(Object.entries(changed))('is refused: %s', (_name, text) => {
    expect(() => check(text)).toThrow(/the bundle is refused/u);
  });

  it.each(Array.from({ length: 32 }, (_each, index) => index))(
    'is refused with a bit changed in the payload, place %i',
    index => {
      const length = Buffer.from((JSON.parse(whole) as Raw).payload, 'base64').length;
      expect(() => check(altered(e => (e.payload = flipped(e.payload, Math.floor((length * index) / 32)))))).toThrow(/refused/u);
    },
  );

  it.each([0, 1, 31, 32, 62, 63])('is refused with a bit changed in a signature, byte %i', at => {
    expect(() =>
      check(
        altered(
          e => (e.signatures = e.signatures.map((each, index) => (index === 0 ? { ...each, sig: flipped(each.sig, at) } : each))),
        ),
      ),
    ).toThrow('signatures of 2 pinned keys are needed, found 1');
  });
});

describe('a bundle that its owners have signed so', () => {
  it.each(Object.entries(wrong))('is refused: %s', (_name, [text, why]) => {
    expect(() => check(text)).toThrow(why);
  });

  it('is taken, also with the signature of a stranger, and within its times', () => {
    expect(check(whole)).toMatchObject({ bundle: { version: 7 }, digest: digestOfBundle(good), signers: ['ann', 'bob'] });
    expect(check(signed(good, [eve, bob, ann])).signers).toEqual(['ann', 'bob']);
    const meta = { notBefore: '2027-01-15T00:00:00.000Z', expires: '2027-01-15T00:00:00.001Z', minLicet: '1.2.3' };
    expect(check(signed(bundleOf(meta))).bundle).toMatchObject(meta);
  });

  it('is refused below the highest version seen, and with another content at the same version', () => {
    const seen = { version: 7, digest: digestOfBundle(good) };

    expect(check(whole, { seen }).bundle.version).toBe(7);
    expect(check(signed(bundleOf({ version: 8 })), { seen }).bundle.version).toBe(8);
    expect(() => check(signed(bundleOf({ version: 6 })), { seen })).toThrow('its version 6 is older than 7');
    expect(() => check(signed(bundleOf({}, 'make publish')), { seen })).toThrow('was seen before with another content');
  });
});

describe('the envelope', () => {
  it('is signed as DSSE says', () => {
    expect(signedBytes('http://example.com/HelloWorld', 'hello world').toString()).toBe(
      'DSSEv1 29 http://example.com/HelloWorld 11 hello world',
    );
    expect(signedBytes(BUNDLE_TYPE, 'ü').toString()).toMatch(/ 2 ü$/u);
  });
});

describe('a trust file', () => {
  it.each([
    ['no JSON', '{', /cannot be used/u],
    ['a member more', trustText({ more: 1 }), /no other/u],
    ['no place', trustText({ from: '' }), /`from`/u],
    ['no name', trustText({ name: '' }), /`name`/u],
    ['keys that are none', trustText({ keys: 1 }), /`keys`/u],
    ['a key that is none', trustText({ keys: { ann: 'x' } }), /no public key/u],
    ['a private key', trustText({ keys: { ann: ann.privateKey.export({ type: 'pkcs8', format: 'pem' }) } }), /no public/u],
    ['one key under two names', trustText({ keys: { ann: keyOf(ann), bob: keyOf(ann) } }), /same key/u],
    ['no signatures', trustText({ signatures: 0 }), /`signatures`/u],
    ['more than there are keys', trustText({ signatures: 3 }), /`signatures`/u],
    ['part of a key', trustText({ signatures: 1.5 }), /`signatures`/u],
  ])('is refused: %s', (_name, text, why) => {
    expect(() => readTrust(text, 'bundle.json')).toThrow(why);
  });
});
