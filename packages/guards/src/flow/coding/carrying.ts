import type { Hashing } from '../hashing.ts';
import { formsOf } from '../secrets.ts';
import { isNamed } from '../sinks.ts';
import { hasOrigin } from '../state.ts';
import { fold } from '../words.ts';
import type { CodeJudged } from './allowing.ts';
import { addressesIn, domainOf, plainAddress } from './tenants.ts';

const PART = 6;
const MOST_PARTS = 256;
const LONGEST = 2_000;
/** A secret that was drawn, and not put together of words: it has at least three digits. */
const DRAWN = /^(?=(?:[^\d]*\d){3})(?=[^a-z]*[a-z])[\w+/=~-]{16,}$/iu;

/** Returns the parts of six characters of a text that have a letter and a digit. */
function partsOf(text: string): readonly string[] {
  const all = Array.from({ length: Math.max(0, text.length - PART + 1) }, (_none, at) => text.slice(at, at + PART));
  return all.filter(part => /\d/u.test(part) && /[a-z]/u.test(part));
}

const partHash = (part: string, hashing: Hashing): string => hashing.of(`part of a secret ${part}`);

/** Returns the hashes of the parts of secrets: an address may hold a secret cut into pieces. */
export const secretParts = (secrets: readonly string[], hashing: Hashing): readonly string[] =>
  [...new Set(secrets.filter(secret => DRAWN.test(secret)).flatMap(secret => partsOf(fold(secret))))]
    .slice(0, MOST_PARTS)
    .map(part => partHash(part, hashing));

const rotated = (text: string): string =>
  text.replaceAll(/[a-z]/gu, letter => String.fromCharCode(((letter.charCodeAt(0) - 97 + 13) % 26) + 97));

/** What an address says behind its host: as it is, decoded, by letters that are moved by 13, and backwards. */
function saidBy(address: string): readonly string[] {
  const path = address.replace(/^[a-z][a-z0-9+.-]*:\/\//iu, '').replace(/^[^/?#]*/u, '');
  const plain = formsOf(path.slice(0, LONGEST)).map(fold);
  return [...new Set([...plain, ...plain.flatMap(each => [rotated(each), Array.from(each).toReversed().join('')])])];
}

/** Whether an address has a part of a secret that the session has read. */
export const hasSecretPart = (address: string, { state, hashing }: CodeJudged): boolean =>
  state.secrets.size > 0 &&
  [...new Set(saidBy(address).flatMap(each => (each.match(/[\w+=~-]{6,}/gu) ?? []).flatMap(partsOf)))]
    .slice(0, LONGEST)
    .some(part => hasOrigin(state, partHash(part, hashing), 'part'));

/**
 * Whether an address tells its reader of another host, one that neither a prompt nor a text of outsiders names: a name of the user's own machines, as
 * in `https://docs.guide.dev/for/db-1.int.acme.com`. Names of two parts are none: `socket.io` is a package.
 */
export function tellsHost(address: string, { state, hashing }: CodeJudged): boolean {
  const reader = domainOf(address);
  return saidBy(address).some(said =>
    addressesIn(said.replaceAll(/[/?&=,;:#|!()]+/gu, ' ')).some(each => {
      const host = plainAddress(each);
      if (host.split('.').length < 3 || domainOf(host) === reader || isNamed(host, state)) return false;
      const hash = hashing.of(host);
      return !hasOrigin(state, hash, 'text') && !hasOrigin(state, hash, 'fact') && !hasOrigin(state, hash, 'hit');
    }),
  );
}

const SENTENCE = /^(?=.*\p{L}{2}\s)[\p{L}\p{N}\p{P}\p{S}\s]+$/su;
const SHORTEST_SENTENCE = 12;

/** Whether a text has words of a sentence in base64 or hexadecimal form: text that its reader shall see and a person who looks at it shall not. */
export const hidesText = (text: string): boolean =>
  (text.slice(0, 20_000).match(/[\w+/=-]{16,}/gu) ?? []).some(word =>
    formsOf(word).some(form => form !== word && form.length >= SHORTEST_SENTENCE && SENTENCE.test(form)),
  );
