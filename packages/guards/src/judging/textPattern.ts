import { InvariantError } from '@licet/core';
import { RE2JS } from 're2js';

/** A regular expression over text, ready when it is first needed. */
export interface TextPattern {
  /** Tells whether the pattern is found anywhere in a text. Linear in the text. */
  isFoundIn(text: string): boolean;
}

/**
 * Makes a pattern in RE2 syntax. It is compiled at once, or, where it has been compiled before (`checked`), only for a text that
 * holds what every match must hold: a policy of a thousand patterns then costs a process that judges one command next to nothing.
 *
 * Throws an `InvariantError` of code `invalid_pattern` for what RE2 refuses: at once, or when it is first needed.
 */
export function textPattern(source: string, checked: boolean, path: readonly (string | number)[]): TextPattern {
  let compiled = checked ? undefined : compile(source, path);
  const required = requiredText(source);
  return Object.freeze<TextPattern>({
    isFoundIn: text => (required === '' || text.includes(required)) && (compiled ??= compile(source, path)).matcher(text).find(),
  });
}

/** Makes a pattern of each text of a list. Throws for all that RE2 refuses at once: the first error holds the others. */
export function textPatterns(sources: readonly string[], checked: boolean, param: string): readonly TextPattern[] {
  const faults: InvariantError[] = [];
  const patterns = sources.flatMap((source, index) => {
    try {
      return textPattern(source, checked, [param, index]);
    } catch (error) {
      if (!(error instanceof InvariantError)) throw error;
      faults.push(error);
      return [];
    }
  });
  const [first, ...others] = faults;
  if (first === undefined) return patterns;
  throw new InvariantError('invalid_pattern', first.message, { path: first.path, others, cause: first.cause });
}

function compile(source: string, path: readonly (string | number)[]): RE2JS {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(source));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.replace(/^error parsing regexp: /, '') : 'it cannot be read';
    throw new InvariantError('invalid_pattern', `\`${source}\` is not a pattern in RE2 syntax: ${why}`, { path, cause });
  }
}

/** An escape: a character, or a letter that says what follows, such as `\x41`, `\u0041`, `\101` and `\p{Greek}`. */
const ESCAPE = /\\(?:[0-9cpPux](?:\{[^}]*\}|\w*)|[^])/gu;

/**
 * The longest text that is in every match, as far as that can be told without a parser: the plain runs outside of groups
 * and classes, without the character that a quantifier may take away. Empty for alternatives, for flags and for `\Q`.
 */
export function requiredText(source: string): string {
  if (/\(\?|\\Q/u.test(source)) return '';
  let plain = source.replace(ESCAPE, '\0').replace(/\[\^?\]?[^\]]*\]/gu, '\0');
  for (let before = ''; before !== plain;) {
    before = plain;
    plain = plain.replace(/\([^()]*\)/gu, '\0');
  }
  if (/[|()[\]]/u.test(plain)) return '';
  const runs = plain.replace(/[^](?:[*?]|\{\d*,?\d*\})/gu, '\0').split(/[\0.^$+*?{}]/u);
  return runs.reduce((longest, run) => (run.length > longest.length ? run : longest), '');
}
