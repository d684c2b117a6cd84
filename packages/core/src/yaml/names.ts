import type { Json } from '../model/json.ts';
import { unseen } from '../text/escapeText.ts';

const MAX_SHOWN = 60;

/** Writes what would not be seen, or would move other text about, as `\uXXXX`. */
export function visible(text: string): string {
  return text.replace(unseen(), char => `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`);
}

/** Quotes what somebody wrote for a message: on one line, nothing in it unseen, not too long. */
export function quote(value: unknown): string {
  const text = visible(typeof value === 'string' ? value : JSON.stringify(value));
  return `\`${text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text}\``;
}

/** Quotes a key that nothing knows. A line of a file that is no policy can read as a key, and may hold a secret: only what looks like a name is shown. */
export function quoteKey(key: string): string {
  return isName(key) ? quote(key) : 'something that is no name';
}

/** Whether a text looks like a name. */
export const isName = (text: string): boolean => /^[\p{L}_][\p{L}\p{N}_.-]{0,39}$/u.test(text);

/** Lists names for a message: `a`, `b` or `c`. */
export function listed(names: readonly string[]): string {
  const quoted = names.map(quote);
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`;
}

/** Says what a value is, for a message. */
export function foundValue(value: Json): string {
  if (value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a mapping';
  return typeof value === 'string' ? `the text ${quote(value)}` : quote(value);
}
