import { posix } from 'node:path';

import type { Json } from '@licet/core';
import { canonicalJson } from '@licet/core/text';
import { param } from '@licet/core/nodes';

/** Limits on arguments, in addition to their types: see {@link ArgConstraints}. */
export type ArgRules = NonNullable<(typeof argRulesParam)['value']>;

/** What is wrong with an argument: where, what it should be and what it is. Never the value itself. */
export interface ArgFault {
  /** Its name, or a place within it such as `address.lines[2]`; empty for all arguments together. */
  readonly arg: string;
  readonly required: string;
  readonly found: string;
}

/** What is required of an argument that may not be there. */
export const NO_SUCH = 'no such argument';

type Args = Readonly<Record<string, unknown>>;

/**
 * Holds arguments to rules. Paths and addresses are resolved before a prefix is compared, and what hides its meaning (a
 * backslash, an encoded dot or slash, a control character) fits no prefix.
 */
export function faultsOf(args: Args, { allowedKeys, pinned = {}, prefix = {} }: ArgRules): readonly ArgFault[] {
  const strange = allowedKeys === undefined ? [] : Object.keys(args).filter(name => !allowedKeys.includes(name));
  return [
    ...strange.map(arg => ({ arg, required: NO_SUCH, found: 'an argument' })),
    ...Object.entries(pinned).flatMap(([arg, wanted]) => (isSame(own(args, arg), wanted) ? [] : [pinnedFault(arg, args)])),
    ...Object.entries(prefix).flatMap(([arg, begin]) => prefixFault(arg, own(args, arg), begin)),
  ];
}

const own = (args: Args, name: string): unknown => (Object.hasOwn(args, name) ? args[name] : undefined);

const pinnedFault = (arg: string, args: Args): ArgFault => ({
  arg,
  required: 'the value that it is pinned to',
  found: own(args, arg) === undefined ? 'none' : 'another value',
});

/** Whether a value is this one, whatever the order of its members. What is no data is not. */
export function isSame(value: unknown, wanted: Json): boolean {
  if (value === undefined) return false;
  try {
    return canonicalJson(value) === canonicalJson(wanted);
  } catch {
    return false;
  }
}

function prefixFault(arg: string, value: unknown, prefix: string): readonly ArgFault[] {
  const required = `a text that begins with \`${prefix}\``;
  if (typeof value !== 'string') return [{ arg, required, found: value === undefined ? 'none' : `a ${typeof value}` }];
  const [text, begin] = [resolved(value), resolved(prefix)];
  if (text === undefined || begin === undefined) return [{ arg, required, found: 'a text that hides what it names' }];
  return startsWith(text, begin) ? [] : [{ arg, required, found: 'a text that does not' }];
}

const ADDRESS = /^[a-z][a-z0-9+.-]*:\/\//i;

/** A text as it will be understood: addresses and paths resolved. Undefined where that is not known. */
function resolved(text: string): string | undefined {
  const plain = text.normalize('NFC');
  // Written here, because such a class would be compiled at the start of every process if it were a constant.
  if (/[\p{Cc}\p{Cf}\\]|%(?:2e|2f|5c|00|25)/iu.test(plain)) return undefined;
  if (ADDRESS.test(plain)) {
    const url = URL.canParse(plain) ? new URL(plain) : undefined;
    return url === undefined || url.username !== '' || url.password !== '' ? undefined : url.href;
  }
  return plain.includes('/') || plain === '..' ? posix.normalize(plain) : plain;
}

/** A prefix that names a folder ends where a name ends: `/srv/data` is no prefix of `/srv/data-old`. */
function startsWith(text: string, prefix: string): boolean {
  if (!text.startsWith(prefix)) return false;
  if (!prefix.includes('/') || prefix.endsWith('/') || text.length === prefix.length) return true;
  return ['/', '?', '#'].includes(text.charAt(prefix.length));
}

/** How limits on arguments are written, as the options of a node. */
export const argRulesParams = {
  /** The only arguments that a call may have. */
  allowedKeys: param.optional(
    param.list(param.text(), { empty: true, doc: 'the only arguments that a call may have' }),
    'any arguments',
  ),
  /** Arguments that must be there and be exactly this. */
  pinned: param.optional(param.record(param.json(), { doc: 'arguments that must be there and be exactly this' })),
  /** Arguments that must be texts and begin so, when `..` and the like are resolved. */
  prefix: param.optional(
    param.record(param.text(), { doc: 'arguments that must be texts and begin so, when `..` and the like are resolved' }),
  ),
};

/** How limits on arguments are written, in one option. */
export const argRulesParam = param.object(argRulesParams, { doc: 'what its arguments are held to' });
