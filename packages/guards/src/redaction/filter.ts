import type { RedactionRule } from './rule.ts';

const SLOTS = 1 << 15;

const slotOf = (text: string, at: number): number =>
  (text.charCodeAt(at) * 961 + text.charCodeAt(at + 1) * 31 + text.charCodeAt(at + 2)) & (SLOTS - 1);

/**
 * Returns a cheap test whether any of the rules could find something in a text: one pass over it for all keywords, in place of
 * one for each. It looks for the first three characters of the keywords, and only where some of them stand for whole ones.
 */
export function filterOf(rules: readonly RedactionRule[]): (text: string) => boolean {
  const words = [...new Set(rules.flatMap(({ keywords = [] }) => keywords))];
  const formed = rules.filter(({ keywords = [] }) => keywords.length === 0);
  const short = words.filter(({ length }) => length < 3);
  const begins = new Uint8Array(SLOTS);
  for (const word of words) if (word.length > 2) begins[slotOf(word, 0)] = 1;
  const begun = (lower: string): boolean => {
    for (let at = lower.length - 3; at >= 0; at--) if (begins[slotOf(lower, at)] === 1) return true;
    return false;
  };
  const any = words.length === 0 ? undefined : new RegExp(words.map(literal).join('|'));
  return text => {
    const lower = text.toLowerCase();
    const mayBegin = any !== undefined && (begun(lower) || short.some(word => lower.includes(word)));
    return (mayBegin && any.test(lower)) || formed.some(rule => rule.mayHold?.(text) ?? true);
  };
}

const literal = (word: string): string => word.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
