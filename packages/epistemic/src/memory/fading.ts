import { DEPTH_LEVELS } from '../model/depth.ts';
import type { Primitive } from '../model/primitive.ts';
import type { Memory } from './memory.ts';

/** What memory knows of a concept. Times are in milliseconds since the epoch. */
export interface Remembered {
  /** When it was last written, renewed or successfully used. */
  readonly confirmedAt: number;
  /** On how many days it was used with success since it was written or renewed. */
  readonly successes: number;
  /** On how many days an action that rested on it failed. */
  readonly failures: number;
  /** When each level was written or renewed, at the index of its depth; 0 for a level that is not there. */
  readonly levelsAt: readonly number[];
}

/** The same with the depth that the graph holds, or -1. */
export interface Claim extends Remembered {
  readonly claimed: number;
}

/** How far use stretches a half-life at most, and failures shrink it. */
const MOST_STRETCH = 4;

/** Reads what memory knows of a concept from its provenance and its counters. */
export function rememberedOf(primitive: Primitive): Remembered {
  const { provenance, depths, metrics } = primitive;
  const at = (text: string | null | undefined): number => (text === null || text === undefined ? 0 : Date.parse(text) || 0);
  return {
    confirmedAt: Math.max(at(provenance.updatedAt), at(metrics?.lastGrounded)),
    successes: metrics?.groundingCount ?? 0,
    failures: metrics?.failureCount ?? 0,
    levelsAt: DEPTH_LEVELS.map(level => at(depths.find(depth => depth.level === level)?.provenance.updatedAt)),
  };
}

/** How long the concept may go unused before it loses a level: the half-life, stretched by successes and shrunk by failures. */
export function halfLifeOf({ successes, failures }: Remembered, { halfLifeMs, strengthen }: Memory): number {
  const stretch = (1 + strengthen * successes) / (1 + strengthen * failures);
  return Math.round(halfLifeMs * Math.min(MOST_STRETCH, Math.max(1 / MOST_STRETCH, stretch)));
}

/**
 * The depth that counts at a time: the claimed one, less a level for each half-life without use, and less every level
 * from one that has expired. It never falls below the floor and never exceeds what the graph holds. A time before the
 * last confirmation is treated as that confirmation.
 */
export function effectiveDepth(known: Claim, memory: Memory, now: number): number {
  const lowest = Math.min(known.claimed, memory.floor);
  return Math.max(lowest, Math.min(unexpiredDepth(known, memory, now), known.claimed - lostLevels(known, memory, now)));
}

/** How many levels disuse has cost. */
function lostLevels(known: Remembered, memory: Memory, now: number): number {
  return Math.floor(Math.max(0, now - known.confirmedAt) / halfLifeOf(known, memory));
}

/** The depth below the first level that has expired. */
function unexpiredDepth({ claimed, levelsAt }: Claim, { expiresMs }: Memory, now: number): number {
  const expired = levelsAt.findIndex((at, level) => level <= claimed && now - at >= expiresMs[level]!);
  return expired < 0 ? claimed : expired - 1;
}

/** The first time at which less than the claimed depth counts; `Infinity` when that never happens. */
export function fadesAt(known: Claim, memory: Memory): number {
  if (known.claimed <= memory.floor) return Number.POSITIVE_INFINITY;
  let first = known.confirmedAt + halfLifeOf(known, memory);
  for (let level = 0; level <= known.claimed; level += 1)
    first = Math.min(first, known.levelsAt[level]! + memory.expiresMs[level]!);
  return first;
}

/** A time during which one depth counts: from `since` on and before `until`, in milliseconds since the epoch. */
interface Spell {
  readonly depth: number;
  readonly since: number;
  readonly until: number;
}

/** The depth that counts at a time, and how long before and after it the same depth counts. */
export function spellAt(known: Claim, memory: Memory, now: number): Spell {
  const { claimed, confirmedAt, levelsAt } = known;
  const depth = effectiveDepth(known, memory, now);
  const halfLife = halfLifeOf(known, memory);
  const lost = lostLevels(known, memory, now);
  let since = lost === 0 ? Number.NEGATIVE_INFINITY : confirmedAt + lost * halfLife;
  let until = confirmedAt + (lost + 1) * halfLife;
  for (let level = 0; level <= claimed; level += 1) {
    const expiresAt = levelsAt[level]! + memory.expiresMs[level]!;
    if (expiresAt <= now) since = Math.max(since, expiresAt);
    else until = Math.min(until, expiresAt);
  }
  return { depth, since, until: depth === Math.min(claimed, memory.floor) ? Number.POSITIVE_INFINITY : until };
}
