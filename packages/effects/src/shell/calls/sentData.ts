import { isSecretVariable } from '../../places/secrets.ts';
import { HOLE } from '../words/field.ts';
import type { Field } from '../words/field.ts';
import type { Frame } from '../words/frame.ts';

/** True when an address has file contents put into it; an address that is itself read from a list carries nothing. */
export function carriesData(field: Field): boolean {
  if (namesSecretVariable(field.source, /[?&]([\w.-]+)=["\\]*\$(?:\{(!?)|(?!\())(\w+)/g)) return true;
  return field.origins.includes('secret') || (holdsLocalData(field) && field.text !== HOLE);
}

/** Suffixes of names that are only looked up on this machine and in its network. */
const OWN_NAMES =
  /^\.(?:(?:[\w-]+\.)*(?:local|localdomain|localhost|internal|intranet|lan|home|corp|test|svc|docker|invalid))?\.?(?:[:/]|$)/i;

/**
 * True for the name of a host that data is put in front of, which whoever answers for the rest of the name gets to read: the value of a
 * variable that holds a credential, and, where names are only looked up, what a command prints.
 */
export function carriesInName({ source, text, glob }: Field, isLookUp: boolean, { state }: Frame): boolean {
  const [first, ...rest] = text.split(glob ? '*' : HOLE);
  const end = rest.at(-1) ?? '';
  const isHost =
    /^\.[\w-]+\.[\w.-]+/.test(end) || ((isLookUp || source.includes('://')) && /^\.[a-z]{2,}(?:[:/"']|$)/i.test(end));
  if (first === undefined || !isHost || OWN_NAMES.test(end)) return false;
  const [, authority = ''] = /^["']?(?:[a-z][\w+.-]*:\/\/)?(.*)/is.exec(source) ?? [];
  const variables = [...(authority.split('/')[0] ?? '').slice(0, 4096).matchAll(/\$\{?!?(\w+)/g)];
  if (variables.some(([, name = '']) => isSecretVariable(name))) return true;
  const values = variables.map(([, name = '']) => state.variables.get(name)?.fields[0]?.source ?? '');
  return [source, ...values].some(value => (isLookUp ? /\$\(|`/ : TELLS_OF_MACHINE).test(value));
}

/** A command that prints what this machine, its user or its files are. */
const TELLS_OF_MACHINE =
  /(?:\$\(|`)\s*(?:whoami|id|uname|pwd|users|groups|logname|who|w|ls|cat|head|tail|tac|base64|base32|xxd|od|hexdump|strings|env|printenv|ifconfig|ip)\b/;

/** Names of fields in which a service is given the credentials that it knows. */
const GIVEN_KEYS =
  /secret|passw|token|key|auth|credential|login|user|grant|assertion|code|signature|sig$|^(?:id|u|p|pwd|pin|otp)$/i;

/** Credentials that no service is ever given as data. */
const NEVER_GIVEN =
  /^AWS_(?:SECRET|ACCESS|SESSION)|PRIVATE_KEY|^(?:DATABASE|DB|MONGO\w*|REDIS|POSTGRES\w*)_(?:URL|URI|PASSWORD)$|^GOOGLE_APPLICATION|MASTER_KEY|ENCRYPTION_KEY|SIGNING_KEY/i;

/** Whether data has the value of a variable in it that holds a credential, in a field that is not made for one. */
export function namesSecretVariable(source: string, pattern: RegExp): boolean {
  return [...source.slice(0, 4096).matchAll(pattern)].some(
    ([, key = '', indirect = '', name = '']) =>
      indirect === '!' || NEVER_GIVEN.test(name) || (isSecretVariable(name) && !GIVEN_KEYS.test(key)),
  );
}

/** True when a word has the content of a file in it, or what a command prints of the environment. */
export function holdsLocalData({ origins, source }: Field): boolean {
  if (origins.includes('secret') || origins.includes('file')) return true;
  return origins.includes('environment') && /\$\(|`/.test(source);
}
