import type { KeyObject } from 'node:crypto';

import { UsageError } from '@licet/core/command';
import { messageOf } from '@licet/core/text';

import { publicKeyOf } from '../signing/ed25519.ts';
import { keyIdOf } from '../signing/envelope.ts';
import { isPlainObject } from '../text/plainObject.ts';

/** The name of the file beside a policy that says whose bundles become this policy. */
export const TRUST_FILE = 'bundle.json';

/** Whose bundles become a policy. */
export interface Trust {
  /** An `https:`, `git+https:`, `git+file:` or `oci:` address, a folder, or a file. */
  readonly from: string;
  /** The name that the bundle must have. */
  readonly name: string;
  /** Public Ed25519 keys by the names of their owners. */
  readonly keys: ReadonlyMap<string, KeyObject>;
  /** How many of the keys must have signed. */
  readonly signatures: number;
}

/** Reads the text of a trust file. Throws a {@link UsageError} that says what is wrong with it. */
export function readTrust(text: string, file: string): Trust {
  const refuse = (why: string): UsageError => new UsageError(`\`${file}\` cannot be used: ${why}`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw refuse(messageOf(error));
  }
  if (!isPlainObject(value, ['from', 'keys', 'name', 'signatures']))
    throw refuse('it must have the members `from`, `name`, `keys` and `signatures`, and no other');
  const { from, keys, name, signatures } = value;
  if (typeof from !== 'string' || from === '') throw refuse('`from` must be an address, a folder or a file');
  if (typeof name !== 'string' || name === '') throw refuse('`name` must be the name of the bundle');
  if (typeof keys !== 'object' || keys === null) throw refuse('`keys` must map names to public keys');
  const known = new Map(Object.entries(keys).map(([owner, key]) => [owner, publicKey(owner, key, refuse)]));
  if (new Set([...known.values()].map(keyIdOf)).size < known.size) throw refuse('two names have the same key');
  if (typeof signatures !== 'number' || !Number.isInteger(signatures) || signatures < 1 || signatures > known.size)
    throw refuse(`\`signatures\` must be a whole number from 1 to the number of keys, ${known.size}`);
  return { from, name, keys: known, signatures };
}

function publicKey(owner: string, key: unknown, refuse: (why: string) => UsageError): KeyObject {
  const found = typeof key === 'string' ? publicKeyOf(key) : undefined;
  if (found !== undefined) return found;
  throw refuse(`the key of \`${owner}\` is no public key such as \`licet bundle sign\` prints: \`ed25519:\` and 43 characters`);
}
