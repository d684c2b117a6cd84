import { stripVTControlCharacters } from 'node:util';

import type { Json } from '../model/json.ts';
import { escapeText } from '../text/escapeText.ts';

const UNITS: readonly (readonly [number, string])[] = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
];

/** A length of time for people, in its largest unit: `3 min`. */
export function spanText(ms: number): string {
  const [size, unit] = UNITS.find(([each]) => Math.abs(ms) >= each) ?? [1_000, 's'];
  return `${Math.round(Math.abs(ms) / size)} ${unit}`;
}

/** When something was or will be, seen from now. */
export function whenText(at: number, now: number): string {
  if (at === 0) return 'never';
  return at > now ? `in ${spanText(at - now)}` : `${spanText(now - at)} ago`;
}

/** A size for people. */
export function bytesText(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`;
  return bytes < 1_048_576 ? `${Math.round(bytes / 1_024)} KiB` : `${(bytes / 1_048_576).toFixed(1)} MiB`;
}

const CELLS = 10;

/** How much of a limit is used, as a bar. It is full only when the limit is reached, and empty only when nothing is used. */
export function barText(used: number, max: number): string {
  const share = Math.min(1, Math.max(0, used / max));
  const full = share === 1 ? CELLS : Math.min(CELLS - 1, Math.ceil(share * CELLS));
  return '█'.repeat(full) + '░'.repeat(CELLS - full);
}

/** A number of things: `1 case`, `2 cases`. */
export function counted(count: number, one: string, many: string = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** A number without the dust of adding up fractions. */
export function numberText(value: number): string {
  return String(Math.round(value * 1e6) / 1e6);
}

const LONGEST = 120;

/** A fact as one short line that nothing can hide in. */
export function factText(value: Json): string {
  return escapeText(typeof value === 'string' ? value : JSON.stringify(value), LONGEST);
}

/** A name from outside as one short line. */
export function nameText(name: string): string {
  return name === '' ? '(no name)' : escapeText(name, LONGEST);
}

/** Puts rows under each other in columns, two spaces between them. The last column is as wide as it is. */
export function columns(rows: readonly (readonly string[])[], indent = ''): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map(row => widthOf(row[column] ?? ''))));
  const padded = (cell: string, width = 0): string => cell + ' '.repeat(Math.max(0, width - widthOf(cell)));
  return rows.map(
    row =>
      indent +
      row
        .map((cell, column) => (column === row.length - 1 ? cell : padded(cell, widths[column])))
        .join('  ')
        .trimEnd(),
  );
}

/** How wide a report is where no terminal says how wide it is. */
export const COLUMNS = 80;

const widthOf = (text: string): number => Array.from(stripVTControlCharacters(text)).length;

/**
 * Breaks a line between words so that no part is wider than `width`; the rest is indented below it. A single word that
 * is wider loses its middle: the end of a path tells more than that.
 */
export function folded(line: string, width: number = COLUMNS): readonly string[] {
  if (widthOf(line) <= width) return [line];
  const indent = `${/^ */u.exec(line)?.[0] ?? ''}    `;
  const lines: string[] = [];
  let current = '';
  for (const [, gap = '', word = ''] of line.matchAll(/( *)(\S+)/gu)) {
    const isFirst = lines.length === 0 && current === '';
    if (current !== '' && widthOf(current + gap + word) > width) {
      lines.push(current);
      current = '';
    }
    const before = current === '' && !isFirst ? indent : current + gap;
    current = before + shortened(word, width - widthOf(before));
  }
  return [...lines, current];
}

function shortened(word: string, most: number): string {
  const letters = Array.from(stripVTControlCharacters(word));
  if (letters.length <= most) return word;
  const end = Math.ceil((most - 1) * 0.7);
  return `${letters.slice(0, most - 1 - end).join('')}…${letters.slice(-end).join('')}`;
}
