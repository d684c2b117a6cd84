import { compileGlob } from './glob.ts';

/** How the elements of two sequences relate, where one kind of element means any run of others. */
interface SequenceRelation<T> {
  /** True for the element that means any run, the empty one too. */
  isRun(element: T): boolean;
  /** Whether the two elements, neither a run, are related. */
  relates(left: T, right: T): boolean;
}

type Step<T> = (
  left: readonly T[],
  right: readonly T[],
  at: number,
  to: number,
  after: (i: number, j: number) => boolean,
) => boolean;

/** Products of lengths beyond this are answered without looking: no file name or policy needs them. */
const MAX_WORK = 1 << 18;

const fill = <T>(left: readonly T[], right: readonly T[], otherwise: boolean, step: Step<T>): boolean => {
  if ((left.length + 1) * (right.length + 1) > MAX_WORK) return otherwise;
  let below = new Uint8Array(right.length + 1);
  for (let i = left.length; i >= 0; i -= 1) {
    const row = new Uint8Array(right.length + 1);
    const after = (k: number, j: number): boolean => (k === i ? row : below)[j] === 1;
    for (let j = right.length; j >= 0; j -= 1) row[j] = Number(step(left, right, i, j, after));
    below = row;
  }
  return below[0] === 1;
};

/** Whether some sequence fits both. May say yes where there is none (very long ones), never the reverse. */
export const sequencesMeet = <T>(left: readonly T[], right: readonly T[], relation: SequenceRelation<T>): boolean => {
  const isRun = (one: T | undefined): boolean => one !== undefined && relation.isRun(one);
  if (left.length !== right.length && !left.some(isRun) && !right.some(isRun)) return false;
  // What is before the first run and after the last one must fit element by element: most pairs are decided by that.
  const shorter = Math.min(left.length, right.length);
  const fixed = (x: T | undefined, y: T | undefined): boolean => x !== undefined && y !== undefined && !isRun(x) && !isRun(y);
  let start = 0;
  for (; start < shorter && fixed(left[start], right[start]); start += 1)
    if (!relation.relates(left[start] as T, right[start] as T)) return false;
  let end = 0;
  for (; end < shorter - start && fixed(left.at(-1 - end), right.at(-1 - end)); end += 1)
    if (!relation.relates(left.at(-1 - end) as T, right.at(-1 - end) as T)) return false;
  const [a, b] = [left.slice(start, left.length - end), right.slice(start, right.length - end)];
  if (a.length === 0 || b.length === 0) return a.every(isRun) && b.every(isRun);
  if (a.every(isRun) || b.every(isRun)) return true;
  return fill(a, b, true, (one, other, i, j, after) => {
    const x = one[i];
    const y = other[j];
    if (x === undefined && y === undefined) return true;
    if (x !== undefined && relation.isRun(x)) return after(i + 1, j) || (y !== undefined && after(i, j + 1));
    if (y !== undefined && relation.isRun(y)) return after(i, j + 1) || (x !== undefined && after(i + 1, j));
    return x !== undefined && y !== undefined && after(i + 1, j + 1) && relation.relates(x, y);
  });
};

/** Whether every sequence that fits `narrow` also fits `wide`. May say no where the answer is yes, never the reverse. */
const sequenceCovers = <T>(wide: readonly T[], narrow: readonly T[], relation: SequenceRelation<T>): boolean =>
  fill(wide, narrow, false, (a, b, i, j, after) => {
    const x = a[i];
    const y = b[j];
    if (x === undefined) return y === undefined;
    if (relation.isRun(x)) return after(i + 1, j) || (y !== undefined && after(i, j + 1));
    if (y === undefined || relation.isRun(y)) return false;
    return relation.relates(x, y) && after(i + 1, j + 1);
  });

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
