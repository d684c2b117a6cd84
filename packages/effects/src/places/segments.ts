import { compileGlob } from './glob.ts';
import { sequenceCovers, sequencesMeet } from './sequences.ts';
import type { SequenceRelation } from './sequences.ts';

/** One part of a path pattern: `name` is literal text, `glob` has wildcards inside one part, `any` is `**`. */
export interface Segment {
  readonly kind: 'name' | 'glob' | 'any';
  readonly text: string;
}

type Token = string;
const ANY_RUN = '**';
const ANY_ONE = '?*';

/** Whether a part of a pattern has a wildcard, an escape or an extended group. Braces count, though they are expanded elsewhere. */
export const isMagic = (part: string): boolean => /[*?[\]{}]|[@+!]\(/.test(part.replace(/\\./gs, ''));

/** The text as a pattern that matches only itself. */
export const escapeGlob = (text: string): string => text.replace(/[\\*?[\]()|@!+{}]/g, String.raw`\$&`);

/** Text with the escapes of a pattern taken away. */
export const unescapeGlob = (text: string): string => text.replace(/\\(.)/gs, '$1');

/** Takes a pattern without braces apart. */
export const toSegments = (pattern: string): readonly Segment[] =>
  pattern
    .split('/')
    .filter(part => part !== '')
    .map(part => {
      if (part === '**') return { kind: 'any', text: part };
      return isMagic(part) ? { kind: 'glob', text: part } : { kind: 'name', text: unescapeGlob(part) };
    });

const pushRun = (tokens: Token[]): void => {
  if (tokens.at(-1) !== ANY_RUN) tokens.push(ANY_RUN);
};

/** Tokens of a glob part. A class means one character and an extended group any run: never less than they match. */
const tokenize = (text: string): readonly Token[] => {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (char === '\\') tokens.push(text[(at += 1)] ?? '\\');
    else if (text[at + 1] === '(' && '?*+@!'.includes(char)) {
      const end = text.lastIndexOf(')');
      pushRun(tokens);
      at = end > at ? end : text.length;
    } else if (char === '*') pushRun(tokens);
    else if (char === '?') tokens.push(ANY_ONE);
    else if (char === '[' && text.indexOf(']', at + 2) > 0) {
      const end = classEnd(text, at);
      tokens.push(end === undefined ? ANY_RUN : ANY_ONE);
      at = end ?? text.length;
    } else tokens.push(char);
  }
  return tokens;
};

const classEnd = (text: string, start: number): number | undefined => {
  if (text.startsWith('[:', start + 1) || text.includes('[:', start + 1) || text.includes('\\', start)) return undefined;
  const end = text.indexOf(']', start + (text[start + 1] === '!' || text[start + 1] === '^' ? 3 : 2));
  return end < 0 ? undefined : end;
};

const tokensMeet: SequenceRelation<Token> = {
  isRun: token => token === ANY_RUN,
  relates: (left, right) => left === right || left === ANY_ONE || right === ANY_ONE,
};

const tokensCover: SequenceRelation<Token> = {
  isRun: token => token === ANY_RUN,
  relates: (wide, narrow) => wide === narrow || wide === ANY_ONE,
};

const tokensOf = (segment: Segment): readonly Token[] =>
  segment.kind === 'name' ? segment.text.split('') : tokenize(segment.text);

const startsHidden = (segment: Segment): boolean => tokensOf(segment)[0] === '.';

const startsWild = (segment: Segment): boolean => segment.kind === 'glob' && /^(?:[*?](?!\()|\[)/.test(segment.text);

/** Parts beyond this are not compared: no file has such a name. */
const LONGEST_PART = 512;

const isTooLong = (...parts: readonly Segment[]): boolean => parts.some(({ text }) => text.length > LONGEST_PART);

const segmentsRelate = (left: Segment, right: Segment): boolean => {
  if (left.kind === 'name' && right.kind === 'name') return left.text === right.text;
  if (isTooLong(left, right)) return true;
  if (startsWild(left) && startsHidden(right)) return false;
  return sequencesMeet(tokensOf(left), tokensOf(right), tokensMeet);
};

const meeting: SequenceRelation<Segment> = { isRun: segment => segment.kind === 'any', relates: segmentsRelate };

const segmentCovers = (wide: Segment, narrow: Segment): boolean => {
  if (wide.kind === narrow.kind && wide.text === narrow.text) return true;
  if (wide.kind === 'name') return false;
  if (wide.text === '*') return true;
  if (isTooLong(wide, narrow)) return false;
  if (narrow.kind === 'name') return compileGlob(wide.text, false)(narrow.text);
  if (/[[(\\]/.test(wide.text)) return false;
  return sequenceCovers(tokensOf(wide), tokensOf(narrow), tokensCover);
};

const covering: SequenceRelation<Segment> = { isRun: segment => segment.kind === 'any', relates: segmentCovers };

/**
 * Whether some path may match both. `shell` is a pattern that a shell expands: its leading wildcards do not match a leading dot.
 * May say yes where no such path exists, never the reverse.
 */
export const patternsMeet = (shell: readonly Segment[], policy: readonly Segment[]): boolean =>
  sequencesMeet(shell, policy, meeting);

/** Whether every path that matches `narrow` matches `wide`. May say no where the answer is yes, never the reverse. */
export const patternCovers = (wide: readonly Segment[], narrow: readonly Segment[]): boolean =>
  sequenceCovers(wide, narrow, covering);
