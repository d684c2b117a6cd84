import { escapeText } from '@licet/core';
import type { AuditRecord } from '@licet/core';
import { jsonText } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import { readAll } from '@licet/core/store';

import { queryOf } from './filters.ts';
import { openTrail } from './openTrail.ts';
import type { ReadOptions } from './report.ts';

const COUNTED = ['type', 'ruling', 'guard', 'code', 'tool'] as const;
const TIMED = ['guard', 'runtime'] as const;

/** How many names are kept apart; the rest is counted together, so that a large trail fits into memory. */
const MOST_NAMES = 10_000;
const OTHERS = '(others)';

interface Stats {
  readonly counts: Readonly<Record<(typeof COUNTED)[number], Map<string, number>>>;
  readonly times: Readonly<Record<(typeof TIMED)[number], Map<string, Quantiles>>>;
}

/** Counts what is in a trail, and how long decisions took. */
export async function trailStats({ json = false, ...filters }: ReadOptions, terminal: Terminal): Promise<number> {
  const { reader } = await openTrail(filters);
  const stats: Stats = {
    counts: { type: new Map(), ruling: new Map(), guard: new Map(), code: new Map(), tool: new Map() },
    times: { guard: new Map(), runtime: new Map() },
  };
  for await (const { record } of readAll(reader, queryOf(filters))) count(record, stats);
  if (json) terminal.print(jsonText(asJson(stats)));
  else printStats(stats, terminal);
  return 0;
}

function count(record: AuditRecord, { counts, times }: Stats): void {
  const members = record as AuditRecord & Partial<Record<(typeof COUNTED)[number] | 'runtime', string>>;
  for (const name of COUNTED) {
    const value = members[name];
    if (value !== undefined) counts[name].set(kept(counts[name], value), (counts[name].get(kept(counts[name], value)) ?? 0) + 1);
  }
  if (record.type !== 'evaluation') return;
  for (const name of TIMED) {
    const of = times[name];
    const value = kept(of, members[name] ?? '(unknown)');
    const known = of.get(value) ?? quantiles();
    known.add(record.durationMs);
    of.set(value, known);
  }
}

const kept = (names: ReadonlyMap<string, unknown>, name: string): string =>
  names.has(name) || names.size < MOST_NAMES ? name : OTHERS;

const byCount = (counts: ReadonlyMap<string, number>): readonly (readonly [string, number])[] =>
  [...counts].toSorted(([one, a], [other, b]) => b - a || (one < other ? -1 : 1));

function asJson({ counts, times }: Stats): object {
  return {
    counts: Object.fromEntries(COUNTED.map(name => [name, Object.fromEntries(byCount(counts[name]))])),
    durationMs: Object.fromEntries(
      TIMED.map(name => [
        name,
        Object.fromEntries(
          Array.from(times[name], ([key, of]) => [key, { count: of.count, p50: of.at(0.5), p95: of.at(0.95), p99: of.at(0.99) }]),
        ),
      ]),
    ),
  };
}

const SHOWN = 20;

function printStats({ counts, times }: Stats, { print }: Terminal): void {
  for (const name of COUNTED) {
    print(`by ${name}`);
    const all = byCount(counts[name]);
    for (const [value, of] of all.slice(0, SHOWN)) print(`  ${String(of).padStart(9)}  ${escapeText(value, 80)}`);
    if (all.length > SHOWN) print(`  ${''.padStart(9)}  ${all.length - SHOWN} more, with --json`);
  }
  for (const name of TIMED) {
    print(`milliseconds of a decision by ${name}        p50       p95       p99`);
    for (const [value, of] of [...times[name]].toSorted(([, a], [, b]) => b.count - a.count).slice(0, SHOWN)) {
      const cells = [0.5, 0.95, 0.99].map(share => of.at(share).toFixed(3).padStart(10)).join('');
      print(`  ${String(of.count).padStart(9)}  ${escapeText(value, 24).padEnd(24)}${cells}`);
    }
  }
}

/** How far a quantile may be off, as a share of it. */
const ERROR = 0.01;
const GAMMA: number = (1 + ERROR) / (1 - ERROR);
const LOG_GAMMA: number = Math.log(GAMMA);
const LEAST = 1e-6;

/** The quantiles of any number of values in bounded memory, each within one per cent. */
interface Quantiles {
  readonly count: number;
  add(value: number): void;
  /** The value below which the given share of the values lies; 0 when there are none. */
  at(share: number): number;
}

/** Counts values in buckets that grow by two per cent. What is below a millionth counts as nothing. */
export function quantiles(): Quantiles {
  const buckets = new Map<number, number>();
  let count = 0;
  return {
    get count() {
      return count;
    },
    add(value) {
      if (!Number.isFinite(value)) return;
      const bucket = value <= LEAST ? Number.NEGATIVE_INFINITY : Math.ceil(Math.log(value) / LOG_GAMMA);
      buckets.set(bucket, (buckets.get(bucket) ?? 0) + 1);
      count++;
    },
    at(share) {
      let below = 0;
      for (const [bucket, held] of [...buckets].toSorted(([a], [b]) => a - b)) {
        below += held;
        if (below >= share * count) return bucket === Number.NEGATIVE_INFINITY ? 0 : (2 * GAMMA ** bucket) / (1 + GAMMA);
      }
      return 0;
    },
  };
}
