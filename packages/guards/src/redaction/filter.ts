import type { RedactionRule } from './rule.ts';

const SLOTS = 1 << 15;

const slotOf = (a: number, b: number, c: number): number => (a * 961 + b * 31 + c) & (SLOTS - 1);

/** A cheap look at a text, before any pattern is tried. */
interface RuleFilter {
  /** Whether any of the rules could find something. */
  readonly mayHold: (text: string) => boolean;
  /** The places of the rules that could find something, in their order. */
  readonly rulesFor: (text: string) => readonly number[];
}

/**
 * Makes the filter of rules: one pass over a text for all keywords and for the number of digits. It looks for the first three
 * characters of the keywords, and for a whole one only where those stand.
 */
export function filterOf(rules: readonly RedactionRule[]): RuleFilter {
  const formed = rules.map((rule, place) => ({ ...rule, place })).filter(({ keywords }) => !hasKeywords(keywords));
  const fewest = Math.min(...formed.map(({ minDigits = 0 }) => minDigits));
  const { begins, tell } = indexOf(rules);
  const tellForms = (text: string, digits: number, told: Told): boolean => {
    if (digits < fewest) return false;
    const may = formed.filter(({ minDigits = 0, mayHold }) => digits >= minDigits && mayHold?.(text) !== false);
    for (const { place } of may) told?.add(place);
    return may.length > 0;
  };
  const look = (text: string, told?: Set<number>): boolean => {
    const lower = text.toLowerCase();
    let a = 0;
    let b = 0;
    let digits = 0;
    for (let at = 0; at < lower.length; at++) {
      const c = lower.charCodeAt(at);
      if (c > 47 && c < 58) digits += 1;
      const three = slotOf(a, b, c);
      if (begins[three] === 1 && tell(lower, three, at, told)) return true;
      const two = slotOf(0, b, c);
      if (begins[two] === 1 && tell(lower, two, at, told)) return true;
      const one = slotOf(0, 0, c);
      if (begins[one] === 1 && tell(lower, one, at, told)) return true;
      a = b;
      b = c;
    }
    return tellForms(text, digits, told);
  };
  const rulesFor = (text: string): readonly number[] => {
    const told = new Set<number>();
    look(text, told);
    return [...told].sort((a, b) => a - b);
  };
  return { mayHold: text => look(text), rulesFor };
}

/** Takes the places of rules; where there is none the first rule is enough. */
type Told = Set<number> | undefined;

const hasKeywords = (keywords: readonly string[] = []): boolean => keywords.length > 0 && !keywords.includes('');

interface Keyword {
  readonly word: string;
  readonly places: readonly number[];
}

/** The keywords of all rules, by the slot of their beginning; `tell` says whether the search is over. */
function indexOf(rules: readonly RedactionRule[]) {
  const places = new Map<string, number[]>();
  for (const [place, { keywords = [] }] of rules.entries())
    for (const word of hasKeywords(keywords) ? keywords.map(each => each.toLowerCase()) : [])
      places.set(word, [...(places.get(word) ?? []), place]);
  const begins = new Uint8Array(SLOTS);
  const bySlot = new Map<number, Keyword[]>();
  for (const [word, own] of places) {
    const [c = 0, b = 0, a = 0] = Array.from({ length: Math.min(3, word.length) }, (_, at) => word.charCodeAt(at)).reverse();
    const slot = slotOf(a, b, c);
    begins[slot] = 1;
    bySlot.set(slot, [...(bySlot.get(slot) ?? []), { word, places: own }]);
  }
  const tell = (lower: string, slot: number, end: number, told: Told): boolean => {
    for (const { word, places: own } of bySlot.get(slot) ?? []) {
      if (!lower.startsWith(word, end - Math.min(2, word.length - 1))) continue;
      if (told === undefined) return true;
      for (const place of own) told.add(place);
    }
    return false;
  };
  return { begins, tell };
}
