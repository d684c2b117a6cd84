import { isRecord } from '@licet/core/nodes';
import type * as NodeFs from 'node:fs';

import { InvariantError } from '@licet/core';

import { checkKeyPlace } from './keyPlace.ts';

/** The keys that tokens are signed with. */
export interface KeyRing {
  /** The key that new tokens are signed with. */
  active(): { readonly id: string; readonly key: string };
  /** The key of an identity; undefined for one that is not, or no longer, known. */
  find(id: string): string | undefined;
}

/** Keys as they are written: the identities, and which of them signs. */
export interface KeySet {
  readonly active?: string;
  readonly keys: Readonly<Record<string, string>>;
}

const LEAST_KEY = 32;

/** The identity of a key that is alone. */
const ALONE = 'default';

/**
 * Makes a ring of keys that are known already: one secret, or several by their identities, of which `active` signs. Tokens of the
 * others stay good for as long as their key is in the ring: that is how a key is changed without a stop.
 *
 * Throws an `InvariantError` of code `invalid_param` for a key shorter than 32 characters, for no key, and for several without one
 * that is active. The message never shows a key.
 *
 * @example
 * ```ts
 * import { keyRing } from '@licet/capabilities/tokens';
 *
 * keyRing({ active: 'k2', keys: { k1: 'an old secret of thirty-two letters', k2: 'a new secret of thirty-two letters' } }).active().id; // => 'k2'
 * ```
 */
export function keyRing(given: string | KeySet): KeyRing {
  const { keys, active } = checkedKeys(typeof given === 'string' ? { keys: { [ALONE]: given } } : given);
  const known = new Map(Object.entries(keys));
  const first = active ?? [...known.keys()][0] ?? '';
  return Object.freeze<KeyRing>({ active: () => ({ id: first, key: known.get(first) ?? '' }), find: id => known.get(id) });
}

function checkedKeys(given: unknown): KeySet {
  const refuse = (why: string): InvariantError =>
    new InvariantError(
      'invalid_param',
      `${why}: expected one key of at least ${LEAST_KEY} characters, or \`{ "active": "ID", "keys": { "ID": "KEY" } }\``,
    );
  if (!isRecord(given) || !isRecord(given['keys'])) throw refuse('there are no keys for tokens');
  const { keys, active } = given;
  const ids = Object.keys(keys);
  if (ids.length === 0) throw refuse('there are no keys for tokens');
  for (const id of ids) {
    const key = keys[id];
    if (typeof key !== 'string' || key.length < LEAST_KEY) throw refuse(`the key \`${id}\` for tokens is too short or no text`);
  }
  if (active === undefined ? ids.length > 1 : typeof active !== 'string' || !ids.includes(active))
    throw refuse('none of the keys for tokens is the active one');
  return given as unknown as KeySet;
}

/** Reads keys as a file or a variable holds them: JSON, or the one key itself. */
export function readKeys(text: string): KeySet {
  const trimmed = text.trim();
  if (!trimmed.startsWith('{')) return checkedKeys({ keys: { [ALONE]: trimmed } });
  let parsed: unknown;
  try {
    parsed = JSON.parse(trimmed);
  } catch {
    throw new InvariantError('invalid_param', 'the keys for tokens are no JSON');
  }
  return checkedKeys(parsed);
}

/** Where keys come from: a file, or an environment variable. */
export interface KeySource {
  /** Absolute. */
  readonly file?: string;
  /** A file that may not exist, see {@link KeyPlace}. */
  readonly refused?: string;
  readonly variable?: string;
}

/**
 * Makes a ring that reads its keys when they are needed, and again whenever the file or the variable has changed: a key is
 * changed without a stop. What cannot be read throws when a token is issued or verified, and the engine then blocks.
 */
export function keysFrom({ file, refused, variable }: KeySource): KeyRing {
  let known: { readonly state: string; readonly ring: KeyRing } | undefined;
  const ring = (): KeyRing => {
    if (file !== undefined && refused !== undefined) checkKeyPlace({ file, refused });
    const state = file === undefined ? (process.env[variable ?? ''] ?? '') : stateOf(file);
    if (known?.state !== state)
      known = { state, ring: keyRing(readKeys(file === undefined ? given(state, variable) : textOf(file))) };
    return known.ring;
  };
  return Object.freeze<KeyRing>({ active: () => ring().active(), find: id => ring().find(id) });
}

function given(text: string, variable: string | undefined): string {
  if (text !== '') return text;
  throw new InvariantError('invalid_param', `the variable \`${variable ?? ''}\` holds no keys for tokens`);
}

const fs = (): typeof NodeFs => process.getBuiltinModule('node:fs');

function stateOf(file: string): string {
  const found = fs().statSync(file, { throwIfNoEntry: false, bigint: true });
  if (found === undefined)
    throw new InvariantError('invalid_param', `\`${file}\` has no keys for tokens: make one with \`licet tokens rotate\``);
  return `${found.ino}:${found.size}:${found.mtimeNs}`;
}

const textOf = (file: string): string => fs().readFileSync(file, 'utf8');
