import { generateKeyPairSync, createPrivateKey, createPublicKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

import { UsageError } from '@licet/core/command';
import { readPlainFile, writeOnce } from '@licet/server/resident';

import { readNamedFile } from '../text/inputFile.ts';

/** A public key as policies and trust files write it: `ed25519:` and its 32 bytes in base64url. */
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

/** Reads the private key in a file that a person has named. Throws a {@link UsageError} where it holds none. */
export function namedPrivateKey(named: string): KeyObject {
  const text = readNamedFile(named, 'the key');
  try {
    const key = createPrivateKey(text);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // It is refused below.
  }
  throw new UsageError(`\`${named}\` is no private Ed25519 key: \`openssl genpkey -algorithm ed25519 -out ${named}\` makes one`);
}

/** The public key of a private one, as policies write it. */
export function publicKeyText(key: KeyObject): string {
  return `ed25519:${createPublicKey(key).export({ format: 'jwk' }).x ?? ''}`;
}

/** Reads a public key as policies write it; undefined for what is none. */
export function publicKeyOf(text: string): KeyObject | undefined {
  if (!PUBLIC_KEY.test(text)) return undefined;
  try {
    return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: text.slice('ed25519:'.length) }, format: 'jwk' });
  } catch {
    return undefined;
  }
}
