import { createHash, createPublicKey, sign, verify } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

import { isPlainObject } from '../text/plainObject.ts';

/** A text with signatures, in the form of DSSE (Dead Simple Signing Envelope, version 1). */
export interface Envelope {
  readonly payloadType: string;
  /** The text in base64. */
  readonly payload: string;
  readonly signatures: readonly EnvelopeSignature[];
}

/** One signature. `keyid` is a hint: only the key itself counts. */
interface EnvelopeSignature {
  readonly keyid: string;
  readonly sig: string;
}

/** No envelope holds more signatures. */
const MOST_SIGNATURES = 64;

/** The bytes that a signature is over: DSSE's pre-authentication encoding, so that no text of one type passes for another. */
export function signedBytes(type: string, text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from(`DSSEv1 ${Buffer.byteLength(type)} ${type} ${bytes.length} `), bytes]);
}

/** The name of a public key: SHA-256 of its SPKI form. */
export const keyIdOf = (key: KeyObject): string => createHash('sha256').update(spki(key)).digest('hex');

const spki = (key: KeyObject): Buffer => key.export({ type: 'spki', format: 'der' });

/** Puts a text into an envelope without signatures. */
export const envelopeOf = (payloadType: string, text: string): Envelope => ({
  payloadType,
  payload: Buffer.from(text).toString('base64'),
  signatures: [],
});

/** Returns the envelope with the signature of a private Ed25519 key, in place of an earlier one of the same key. */
export function signEnvelope(envelope: Envelope, privateKey: KeyObject): Envelope {
  const keyid = keyIdOf(createPublicKey(privateKey));
  const sig = sign(null, signedBytes(envelope.payloadType, payloadText(envelope)), privateKey).toString('base64');
  return { ...envelope, signatures: [...envelope.signatures.filter(each => each.keyid !== keyid), { keyid, sig }] };
}

/** The text that an envelope holds. */
export const payloadText = ({ payload }: Envelope): string => Buffer.from(payload, 'base64').toString();

/** Returns the names of the keys that have signed, each at most once. Signatures of other keys do not count. */
export function signersOf(envelope: Envelope, keys: ReadonlyMap<string, KeyObject>): readonly string[] {
  const bytes = signedBytes(envelope.payloadType, payloadText(envelope));
  const isBy = (key: KeyObject): boolean =>
    envelope.signatures.some(({ sig }) => verify(null, bytes, key, Buffer.from(sig, 'base64')));
  return [...keys].flatMap(([name, key]) => (isBy(key) ? [name] : []));
}

/** Reads an envelope of one type. Returns a text that says what is wrong where it is not exactly of that form. */
export function readEnvelope(text: string, payloadType: string): Envelope | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'it is no JSON';
  }
  if (!isPlainObject(value, ['payload', 'payloadType', 'signatures'])) return 'it is no signed envelope';
  const { payload, payloadType: type, signatures } = value;
  if (type !== payloadType) return `its type is not \`${payloadType}\``;
  if (!isBase64(payload)) return 'its payload is not base64';
  if (!isUtf8(payload)) return 'its payload is not UTF-8';
  if (!Array.isArray(signatures) || signatures.length > MOST_SIGNATURES) return 'its signatures are no list, or too many';
  const found: EnvelopeSignature[] = [];
  for (const each of signatures) {
    if (!isPlainObject(each, ['keyid', 'sig']) || typeof each['keyid'] !== 'string' || !isBase64(each['sig']))
      return 'one of its signatures is damaged';
    found.push({ keyid: each['keyid'], sig: each['sig'] });
  }
  return { payloadType, payload, signatures: found };
}

/** Whether a value is base64 in its one canonical form: a lax reader and a strict one would else see different texts. */
const isBase64 = (value: unknown): value is string =>
  typeof value === 'string' && Buffer.from(value, 'base64').toString('base64') === value;

const isUtf8 = (payload: string): boolean => {
  const bytes = Buffer.from(payload, 'base64');
  return Buffer.from(bytes.toString()).equals(bytes);
};
