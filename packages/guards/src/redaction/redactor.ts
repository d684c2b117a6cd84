import { filterOf } from './filter.ts';
import { createMatcher } from './matcher.ts';
import type { RedactionFinding, RedactionRule } from './rule.ts';

/** A text without its secrets. */
export interface Redacted {
  readonly text: string;
  /** What was taken out, by its place in the original; never the value itself. */
  readonly findings: readonly RedactionFinding[];
}

/** Text that comes in pieces. */
export interface RedactionStream {
  /** Takes a piece and returns what is safe to show by now: the end is held back, since a secret may go on in the next piece. */
  push(piece: string): string;
  /** Returns the rest. */
  end(): string;
}

/** Takes secrets out of text. Fails closed: a text that cannot be looked through comes back as one mark. */
export interface Redactor {
  redact(text: string): Redacted;
  /** A cheap look: false means that `redact` would find nothing in the text. */
  mayHold(text: string): boolean;
  stream(): RedactionStream;
}

/** How much text is looked at in one go, and how much of it again with the next piece. In UTF-16 units. */
const WINDOW_SIZE = 1 << 16;
const OVERLAP = 1 << 12;

/** How long a secret may still be open at the end of a piece before everything after it is withheld. */
const MAX_OPEN = 1 << 20;

/** What replaces a text that could not be looked through. */
export const UNSCANNED = '[REDACTED:unscanned]';

const mark = (rule: string): string => `[REDACTED:${rule}]`;

/** Joins findings that touch; the earliest one gives its name. */
function merge(findings: readonly RedactionFinding[]): readonly RedactionFinding[] {
  const merged: RedactionFinding[] = [];
  for (const finding of [...findings].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    if (last === undefined || finding.start >= last.end) merged.push(finding);
    else if (finding.end > last.end) merged[merged.length - 1] = { ...last, end: finding.end };
  }
  return merged;
}

function replace(text: string, findings: readonly RedactionFinding[], from: number = 0, to: number = text.length): string {
  let at = from;
  const parts: string[] = [];
  for (const { rule, start, end } of findings) {
    if (end <= at || start >= to) continue;
    parts.push(text.slice(at, Math.max(at, start)), mark(rule));
    at = Math.min(end, to);
  }
  return parts.join('') + text.slice(at, to);
}

type Find = (text: string) => readonly RedactionFinding[];

/** Findings that reach the end of a window from before its overlap: the next window would see only their rest. */
const isOpenAt = (findings: readonly RedactionFinding[], size: number): boolean =>
  findings.some(({ start, end }) => end >= size && start < size - OVERLAP);

function findInWindows(text: string, find: Find): readonly RedactionFinding[] {
  const findings: RedactionFinding[] = [];
  for (let from = 0; from < text.length;) {
    let size = WINDOW_SIZE + OVERLAP;
    let found = find(text.slice(from, from + size));
    while (isOpenAt(found, size) && from + size < text.length) {
      if (size >= MAX_OPEN)
        return merge([...findings, ...shift(found, from), { rule: 'unscanned', start: from + size - OVERLAP, end: text.length }]);
      size *= 2;
      found = find(text.slice(from, from + size));
    }
    findings.push(...shift(found, from));
    if (from + size >= text.length) break;
    from += size - OVERLAP;
  }
  return merge(findings);
}

/**
 * Makes a redactor of rules. Long texts are looked at in overlapping windows, so that time grows with their length only and no
 * border hides a secret shorter than 4,096 characters; a key block that is open at a border is followed to its end.
 */
export function createRedactor(rules: readonly RedactionRule[]): Redactor {
  const matchers = rules.map(createMatcher);
  const filter = filterOf(rules);
  const findIn = (text: string): readonly RedactionFinding[] =>
    merge(filter.rulesFor(text).flatMap(at => matchers[at]?.(text) ?? []));
  const redact = (text: string): Redacted => {
    try {
      const findings = findInWindows(text, findIn);
      return { text: replace(text, findings), findings };
    } catch {
      return { text: UNSCANNED, findings: [{ rule: 'unscanned', start: 0, end: text.length }] };
    }
  };
  return Object.freeze<Redactor>({ redact, mayHold: filter.mayHold, stream: () => createStream(findIn) });
}

function shift(findings: readonly RedactionFinding[], by: number): readonly RedactionFinding[] {
  return findings.map(({ rule, start, end }) => ({ rule, start: start + by, end: end + by }));
}

function attempt(work: () => string, otherwise: () => string): string {
  try {
    return work();
  } catch {
    return otherwise();
  }
}

function createStream(find: Find): RedactionStream {
  let held = '';
  let shown = 0;
  let isWithheld = false;
  /** How much must be held before it is looked through: twice as much each time that nothing of it could be shown, so that time stays linear. */
  let enough = WINDOW_SIZE + OVERLAP;
  const withhold = (): string => {
    isWithheld = true;
    held = '';
    return UNSCANNED;
  };
  /** Shows what lies before the border, but for findings that reach over it; keeps some shown text, since it may say what follows. */
  const advance = (): string => {
    const findings = find(held);
    const border = held.length - OVERLAP;
    const safe = findings.reduce((at, { start, end }) => (start < at && end > at ? start : at), border);
    if (safe <= shown) {
      enough = Math.min(2 * (held.length - shown), MAX_OPEN);
      return held.length > MAX_OPEN ? withhold() : '';
    }
    enough = WINDOW_SIZE + OVERLAP;
    const text = replace(held, findings, shown, safe);
    const kept = Math.max(0, safe - OVERLAP);
    held = held.slice(kept);
    shown = safe - kept;
    return text;
  };
  const guarded = (work: () => string): string => (isWithheld ? '' : attempt(work, withhold));
  const push = (piece: string): string => {
    held += piece;
    return held.length - shown > enough ? advance() : '';
  };
  const end = (): string => {
    isWithheld = true;
    return replace(held, findInWindows(held, find), shown);
  };
  return { push: piece => guarded(() => push(piece)), end: () => guarded(end) };
}
