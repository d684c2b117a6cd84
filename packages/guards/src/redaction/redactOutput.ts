import { createRedactor, UNSCANNED } from './redactor.ts';
import type { Redactor } from './redactor.ts';
import type { RedactionFinding, RedactionRule } from './rule.ts';
import { rulesFor } from './ruleSets.ts';

/** A tool's output without what must not be seen. */
export interface RedactedOutput {
  readonly output: unknown;
  /** The rules that found something, each once. */
  readonly rules: readonly string[];
}

const MAX_DEPTH = 64;

const MAX_VALUES = 100_000;

const MOST_NAMES = 1_000;

interface Name {
  readonly shown: string;
  readonly isTelling: boolean;
}

interface Walk {
  readonly redactor: Redactor;
  readonly found: Set<string>;
  /** Names as they are shown, and whether they may say something about their values: rows have the same names again and again. */
  readonly names: Map<string, Name>;
  left: number;
}

const note = (findings: readonly RedactionFinding[], walk: Walk): void => {
  for (const { rule } of findings) walk.found.add(rule);
};

function nameOf(key: string, walk: Walk): Name {
  const known = walk.names.get(key);
  if (known !== undefined) return known;
  const name = { shown: redactText(key, walk), isTelling: walk.redactor.mayHold(`${key}="`) };
  if (walk.names.size < MOST_NAMES) walk.names.set(key, name);
  return name;
}

const redactText = (text: string, walk: Walk): string => (walk.redactor.mayHold(text) ? redactHeld(text, walk) : text);

function redactHeld(text: string, walk: Walk): string {
  const { text: shown, findings } = walk.redactor.redact(text);
  note(findings, walk);
  return shown;
}

/** Names are looked at together with their values, since `{"password": "…"}` is only telling as a pair. */
function redactField(key: string, value: unknown, depth: number, walk: Walk): unknown {
  if (typeof value !== 'string') return redactValue(value, depth, walk);
  const mayHold = walk.redactor.mayHold(value);
  const alone = mayHold ? redactHeld(value, walk) : value;
  if (alone !== value || !(mayHold || nameOf(key, walk).isTelling)) return alone;
  const pair = walk.redactor.redact(`${key}="${value}"`);
  const inValue = pair.findings.filter(finding => finding.start > key.length);
  note(inValue, walk);
  const [first] = inValue;
  return first === undefined ? value : `[REDACTED:${first.rule}]`;
}

function redactRecord(record: object, depth: number, walk: Walk): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const key of Object.keys(record)) {
    const { shown: name } = nameOf(key, walk);
    const value = redactField(key, (record as Record<string, unknown>)[key], depth + 1, walk);
    // A field of this name would change what the record is made of.
    if (name === '__proto__') Object.defineProperty(shown, name, { value, enumerable: true, configurable: true, writable: true });
    else shown[name] = value;
  }
  return shown;
}

function redactValue(value: unknown, depth: number, walk: Walk): unknown {
  if ((walk.left -= 1) < 0 || depth > MAX_DEPTH) {
    walk.found.add('unscanned');
    return UNSCANNED;
  }
  if (typeof value === 'string') return redactText(value, walk);
  if (typeof value === 'number' || typeof value === 'bigint') {
    const text = String(value);
    const shown = redactText(text, walk);
    return shown === text ? value : shown;
  }
  if (value === null || value === undefined || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map(element => redactValue(element, depth + 1, walk));
  const prototype: unknown = typeof value === 'object' ? Object.getPrototypeOf(value) : undefined;
  if (prototype === Object.prototype || prototype === null) return redactRecord(value, depth, walk);
  walk.found.add('unscanned');
  return UNSCANNED;
}

const MOST_KEPT = 16;
const kept = new Map<string, Redactor>();

/** Compiling the patterns costs more than most outputs. */
function redactorFor(names: readonly string[]): Redactor {
  const key = names.join(' ');
  const known = kept.get(key);
  if (known !== undefined) return known;
  const made = createRedactor(rulesFor(names));
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(key, made);
  return made;
}

/**
 * Takes secrets and personal data out of a tool's output, whatever its shape: text, or lists and records that hold text. What it
 * cannot look through (bytes, class instances, cycles, too much) becomes `[REDACTED:unscanned]`: it fails closed and never throws,
 * except for a name without a rule.
 *
 * @param names - What `obligations.redact` of an evaluation holds: names of rules, or `secrets` and `pii` for all of a kind.
 * @param extra - Rules of the host's own, for names that only it knows.
 *
 * @example
 * ```ts
 * import { redactOutput } from '@licet/guards/redaction';
 *
 * const { output } = redactOutput({ log: 'card 4111 1111 1111 1111' }, ['card']);
 * output; // => { log: 'card [REDACTED:card]' }
 * ```
 */
export function redactOutput(output: unknown, names: readonly string[], extra: readonly RedactionRule[] = []): RedactedOutput {
  const redactor = extra.length === 0 ? redactorFor(names) : createRedactor(rulesFor(names, extra));
  const walk: Walk = { redactor, found: new Set(), names: new Map(), left: MAX_VALUES };
  try {
    return { output: redactValue(output, 0, walk), rules: [...walk.found] };
  } catch {
    return { output: UNSCANNED, rules: [...walk.found, 'unscanned'] };
  }
}
