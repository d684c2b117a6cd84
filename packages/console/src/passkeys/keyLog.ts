import type { AnswerRecord, AnswerSignature, KeyChange, Passkey } from '@licet/core/store';
import { answerChallenge, foldPersonName, isName, isSignature } from '@licet/core/store';
import { canonicalJson, sha256 } from '@licet/core/text';

import { ALGORITHMS, assertionProblem } from './assertion.ts';

/** The changes of the passkeys of one project, oldest first. Every change but the first is signed by a key that was there before. */
export type KeyLog = readonly KeyChange[];

/** The passkeys that a log establishes, or why it establishes none. */
export type ReadKeys = { readonly keys: readonly Passkey[] } | { readonly problem: string };

/** What is signed when the keys change: the change, bound to everything before it. */
export function changeChallenge({ change, key, at, previous }: Omit<KeyChange, 'signature'>): string {
  return sha256(canonicalJson({ change, key, at, previous }));
}

/** The digest of what a log ends with; empty for an empty one. */
export function endOf(log: KeyLog): string {
  const last = log.at(-1);
  return last === undefined ? '' : sha256(canonicalJson(last));
}

/** Reads a log: whether each change follows the one before and was signed by a key that might. A single one that was not spoils it all. */
export function readKeys(log: KeyLog): ReadKeys {
  let keys: readonly Passkey[] = [];
  for (const [index, change] of log.entries()) {
    const problem = changeProblem(change, keys, log.slice(0, index));
    if (problem !== undefined) return { problem: `change ${index + 1} of the passkeys: ${problem}` };
    keys = change.change === 'add' ? [...keys, change.key] : keys.filter(({ keyId }) => keyId !== change.key.keyId);
  }
  return { keys };
}

/** Says why a change may not be made; undefined where it may. */
export function changeProblem(change: KeyChange, keys: readonly Passkey[], before: KeyLog): string | undefined {
  const { key, previous, signature } = change;
  if (previous !== endOf(before)) return 'it does not follow the change before it';
  const isKnown = keys.some(({ keyId }) => keyId === key.keyId);
  if (change.change === 'add' && isKnown) return 'the key is enrolled already';
  if (change.change === 'remove' && !isKnown) return 'there is no such key';
  if (change.change === 'remove' && keys.length === 1) return 'the last key cannot be removed: enrol another one first';
  if (before.length === 0) return change.change === 'add' ? undefined : 'there is no such key';
  if (signature === undefined) return 'it needs the signature of an enrolled key';
  const signing = keys.find(({ keyId }) => keyId === signature.keyId);
  if (signing === undefined) return 'the key that signed it is not enrolled';
  // Else one person could stand for a second one of a quorum.
  if (change.change === 'add' && isTaken(key.name, keys) && !isSame(key.name, signing.name))
    return `only a key of \`${key.name}\` can add another one of \`${key.name}\``;
  return assertionProblem(signature, signing, changeChallenge(change));
}

const isSame = (one: string, other: string): boolean => foldPersonName(one) === foldPersonName(other);

const isTaken = (name: string, keys: readonly Passkey[]): boolean => keys.some(key => isSame(key.name, name));

/** Says why the signature of an answer does not hold under some keys; undefined for one that does. */
export function answerProblem(record: AnswerRecord, keys: readonly Passkey[]): string | undefined {
  const { signature, by = '' } = record;
  if (signature === undefined) return 'it has no signature';
  const key = keys.find(({ keyId }) => keyId === signature.keyId);
  if (key === undefined) return 'the key that signed it is not enrolled';
  if (!isSame(key.name, by)) return `it was signed by the key of \`${key.name}\` in the name of \`${by}\``;
  return assertionProblem(signature, key, answerChallenge(record));
}

/** Reads changes as they were kept; undefined for what is no list of them. */
export function keyLogFrom(value: unknown): KeyLog | undefined {
  return Array.isArray(value) && value.every(isChange) ? value : undefined;
}

/** Tells whether something has the form of a change. Whether it was allowed, {@link readKeys} says. */
export function isChange(value: unknown): value is KeyChange {
  if (typeof value !== 'object' || value === null) return false;
  const { change, key, at, previous, signature } = value as Readonly<Record<string, unknown>>;
  return (
    (change === 'add' || change === 'remove') &&
    isKey(key) &&
    Number.isSafeInteger(at) &&
    typeof previous === 'string' &&
    (signature === undefined || isSignature(signature))
  );
}

function isKey(value: unknown): value is Passkey {
  if (typeof value !== 'object' || value === null) return false;
  const { keyId, name, publicKey, algorithm, origin, counter } = value as Readonly<Record<string, unknown>>;
  return (
    [keyId, publicKey].every(text => typeof text === 'string' && text.length <= 2_048 && /^[\w-]+$/u.test(text)) &&
    isName(name) &&
    typeof algorithm === 'number' &&
    Object.hasOwn(ALGORITHMS, algorithm) &&
    isOrigin(origin) &&
    Number.isSafeInteger(counter) &&
    Number(counter) >= 0
  );
}

/** Tells whether a page is one of this machine: plain HTTP on `localhost`, with a port. */
export function isOrigin(value: unknown): value is string {
  return typeof value === 'string' && /^http:\/\/localhost:[1-9]\d{0,4}$/u.test(value);
}

/** The signature of an answer, as the page sends what the browser has returned. */
export function signatureOf(keyId: string, given: Omit<AnswerSignature, 'kind' | 'keyId'>): AnswerSignature {
  const { clientDataJSON, authenticatorData, signature } = given;
  return { kind: 'passkey', keyId, clientDataJSON, authenticatorData, signature };
}
