import type { Effect } from '@licet/core';
import { isSecretVariable } from '@licet/effects/places';

import { liveKeysIn } from '../../boundary/writtenKeys.ts';
import { secretsIn } from '../secrets.ts';
import { fold } from '../words.ts';

const ASSIGNMENT =
  /(?:^|[\s→{,"']|\/:)(?:export[ \t]+)?["']?([A-Za-z_][\w.-]{1,80})["']?[ \t]*[=:][ \t]*["']?([^\s"',]{1,2000})/gmu;
const USER_INFO = /:\/\/[^\s:/@]*:([^\s@/]{3,200})@/gu;
const ORDINARY = /^(?:\d{1,6}|true|false|null|none|\/[\w./-]*|[\d.:]+|v?\d+(?:\.\d+)+)$/iu;
const LONG_KEY = /^(?=[^\s]*\d)(?=[^\s]*[A-Za-z])[\w+/=.~-]{20,}$/u;

/**
 * Returns what must not leave of a text that holds credentials. Of assignments it is what a name says is secret, what looks like a key, and passwords
 * in addresses: a port or a path is none.
 */
export function credentialsIn(text: string): readonly string[] {
  const pairs = [...text.slice(0, 100_000).matchAll(ASSIGNMENT)];
  if (pairs.length === 0) return secretsIn(text);
  const found = pairs.flatMap(([, name = '', value = '']) => {
    if (ORDINARY.test(value)) return [];
    const passwords = [...value.matchAll(USER_INFO)].flatMap(([, password = '']) => [fold(password), ...secretsIn(password)]);
    const isSecret = isSecretVariable(name) || LONG_KEY.test(value);
    return isSecret ? [...passwords, fold(value), ...secretsIn(value)] : passwords;
  });
  return [...new Set(found)].filter(secret => secret.length >= 5);
}

/** Whether an effect shows credentials: a file of them, the environment, or what a program prints. Files among many count as nothing. */
export const showsCredentials = ({ kind, target, tags = [] }: Effect): boolean =>
  kind === 'read' &&
  tags.includes('secret') &&
  !tags.includes('metadata') &&
  !(tags.includes('among') && target?.type === 'file');

/** A value that was drawn: letters and at least three digits, and no path to a value elsewhere. */
const DRAWN = /^(?!\p{L}[\w$]*(?:\.[\w$]+)+$)(?=(?:[^\d]*\d){3})(?=[^A-Za-z]*[A-Za-z])[\w+/=.~-]{12,}$/u;

/** Keys of `.npmrc`: `//registry.acme.com/:_authToken=…`. */
const NPM_KEY = /^_(?:auth(?:Token)?|password)$/u;

/** Returns the keys in a text that is no source of credentials: literals in code and settings that have the form of a key, or the name of one. */
export function literalKeysIn(text: string): readonly string[] {
  const looked = text.slice(0, 100_000);
  const named = [...looked.matchAll(ASSIGNMENT)].flatMap(([, name = '', value = '']) =>
    (isSecretVariable(name) || NPM_KEY.test(name)) && DRAWN.test(value) ? [value] : [],
  );
  return [...new Set([...liveKeysIn(looked).keys(), ...named].flatMap(key => [fold(key), ...secretsIn(key)]))];
}
