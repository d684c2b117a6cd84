import { sha256 } from '@licet/core/text';

/** An entry of an index may hold 2,700 bytes, and the longest has two texts of at most three bytes a character. */
const LONGEST = 400;
const KEPT = 200;

// eslint-disable-next-line no-control-regex -- NUL is what this is about
const UNFIT = /[\\\0]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/**
 * Writes any text such that PostgreSQL keeps it and an index takes it: NUL, halves of surrogate pairs and the backslash are
 * escaped, and a text of more than 400 characters is cut and begins with its digest. Different texts stay different.
 */
export function toText(text: string): string {
  const written = text.replace(UNFIT, escaped);
  if (written.length <= LONGEST) return written;
  return `\\#${sha256(written)}:${written.slice(0, KEPT).toWellFormed()}`;
}

/** Tells whether {@link toText} has cut a text: what it has written then does not hold the whole of it. */
export function isCut(written: string): boolean {
  return written.startsWith('\\#');
}

/** Reads what {@link toText} has written. Of a text that was cut, only the beginning is left. */
export function fromText(written: string): string {
  if (isCut(written)) return `${fromText(written.slice(written.indexOf(':') + 1))}…`;
  return written.replace(/\\(?:([\\0])|u([0-9a-f]{4}))/g, (_, plain: string | undefined, unit: string) => {
    if (plain !== undefined) return plain === '0' ? '\0' : plain;
    return String.fromCharCode(parseInt(unit, 16));
  });
}

function escaped(unit: string): string {
  if (unit === '\\') return '\\\\';
  return unit === '\0' ? '\\0' : `\\u${unit.charCodeAt(0).toString(16)}`;
}
