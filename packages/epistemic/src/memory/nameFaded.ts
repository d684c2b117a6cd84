import type { GraphSnapshot } from '../graph/snapshot.ts';
import type { DepthLevel } from '../model/depth.ts';
import type { FadedGap, Gap } from '../model/gap.ts';
import { gapIdentity, subjectOfGap } from '../model/gap.ts';
import { foldConceptName } from '../model/name.ts';
import type { Moment } from './fade.ts';
import { claimOf } from './fade.ts';
import { lostLevels } from './fading.ts';

/**
 * Names the gaps that exist only because knowledge has faded: one for each concept, with the highest depth that is asked
 * of it. A gap that the graph itself has stays what it is. Concepts that stand `apart` only because an edge has faded are
 * left out, because the faded concept is named.
 */
export function nameFaded(gaps: readonly Gap[], apart: () => readonly Gap[], snapshot: GraphSnapshot, moment: Moment): Gap[] {
  const named = new Map<string, Gap>();
  let isNamed = false;
  let isApart = false;
  for (const gap of gaps) {
    const faded = fadedGap(gap, snapshot, moment);
    isNamed ||= faded !== undefined;
    isApart ||= gap.kind === 'REACHABILITY';
    const key = gapIdentity(faded ?? gap);
    const before = named.get(key);
    const isDeeper = before?.kind === 'FADED' && faded !== undefined && before.requiredDepth < faded.requiredDepth;
    if (before === undefined || isDeeper) named.set(key, faded ?? gap);
  }
  const all = [...named.values()];
  if (!isNamed || !isApart) return all;
  const held = new Set(apart().map(gapIdentity));
  return all.filter(gap => gap.kind !== 'REACHABILITY' || held.has(gapIdentity(gap)));
}

function fadedGap(gap: Gap, snapshot: GraphSnapshot, { memory, now }: Moment): FadedGap | undefined {
  if (gap.kind !== 'DEPTH' && gap.kind !== 'RELATIONAL') return undefined;
  const primitive = subjectOfGap(gap);
  const node = snapshot.byName.get(foldConceptName(primitive.name))!;
  const claimedDepth = snapshot.depths[node]! as DepthLevel;
  if (claimedDepth < gap.requiredDepth) return undefined;
  const remembered = claimOf(snapshot, memory, node);
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
