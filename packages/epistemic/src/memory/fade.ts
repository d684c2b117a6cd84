import type { GraphSnapshot } from '../graph/snapshot.ts';
import type { DepthLevel } from '../model/depth.ts';
import type { FadedGap, Gap } from '../model/gap.ts';
import { gapIdentity, subjectOfGap } from '../model/gap.ts';
import { foldConceptName } from '../model/name.ts';
import type { Claim } from './fading.ts';
import { effectiveDepth, fadesAt, lostLevels } from './fading.ts';
import type { Memory } from './memory.ts';

/** Knowledge as it is remembered at a time, in milliseconds since the epoch. */
export interface Moment {
  readonly memory: Memory;
  readonly now: number;
}

/** What memory knows of the concepts of a snapshot, read once for each, and when a walk first meets a faded one. */
interface Calendar {
  readonly claims: Map<number, Claim>;
  readonly walks: WeakMap<readonly number[], number>;
}

const calendars = new WeakMap<GraphSnapshot, WeakMap<Memory, Calendar>>();

function calendarOf(snapshot: GraphSnapshot, memory: Memory): Calendar {
  let byMemory = calendars.get(snapshot);
  if (byMemory === undefined) calendars.set(snapshot, (byMemory = new WeakMap()));
  let calendar = byMemory.get(memory);
  if (calendar === undefined) byMemory.set(memory, (calendar = { claims: new Map(), walks: new WeakMap() }));
  return calendar;
}

function claimOf(snapshot: GraphSnapshot, { claims }: Calendar, node: number): Claim {
  let claim = claims.get(node);
  if (claim === undefined) claims.set(node, (claim = { ...snapshot.remembered(node), claimed: snapshot.depths[node]! }));
  return claim;
}

/** The first time at which a concept of the walk has faded. Nothing fades below the floor, so shallow concepts are not read. */
function firstFading(snapshot: GraphSnapshot, calendar: Calendar, walk: readonly number[], memory: Memory): number {
  let first = calendar.walks.get(walk);
  if (first !== undefined) return first;
  first = Number.POSITIVE_INFINITY;
  for (const node of walk) {
    if (snapshot.depths[node]! > memory.floor) first = Math.min(first, fadesAt(claimOf(snapshot, calendar, node), memory));
  }
  calendar.walks.set(walk, first);
  return first;
}

/**
 * The snapshot with the depths that count at a moment, for the concepts of a walk; the same object when none of them has
 * faded. What a walk over faded knowledge finds lies within the walk over all of it, so no other concept is looked at.
 */
export function fade(snapshot: GraphSnapshot, walk: readonly number[], { memory, now }: Moment): GraphSnapshot {
  const calendar = calendarOf(snapshot, memory);
  if (now < firstFading(snapshot, calendar, walk, memory)) return snapshot;
  const depths = snapshot.depths.slice();
  for (const node of walk) {
    if (depths[node]! > memory.floor) depths[node] = effectiveDepth(claimOf(snapshot, calendar, node), memory, now);
  }
  return { ...snapshot, depths };
}

/**
 * Names the gaps that exist only because knowledge has faded: one for each concept, with the highest depth that is asked
 * of it. A gap that the graph itself has stays what it is. Concepts that stand `apart` only because an edge has faded are
 * left out, because the faded concept is named.
 */
export function nameFaded(gaps: readonly Gap[], apart: readonly Gap[], snapshot: GraphSnapshot, moment: Moment): Gap[] {
  const named = new Map<string, Gap>();
  for (const gap of gaps) {
    const faded = fadedGap(gap, snapshot, moment) ?? gap;
    const key = gapIdentity(faded);
    const before = named.get(key);
    const isDeeper = before?.kind === 'FADED' && faded.kind === 'FADED' && before.requiredDepth < faded.requiredDepth;
    if (before === undefined || isDeeper) named.set(key, faded);
  }
  const all = [...named.values()];
  const held = new Set(apart.map(gapIdentity));
  const isNamed = all.some(gap => gap.kind === 'FADED');
  return all.filter(gap => gap.kind !== 'REACHABILITY' || !isNamed || held.has(gapIdentity(gap)));
}

function fadedGap(gap: Gap, snapshot: GraphSnapshot, { memory, now }: Moment): FadedGap | undefined {
  if (gap.kind !== 'DEPTH' && gap.kind !== 'RELATIONAL') return undefined;
  const primitive = subjectOfGap(gap);
  const node = snapshot.byName.get(foldConceptName(primitive.name))!;
  const claimedDepth = snapshot.depths[node]! as DepthLevel;
  if (claimedDepth < gap.requiredDepth) return undefined;
  const remembered = claimOf(snapshot, calendarOf(snapshot, memory), node);
  const isUnused = claimedDepth - lostLevels(remembered, memory, now) < gap.requiredDepth;
  return {
    kind: 'FADED',
    primitive,
    requiredDepth: gap.requiredDepth,
    currentDepth: gap.currentDepth,
    claimedDepth,
    reason: isUnused ? 'unused' : 'expired',
    lastConfirmed: new Date(remembered.confirmedAt).toISOString(),
  };
}
