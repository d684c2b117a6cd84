import { createPublicKey, generateKeyPairSync, createPrivateKey, sign, verify } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

import { readPlainFile, writeOnce } from '@licet/server/resident';

/** A public key as policies write it: `ed25519:` and its 32 bytes in base64url. */
export const PUBLIC_KEY = /^ed25519:[A-Za-z0-9_-]{43}$/u;

/** Reads the private key in a file, PEM with PKCS #8; with `make`, a new one is made where there is none. Throws where none can be read. */
export function privateKey(file: string, make: boolean): KeyObject {
  if (make) {
    const { privateKey: made } = generateKeyPairSync('ed25519');
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeOnce(file, made.export({ type: 'pkcs8', format: 'pem' }).toString());
  }
  return createPrivateKey(readPlainFile(file));
}

/** The public key of a private one, as policies write it. */
export function publicKeyText(key: KeyObject): string {
  return `ed25519:${createPublicKey(key).export({ format: 'jwk' }).x ?? ''}`;
}

/** Signs a text for one purpose: a signature for another purpose does not fit it. Returns base64. */
export function signText(key: KeyObject, purpose: string, text: string): string {
  return sign(null, signedBytes(purpose, text), key).toString('base64');
}

/** Tells whether a signature is that of the holder of a public key, for this purpose and text. False for what is no key or no signature. */
export function isSigned(key: string, purpose: string, text: string, signature: string): boolean {
  if (!PUBLIC_KEY.test(key)) return false;
  try {
    const bytes = Buffer.from(signature, 'base64');
    // Several texts decode to the same bytes: only the one that was written counts.
    if (bytes.toString('base64') !== signature) return false;
    const x = key.slice('ed25519:'.length);
    const read = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    return verify(null, signedBytes(purpose, text), read, bytes);
  } catch {
    return false;
  }
}

/** The lengths keep a purpose and a text from being read as another pair. */
const signedBytes = (purpose: string, text: string): Buffer =>
  Buffer.from(`licet-signature-1 ${Buffer.byteLength(purpose)} ${purpose} ${Buffer.byteLength(text)} ${text}`);
