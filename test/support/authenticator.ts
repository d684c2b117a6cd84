import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

import type { AnswerSignature, KeyChange, Passkey } from '@licet/core/store';
import { changeChallenge, endOf } from '@licet/console/passkeys';
import type { KeyLog } from '@licet/console/passkeys';

/** How a signature differs from an honest one. */
export interface Deviation {
  readonly type?: string;
  readonly origin?: string;
  readonly crossOrigin?: boolean;
  readonly topOrigin?: string;
  readonly rpId?: string;
  /** 0x01: a person was present, 0x04: the authenticator has verified them. */
  readonly flags?: number;
  readonly counter?: number;
}

/** An authenticator made of the keys of `node:crypto`. */
export interface Authenticator {
  readonly key: Passkey;
  /** Signs a challenge, given in hex, as a browser and an authenticator do together. */
  readonly sign: (challenge: string, deviation?: Deviation) => AnswerSignature;
  /** What a browser returns of a key that was made for a challenge. */
  readonly make: (
    challenge: string,
    deviation?: Deviation,
  ) => { readonly id: string; readonly clientDataJSON: string; readonly attestationObject: string };
}

/** The page that the keys of the tests are for. */
export const ORIGIN = 'http://localhost:4748';

const base64url = (data: Buffer | string): string => Buffer.from(data).toString('base64url');
const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();

/** Makes an authenticator with one key. */
export function authenticator(name: string, more: Partial<Passkey> = {}): Authenticator {
  const isRsa = more.algorithm === -257;
  const { publicKey, privateKey } = isRsa
    ? generateKeyPairSync('rsa', { modulusLength: 2_048 })
    : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  const key: Passkey = {
    keyId: base64url(id),
    name,
    publicKey: base64url(publicKey.export({ format: 'der', type: 'spki' })),
    algorithm: -7,
    origin: ORIGIN,
    counter: 0,
    ...more,
  };
  let counter = key.counter;
  const client = (challenge: string, type: string, { origin = key.origin, crossOrigin = false, topOrigin }: Deviation): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge: base64url(Buffer.from(challenge, 'hex')), origin, crossOrigin, topOrigin }));
  const said = ({ rpId = 'localhost', flags = 0x05, counter: at = ++counter }: Deviation): Buffer => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(at);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count]);
  };
  return {
    key,
    sign(challenge, deviation = {}) {
      const clientData = client(challenge, deviation.type ?? 'webauthn.get', deviation);
      const data = said(deviation);
      return {
        kind: 'passkey',
        keyId: key.keyId,
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(data),
        signature: base64url(sign('sha256', Buffer.concat([data, sha256(clientData)]), privateKey)),
      };
    },
    make(challenge, deviation = {}) {
      const jwk = publicKey.export({ format: 'jwk' });
      const part = (text = ''): Buffer => Buffer.concat([Buffer.from([0x58, 32]), Buffer.from(text, 'base64url')]);
      const ec = Buffer.concat([Buffer.from('a501020326200121', 'hex'), part(jwk.x), Buffer.from([0x22]), part(jwk.y)]);
      const { flags = 0x05, ...rest } = deviation;
      const data = Buffer.concat([said({ ...rest, flags: flags | 0x40 }), Buffer.alloc(16), Buffer.from([0, 16]), id, ec]);
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a06861757468446174615900', 'hex'),
        Buffer.from([data.length]),
        data,
      ]);
      return {
        id: key.keyId,
        clientDataJSON: base64url(client(challenge, deviation.type ?? 'webauthn.create', deviation)),
        attestationObject: base64url(attestation),
      };
    },
  };
}

/** A change of keys that follows a log, signed by an authenticator where one is given. */
export function changed(
  log: KeyLog,
  change: 'add' | 'remove',
  key: Passkey,
  by?: Authenticator,
  deviation: Deviation = {},
): KeyChange {
  const said = { change, key, at: 1_000 + log.length, previous: endOf(log) };
  return { ...said, ...(by !== undefined && { signature: by.sign(changeChallenge(said), deviation) }) };
}
