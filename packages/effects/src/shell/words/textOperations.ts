import { HOLE, isKnown, knownText } from './field.ts';
import type { Field } from './field.ts';
import { escapeGlob } from '../../places/segments.ts';
import { globMatcher } from './glob.ts';

/** Longest text on which patterns are tried at every position. */
const LONGEST = 512;

/** Steps of a matcher that make one unit of work. */
const STEPS_PER_UNIT = 2000;

/** What trying a pattern at the positions of a text costs at most, in units of work; infinite when the text is too long. */
export function matchingCost(kind: 'Remove' | 'Replace', text: string, pattern: Field): number {
  if (text.length > LONGEST) return Number.POSITIVE_INFINITY;
  const size = text.length + 1;
  const perMatch = size * (pattern.glob ? pattern.text.length : 1);
  return (perMatch * size * (kind === 'Replace' && pattern.glob ? size / 2 : 1)) / STEPS_PER_UNIT;
}

const matcherOf = (pattern: Field): ((text: string) => boolean) =>
  globMatcher(pattern.glob ? pattern.text : escapeGlob(pattern.text));

/** `${x#p}`, `${x##p}`, `${x%p}`, `${x%%p}`: the text without the shortest or longest match at its start or end. */
export function removeAffix(text: string, operator: '#' | '##' | '%' | '%%', pattern: Field): string | undefined {
  const matches = matcherOf(pattern);
  const fromStart = operator.startsWith('#');
  for (let i = 0; i <= text.length; i++) {
    const size = operator.length === 1 ? i : text.length - i;
    const affix = fromStart ? text.slice(0, size) : text.slice(text.length - size);
    if (matches(affix)) return fromStart ? text.slice(size) : text.slice(0, text.length - size);
  }
  return text;
}

/** `${x/p/r}` and its forms. Unknown when the replacement refers to the match. */
export function replaceText(
  text: string,
  operator: '/' | '//' | '/#' | '/%',
  pattern: Field,
  replacement: Field,
): string | undefined {
  const by = knownText(replacement);
  if (by === undefined || by.includes('&') || (!isKnown(pattern) && !pattern.glob)) return undefined;
  if (pattern.text === '' || pattern.text.includes(HOLE)) return pattern.text === '' ? text : undefined;
  const matches = matcherOf(pattern);
  let out = '';
  for (let at = 0; at < text.length;) {
    const end = operator === '/#' && at > 0 ? -1 : longestMatch(text, at, matches, operator === '/%');
    if (end <= at) {
      out += text.charAt(at++);
      continue;
    }
    out += by;
    at = end;
    if (operator !== '//') return out + text.slice(at);
  }
  return out;
}

function longestMatch(text: string, at: number, matches: (text: string) => boolean, toEnd: boolean): number {
  for (let end = text.length; end > at; end--) {
    if (matches(text.slice(at, end))) return end;
    if (toEnd) return -1;
  }
  return -1;
}

/** `${x^}` `${x^^}` `${x,}` `${x,,}` and `${x@U}` `${x@u}` `${x@L}`; `undefined` for other transformations. */
export function modifyCase(text: string, operator: string): string | undefined {
  if (operator === '^^' || operator === '@U') return text.toUpperCase();
  if (operator === ',,' || operator === '@L') return text.toLowerCase();
  if (operator === '^' || operator === '@u') return text.charAt(0).toUpperCase() + text.slice(1);
  return operator === ',' ? text.charAt(0).toLowerCase() + text.slice(1) : undefined;
}
