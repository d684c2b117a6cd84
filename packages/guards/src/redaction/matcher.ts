import { InvariantError } from '@licet/core';
import { RE2JS } from 're2js';

import { entropy } from './checksums.ts';
import type { RedactionFinding, RedactionRule } from './rule.ts';
import { OWN_RULES } from './ruleSets.ts';

/** Finds what one rule means in a text that the filter of rules lets it look at. */
type RuleMatcher = (text: string) => readonly RedactionFinding[];

function compile(pattern: string, id: string): RE2JS {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(pattern));
  } catch (cause) {
    throw new InvariantError(
      'invalid_pattern',
      `the pattern of redaction rule \`${id}\` is not RE2: ${cause instanceof Error ? cause.message : 'not understood'}`,
      { cause },
    );
  }
}

/** The group that holds the secret: the named one, else the first that took part, else the whole match. */
function groupOf(groups: number, secretGroup: number | undefined, took: (group: number) => boolean): number {
  const wanted =
    secretGroup === undefined || secretGroup === 0
      ? Array.from({ length: secretGroup === 0 ? 0 : groups }, (_, at) => at + 1)
      : [secretGroup];
  return wanted.find(group => group <= groups && took(group)) ?? 0;
}

/** The place of a secret in a text, and where the match around it ends. */
interface Found {
  readonly start: number;
  readonly end: number;
  readonly matchEnd: number;
}

/** Finds the next match from a place on. */
type FindNext = (from: number) => Found | undefined;

function linear(pattern: RE2JS, text: string, secretGroup: number | undefined): FindNext {
  const matcher = pattern.matcher(text);
  return from => {
    if (!matcher.find(from)) return undefined;
    const group = groupOf(pattern.groupCount(), secretGroup, each => matcher.start(each) >= 0);
    return { start: matcher.start(group), end: matcher.end(group), matchEnd: matcher.end() };
  };
}

/** The longest text for which backtracking cannot cost much, in the patterns that come with the package. */
const SHORT = 256;

const PLAIN = /^[\t\n\r -~]*$/;

/** A pattern of the package for the engine of the language. In short texts of plain characters it finds the same, several times as fast. */
function nativeOf({ pattern }: RedactionRule): RegExp {
  const anyCase = pattern.startsWith('(?i)');
  return new RegExp(pattern.slice(anyCase ? 4 : 0).replaceAll('\\z', '$'), anyCase ? 'dgi' : 'dg');
}

function native(pattern: RegExp, text: string, secretGroup: number | undefined): FindNext {
  return from => {
    pattern.lastIndex = from;
    const found = pattern.exec(text);
    if (found === null) return undefined;
    const group = groupOf(found.length - 1, secretGroup, each => found[each] !== undefined);
    const [start, end] = found.indices?.[group] ?? [found.index, pattern.lastIndex];
    return { start, end, matchEnd: found.index + found[0].length };
  };
}

/** Checks that a rule's patterns compile. @throws {InvariantError} naming the rule. */
export function checkRule(rule: RedactionRule): void {
  compile(rule.pattern, rule.id);
  for (const pattern of rule.allow ?? []) compile(pattern, rule.id);
}

/** Makes the matcher of a rule. The pattern is compiled when the first text is looked at: most rules never are. */
export function createMatcher(rule: RedactionRule): RuleMatcher {
  const { id, secretGroup, minEntropy = 0, check } = rule;
  let pattern: RE2JS | undefined;
  let short: RegExp | undefined;
  const isOwn = OWN_RULES.has(rule);
  const finderFor = (text: string): FindNext => {
    if (isOwn && text.length <= SHORT && PLAIN.test(text)) return native((short ??= nativeOf(rule)), text, secretGroup);
    return linear((pattern ??= compile(rule.pattern, id)), text, secretGroup);
  };
  let allow: readonly RE2JS[] | undefined;
  const isSecret = (secret: string): boolean => {
    if (secret === '' || (minEntropy > 0 && entropy(secret) < minEntropy) || check?.(secret) === false) return false;
    allow ??= (rule.allow ?? []).map(one => compile(one, id));
    return !allow.some(one => one.matcher(secret).find());
  };
  return text => {
    const findNext = finderFor(text);
    const findings: RedactionFinding[] = [];
    for (let from = 0; from <= text.length;) {
      const found = findNext(from);
      if (found === undefined) break;
      const { start, end, matchEnd } = found;
      if (isSecret(text.slice(start, end))) findings.push({ rule: id, start, end });
      from = end > from ? end : Math.max(matchEnd, from + 1);
    }
    return findings;
  };
}
