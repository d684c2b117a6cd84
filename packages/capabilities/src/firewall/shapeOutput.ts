import type { ResponseMode } from '@licet/core/nodes';
import type { OutputObligations, ShapedOutput as Shaped } from '@licet/core/policy';

import { redactOutput } from '@licet/guards/redaction';
import type { Omitted } from './plainCopy.ts';
import { WITHHELD, plainCopy } from './plainCopy.ts';
import { cut, summarize } from './summarize.ts';

/** An output as it may be shown, and what was done to it: `rules` are those of redaction, and `unscanned` for what could not be looked through. */
export interface ShapedOutput extends Shaped {
  /** In the mode `summary` a list of facts, in `table` a list of rows, in `handle` nothing; else the output in its own shape. */
  readonly output: unknown;
  /** How it is shown; undefined where nothing but its own shape was asked for. */
  readonly mode?: ResponseMode;
  readonly omitted: Readonly<Omitted>;
  /** Whether anything is shown otherwise than it was. */
  readonly changed: boolean;
}

/** A summary speaks of so many rows at most. */
const SUMMARIZED_ROWS = 1_000;

/** How much more of a text is looked through than is shown, so that a secret that begins in what is shown is seen whole. */
const MARGIN = 1 << 16;

const MOST_JSON = 1 << 22;

/**
 * Carries out what a policy demands of an output: shows only the fields that may be shown, at every depth; takes secrets out;
 * keeps to the limits of rows, fields, depth and characters; and shows the rest in the mode that is demanded. It never throws,
 * and fails closed: what cannot be looked through is withheld. A text that is JSON of a list or record is treated as what it holds;
 * any other text belongs to no field, and is withheld where only some fields may be shown.
 *
 * @example
 * ```ts
 * import { shapeOutput } from '@licet/capabilities';
 *
 * const rows = [{ id: 1, name: 'ann', ssn: '078-05-1120' }, { id: 2, name: 'ben', ssn: '219-09-9999' }];
 * shapeOutput(rows, { fields: ['id', 'name'], maxRows: 1 }).output; // => [{ id: 1, name: 'ann' }]
 * shapeOutput(rows, { fields: ['id'], mode: 'summary' }).output; // => ['rows: 2', 'fields: id', 'id: least 1, most 2, average 1.5']
 * ```
 */
export function shapeOutput(output: unknown, owed: OutputObligations): ShapedOutput {
  try {
    return shaped(output, owed);
  } catch {
    const omitted = { rows: 0, fields: 0, deeper: 0, characters: 0, unreadable: 1 };
    return {
      output: WITHHELD,
      rules: ['unscanned'],
      omitted,
      changed: true,
      ...(owed.mode !== undefined && { mode: owed.mode }),
    };
  }
}

function shaped(output: unknown, owed: OutputObligations): ShapedOutput {
  const { mode, fields, maxFields, maxDepth, maxOutput } = owed;
  const data = typeof output === 'string' ? dataIn(output) : undefined;
  const given = data ?? output;
  const isSummary = mode === 'summary';
  const maxRows = isSummary ? SUMMARIZED_ROWS : owed.maxRows;
  const maxText = maxOutput === undefined ? undefined : maxOutput + MARGIN;
  const copied = plainCopy(given, { fields, maxFields, maxDepth, maxRows, maxText });
  const { omitted } = copied;
  const { output: clean, rules } =
    owed.redact === undefined ? { output: copied.value, rules: [] } : redactOutput(copied.value, owed.redact);
  const total = Array.isArray(given) ? given.length : 1;
  const made = inMode(clean, total, owed);
  const limit = { left: maxOutput ?? Number.POSITIVE_INFINITY, omitted };
  const bounded = maxOutput === undefined || isSummary ? made : withinLimit(made, limit);
  const isLess = rules.length > 0 || Object.values(omitted).some(count => count > 0);
  const changed = isLess || (mode !== undefined && mode !== 'raw');
  const inShape = data !== undefined && (mode === undefined || mode === 'raw');
  return {
    output: inShape ? (changed ? JSON.stringify(bounded) : output) : bounded,
    rules,
    omitted,
    changed,
    ...(mode !== undefined && { mode }),
  };
}

/** What a text holds that is JSON of a list or a record. */
function dataIn(text: string): object | undefined {
  if (text.length > MOST_JSON || !/^\s*[[{]/.test(text)) return undefined;
  try {
    const data: unknown = JSON.parse(text);
    return typeof data === 'object' && data !== null ? data : undefined;
  } catch {
    return undefined;
  }
}

function inMode(value: unknown, total: number, { mode, maxOutput }: OutputObligations): unknown {
  switch (mode) {
    case 'handle':
      return undefined;
    case 'summary':
      return summarize({ value, total }, maxOutput);
    case 'table':
      return rowsOf(value);
    default:
      return value;
  }
}

/** A list of records is a table; one record is a row of it, and anything else a row with a `value`. */
function rowsOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.map(item =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? (item as Readonly<Record<string, unknown>>)
      : { value: item },
  );
}

interface Limit {
  left: number;
  readonly omitted: Omitted;
}

/** Shows the beginning of an output: names and values in their order, until so many characters are shown. */
function withinLimit(value: unknown, limit: Limit): unknown {
  if (typeof value === 'string') {
    const shown = cut(value, Math.max(0, limit.left));
    limit.left -= value.length;
    limit.omitted.characters += value.length - shown.length;
    return shown;
  }
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const item of value) {
      if (limit.left <= 0) limit.omitted.rows += 1;
      else items.push(withinLimit(item, limit));
    }
    return items;
  }
  if (typeof value !== 'object' || value === null) {
    limit.left -= String(value).length;
    return value;
  }
  const members: [string, unknown][] = [];
  for (const [key, inner] of Object.entries(value)) {
    limit.left -= key.length;
    if (limit.left <= 0) limit.omitted.fields += 1;
    else members.push([key, withinLimit(inner, limit)]);
  }
  return Object.fromEntries(members);
}
