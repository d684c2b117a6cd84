import type { PathRules } from './rules.ts';

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** The prefixes and suffixes of a rule as regular expressions, for engines that know nothing simpler. */
export function pathPatterns({ blockedPrefixes, blockedSuffixes, allowedPrefixes }: PathRules): {
  readonly allowed: string;
  readonly blocked: readonly string[];
} {
  return {
    allowed: `^(?:${allowedPrefixes.map(escape).join('|')})`,
    blocked: [...blockedPrefixes.map(prefix => `^${escape(prefix)}`), ...blockedSuffixes.map(suffix => `${escape(suffix)}$`)],
  };
}
