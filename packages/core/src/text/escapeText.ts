/** What needs no second look. Most text does not, and building the set below takes longer than deciding about an action. */
const PLAIN = /^[\x20-\x7e]*$/;

/** Controls, bidi and format characters, lone surrogates, line separators, and everything that is drawn as nothing: one at a time. */
export const unseen = (): RegExp => /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function shown(character: string): string {
  return SHORT[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/**
 * Makes text from outside safe for a terminal, a log line or a prompt: one line, and nothing in it that moves, hides or
 * reorders other text. Control characters (ANSI sequences start with one), bidi controls, zero-width and other invisible
 * characters, tag characters, variation selectors and lone surrogates are shown as `\u{…}`, line breaks as `\n`. Text
 * longer than `most` UTF-16 units is cut and says how much is missing.
 *
 * @example
 * ```ts
 * import { escapeText } from '@licet/core';
 *
 * escapeText('a\u001b[2Jb\u202ec'); // => 'a\\u{1b}[2Jb\\u{202e}c'
 * escapeText('two\nlines'); // => 'two\\nlines'
 * escapeText('x'.repeat(12), 10); // => 'xxxxxxxxxx… (2 more)'
 * ```
 */
export function escapeText(text: string, most: number = Number.POSITIVE_INFINITY): string {
  const cut = text.length > most;
  const kept = cut ? text.slice(0, most) : text;
  const safe = PLAIN.test(kept) ? kept : kept.replace(unseen(), shown);
  return cut ? `${safe}… (${text.length - most} more)` : safe;
}
