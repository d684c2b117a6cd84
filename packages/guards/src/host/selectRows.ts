import type { ExpandQuery } from './requests.ts';
import type { KeptOutput } from './handleStore.ts';

/** Picks the rows of a kept output that a query means: those with exactly the members of the filter, from `offset`, at most `left`. */
export function selectRows(
  { data }: Pick<KeptOutput, 'data'>,
  { filter = {}, offset = 0, limit }: Omit<ExpandQuery, 'handle'>,
  left: number,
): { readonly rows: readonly unknown[]; readonly count: number } {
  const all: readonly unknown[] = Array.isArray(data) ? data : [data];
  const wanted = Object.entries(filter);
  const fits = (row: unknown): boolean =>
    wanted.length === 0 ||
    (typeof row === 'object' &&
      row !== null &&
      wanted.every(([name, value]) => Object.hasOwn(row, name) && (row as Readonly<Record<string, unknown>>)[name] === value));
  const rows = all.filter(fits).slice(offset, offset + Math.min(limit ?? left, left));
  return { rows, count: rows.length };
}
