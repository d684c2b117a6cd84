import { createPublicKey } from 'node:crypto';
import type { JsonWebKey } from 'node:crypto';

import type { Passkey } from '@licet/core/store';

import { ALGORITHMS, RP_ID } from './assertion.ts';

/** What the browser returns of a key that was made, as the page sends it. Every text is base64url. */
export interface MadeKey {
  readonly id: string;
  readonly clientDataJSON: string;
  readonly attestationObject: string;
}

/** Whom a key was made for. */
export interface Enrolment {
  readonly name: string;
  readonly origin: string;
  /** In hex. */
  readonly challenge: string;
}

/**
 * Reads a key that an authenticator has made. Throws where it was made for another challenge or page, without verifying the person, or with
 * an algorithm that was not offered. The library that reads it is loaded here and nowhere else.
 */
export async function enrolledKey(made: MadeKey, { name, origin, challenge }: Enrolment): Promise<Passkey> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: {
      id: made.id,
      rawId: made.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON: made.clientDataJSON, attestationObject: made.attestationObject },
    },
    expectedChallenge: Buffer.from(challenge, 'hex').toString('base64url'),
    expectedOrigin: origin,
    expectedRPID: RP_ID,
    requireUserVerification: true,
    supportedAlgorithmIDs: Object.keys(ALGORITHMS).map(Number),
  });
  if (!verified || registrationInfo === undefined) throw new Error('the authenticator does not vouch for the key');
  const { id, publicKey, counter } = registrationInfo.credential;
  return { keyId: id, name, ...(await readCose(publicKey)), origin, counter };
}

/** Reads a COSE key. */
async function readCose(cose: Uint8Array): Promise<Pick<Passkey, 'publicKey' | 'algorithm'>> {
  const { decodeCredentialPublicKey } = await import('@simplewebauthn/server/helpers');
  const members = decodeCredentialPublicKey(new Uint8Array(cose)) as unknown as ReadonlyMap<number, unknown>;
  const bytes = (label: number): string => Buffer.from(members.get(label) as Uint8Array).toString('base64url');
  const algorithm = Number(members.get(3));
  const jwk: JsonWebKey =
    algorithm === -7 ? { kty: 'EC', crv: 'P-256', x: bytes(-2), y: bytes(-3) } : { kty: 'RSA', n: bytes(-1), e: bytes(-2) };
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
  if (ALGORITHMS[algorithm]?.fits(publicKey) !== true) throw new Error('the key is not of an algorithm that was offered');
  return { publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64url'), algorithm };
}
