import { InvariantError } from '@licet/core';
import { RE2JS } from 're2js';

import { entropy } from './checksums.ts';
import type { RedactionFinding, RedactionRule } from './rule.ts';

/** Finds what one rule means in a text whose lower-case form is given too. */
export type RuleMatcher = (text: string, lower: string) => readonly RedactionFinding[];

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

/** Where the secret stands in a match: the named group, else the first group that took part, else all of it. */
function secretOf(
  matcher: ReturnType<RE2JS['matcher']>,
  groups: number,
  secretGroup: number | undefined,
): readonly [number, number] {
  const wanted =
    secretGroup === undefined || secretGroup === 0
      ? Array.from({ length: secretGroup === 0 ? 0 : groups }, (_, at) => at + 1)
      : [secretGroup];
  const found = wanted.find(group => group <= groups && matcher.start(group) >= 0);
  return found === undefined ? [matcher.start(), matcher.end()] : [matcher.start(found), matcher.end(found)];
}

/** Checks that a rule's patterns compile. @throws {InvariantError} naming the rule. */
export function checkRule(rule: RedactionRule): void {
  compile(rule.pattern, rule.id);
  for (const pattern of rule.allow ?? []) compile(pattern, rule.id);
}

/**
 * Makes the matcher of a rule. The pattern is compiled when one of the rule's keywords first stands in a text: most rules never are.
 */
export function createMatcher(rule: RedactionRule): RuleMatcher {
  const { id, keywords = [], secretGroup, minEntropy = 0, check } = rule;
  let pattern: RE2JS | undefined;
  let allow: readonly RE2JS[] | undefined;
  const isSecret = (secret: string): boolean => {
    if (secret === '' || (minEntropy > 0 && entropy(secret) < minEntropy) || check?.(secret) === false) return false;
    allow ??= (rule.allow ?? []).map(one => compile(one, id));
    return !allow.some(one => one.matcher(secret).find());
  };
  return (text, lower) => {
    if (keywords.length > 0 && !keywords.some(word => lower.includes(word))) return [];
    if (rule.mayHold?.(text) === false) return [];
    pattern ??= compile(rule.pattern, id);
    const matcher = pattern.matcher(text);
    const findings: RedactionFinding[] = [];
    for (let from = 0; from <= text.length && matcher.find(from);) {
      const [start, end] = secretOf(matcher, pattern.groupCount(), secretGroup);
      if (isSecret(text.slice(start, end))) findings.push({ rule: id, start, end });
      from = end > from ? end : Math.max(matcher.end(), from + 1);
    }
    return findings;
  };
}
