import { canonicalJson } from '../text/canonical.ts';
import { defined } from './json.ts';
import type { Json } from './json.ts';

/** How an output is shown, from the widest to the narrowest: as it is, as rows, as a few facts, or only as a handle. */
export const RESPONSE_MODES = ['raw', 'table', 'summary', 'handle'] as const;

/** One of the ways in which an output is shown. */
export type ResponseMode = (typeof RESPONSE_MODES)[number];

/**
 * What the runtime must do when it lets the action through. Several guards' obligations are merged by narrowing only:
 * the smaller limit, the union of what is redacted, the fields that all of them show, the narrower mode. Two different rewrites of the same
 * argument are a conflict, and a conflict is a block.
 */
export interface Obligations {
  /** Arguments to replace before the tool runs, by name. */
  readonly rewrite?: Readonly<Record<string, Json>>;
  /** Names of redaction rules to apply to the tool's output. */
  readonly redact?: readonly string[];
  /** The most rows or items that the output may hold. */
  readonly maxRows?: number;
  /** The most characters that the output may hold. */
  readonly maxOutput?: number;
  /** The fields that the output may show, at whatever depth; every other one is left out. */
  readonly fields?: readonly string[];
  /** The most fields that a record of the output may show. */
  readonly maxFields?: number;
  /** How deep the output may be nested; what lies deeper is left out. */
  readonly maxDepth?: number;
  /** How the output is shown; in its own shape where nothing is said. */
  readonly mode?: ResponseMode;
  /** The most milliseconds that the tool may run. */
  readonly timeoutMs?: number;
  /** Text that the agent must be told along with the result. */
  readonly notices?: readonly string[];
}

/** The names of the obligations that are about the output; the compiler sees to it that they are {@link OutputObligations}. */
export const OUTPUT_OBLIGATIONS = ['redact', 'maxRows', 'maxOutput', 'fields', 'maxFields', 'maxDepth', 'mode'] as const;

/** The obligations that are about the output: they are due when the action has run. */
export type OutputObligations = Pick<Obligations, (typeof OUTPUT_OBLIGATIONS)[number]>;

const ABOUT_OUTPUT: ReadonlySet<string> = new Set(OUTPUT_OBLIGATIONS);

/** Returns what is due when the action has run; undefined when nothing is. */
export function outputObligations(obligations: Obligations): OutputObligations | undefined {
  // Every evaluation asks, and hardly any has obligations: a list of none costs more than the guards that passed.
  let due: Record<string, unknown> | undefined;
  for (const name in obligations) {
    const value = ABOUT_OUTPUT.has(name) ? obligations[name as keyof Obligations] : undefined;
    if (value !== undefined) (due ??= {})[name] = value;
  }
  return due;
}

/** Merged obligations, or the name of the argument that two guards want to rewrite differently. */
export type MergedObligations = { readonly obligations: Obligations } | { readonly conflict: string };

/** Merges obligations in any order; the result is at least as narrow as each of them. A limit that is no number above 0 is 0. */
export function mergeObligations(all: readonly Obligations[]): MergedObligations {
  const wanted = all.flatMap(each => Object.entries(each.rewrite ?? {}));
  const texts = new Map<string, string>();
  for (const [name, value] of wanted) {
    const text = textOf(value);
    if (text === undefined || (texts.has(name) && texts.get(name) !== text)) return { conflict: name };
    texts.set(name, text);
  }
  const rewrite: { readonly [name: string]: Json } = Object.fromEntries(wanted);
  const [redact, notices] = [union(all.map(each => each.redact)), union(all.map(each => each.notices))];
  const merged = defined<Obligations>({
    rewrite: Object.keys(rewrite).length > 0 ? Object.freeze(rewrite) : undefined,
    redact: redact.length > 0 ? redact : undefined,
    maxRows: smallest(all.map(each => each.maxRows)),
    maxOutput: smallest(all.map(each => each.maxOutput)),
    timeoutMs: smallest(all.map(each => each.timeoutMs)),
    fields: common(all.flatMap(each => (each.fields === undefined ? [] : [each.fields]))),
    maxFields: smallest(all.map(each => each.maxFields)),
    maxDepth: smallest(all.map(each => each.maxDepth)),
    mode: narrowest(all.flatMap(each => each.mode ?? [])),
    notices: notices.length > 0 ? notices : undefined,
  });
  return { obligations: Object.freeze(merged) };
}

/** What is no JSON agrees with nothing, not even with itself. */
function textOf(value: Json): string | undefined {
  try {
    return canonicalJson(value);
  } catch {
    return undefined;
  }
}

function union(lists: readonly (readonly string[] | undefined)[]): readonly string[] {
  return [...new Set(lists.flatMap(list => list ?? []))].sort();
}

function common(lists: readonly (readonly string[])[]): readonly string[] | undefined {
  const [first, ...others] = lists;
  return first && [...new Set(first)].filter(name => others.every(list => list.includes(name))).sort();
}

/** What is no mode shows nothing. */
function narrowest(modes: readonly ResponseMode[]): ResponseMode | undefined {
  if (modes.length === 0) return undefined;
  return modes.every(mode => RESPONSE_MODES.includes(mode)) ? RESPONSE_MODES.findLast(mode => modes.includes(mode)) : 'handle';
}

function smallest(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter(value => value !== undefined).map(value => (value > 0 ? value : 0));
  return known.length === 0 ? undefined : Math.min(...known);
}

/** Returns the names of the obligations that are not in `supported`. Where one cannot be met the action must not run. */
export function unmetObligations(
  obligations: Obligations,
  supported: readonly (keyof Obligations)[],
): readonly (keyof Obligations)[] {
  return (Object.keys(obligations) as (keyof Obligations)[]).filter(name => !supported.includes(name));
}

/** An output after what the policy wants was done to it, and the rules that found something in it. */
export interface ShapedOutput {
  readonly output: unknown;
  readonly rules: readonly string[];
  /** Whether anything is shown otherwise than it was. @defaultValue whether a rule found something */
  readonly changed?: boolean;
}

/** Carries out what the policy demands of outputs: `outputFirewall` of `@licet/guards` is one. */
export interface OutputShaper {
  /** What it can do. */
  readonly meets: readonly (keyof OutputObligations)[];
  /** Shapes one output. What it throws is a fault, and the output is withheld. */
  shape(output: unknown, owed: OutputObligations): ShapedOutput;
}
