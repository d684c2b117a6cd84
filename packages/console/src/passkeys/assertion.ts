import { createHash, createPublicKey, verify } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

import type { AnswerSignature, Passkey } from '@licet/core/store';

/** The site that passkeys are for: the page lies on this machine. */
export const RP_ID = 'localhost';

/** What `node:crypto` says of a key. The types of Node stay out of the declarations of this package. */
interface KeyShape {
  readonly asymmetricKeyType?: string | undefined;
  readonly asymmetricKeyDetails?:
    | { readonly namedCurve?: string | undefined; readonly modulusLength?: number | undefined }
    | undefined;
}

/** The algorithms that are offered to authenticators, with what a key of each is. */
export const ALGORITHMS: Readonly<Record<number, { readonly name: string; readonly fits: (key: KeyShape) => boolean }>> = {
  [-7]: {
    name: 'ES256',
    fits: ({ asymmetricKeyType, asymmetricKeyDetails }) =>
      asymmetricKeyType === 'ec' && asymmetricKeyDetails?.namedCurve === 'prime256v1',
  },
  [-257]: {
    name: 'RS256',
    fits: ({ asymmetricKeyType, asymmetricKeyDetails }) =>
      asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= 2_048,
  },
};

/** What an authenticator says in front of its signature: the site, flags, the counter. */
const LEAST_BYTES = 37;
const [PRESENT, VERIFIED] = [0x01, 0x04];

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();

/**
 * Says why a passkey's signature of a challenge does not hold; undefined for one that does. `challenge` is in hex. The person must have been
 * present and verified, and on the page that the key was enrolled for.
 */
export function assertionProblem(
  { clientDataJSON, authenticatorData, signature }: AnswerSignature,
  key: Passkey,
  challenge: string,
): string | undefined {
  const client = Buffer.from(clientDataJSON, 'base64url');
  const said = Buffer.from(authenticatorData, 'base64url');
  const problem = clientProblem(client, key, challenge) ?? authenticatorProblem(said, key);
  if (problem !== undefined) return problem;
  const publicKey = publicKeyOf(key);
  if (publicKey === undefined) return 'the enrolled key cannot be read';
  try {
    const isSigned = verify('sha256', Buffer.concat([said, sha256(client)]), publicKey, Buffer.from(signature, 'base64url'));
    return isSigned ? undefined : 'the signature is not of the enrolled key';
  } catch {
    return 'the signature cannot be read';
  }
}

function clientProblem(client: Buffer, { origin }: Passkey, challenge: string): string | undefined {
  const data = readClient(client);
  if (data === undefined) return 'the client data of the browser cannot be read';
  if (data['type'] !== 'webauthn.get') return 'it is no signature of an answer';
  if (data['challenge'] !== Buffer.from(challenge, 'hex').toString('base64url')) return 'it was made for something else';
  if (data['origin'] !== origin || data['crossOrigin'] === true || data['topOrigin'] !== undefined)
    return `it was made on another page than \`${origin}\``;
  return undefined;
}

function readClient(client: Buffer): Readonly<Record<string, unknown>> | undefined {
  try {
    const data: unknown = JSON.parse(client.toString('utf8'));
    return typeof data === 'object' && data !== null ? (data as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined;
  }
}

function authenticatorProblem(said: Buffer, key: Passkey): string | undefined {
  if (said.length < LEAST_BYTES) return 'the data of the authenticator is too short';
  if (!said.subarray(0, 32).equals(sha256(RP_ID))) return 'it was made for another site';
  const flags = said.readUInt8(32);
  if ((flags & PRESENT) === 0) return 'no person was present';
  if ((flags & VERIFIED) === 0) return 'the authenticator has not verified the person';
  return counterProblem(counterIn(said), key.counter);
}

/**
 * Says whether a counter has gone back. An authenticator that counts never repeats a number, so a number that is not higher comes of a copy of
 * the key. One that does not count says zero each time.
 */
export function counterProblem(counter: number, known: number): string | undefined {
  return counter > known || (counter === 0 && known === 0) ? undefined : 'the counter of the authenticator has gone back';
}

/** The counter of a signature; -1 where there is none to read. */
export function counterOf({ authenticatorData }: AnswerSignature): number {
  const said = Buffer.from(authenticatorData, 'base64url');
  return said.length < LEAST_BYTES ? -1 : counterIn(said);
}

const counterIn = (said: Buffer): number => said.readUInt32BE(33);

function publicKeyOf({ publicKey, algorithm }: Passkey): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64url'), format: 'der', type: 'spki' });
    return Object.hasOwn(ALGORITHMS, algorithm) && ALGORITHMS[algorithm]?.fits(key) === true ? key : undefined;
  } catch {
    return undefined;
  }
}
