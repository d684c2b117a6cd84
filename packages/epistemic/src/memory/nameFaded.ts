import type { GraphSnapshot } from '../graph/snapshot.ts';
import type { DepthLevel } from '../model/depth.ts';
import type { DepthGap, FadedGap, Gap, RelationalGap } from '../model/gap.ts';
import { gapIdentity, subjectOfGap } from '../model/gap.ts';
import { foldConceptName } from '../model/name.ts';
import type { FadedWalk, GapsByReason } from '../grounding/explore.ts';
import type { Moment } from './fade.ts';
import { claimOf } from './fade.ts';
import { halfLifeOf } from './fading.ts';
import type { Memory } from './memory.ts';

/**
 * Names the gaps that exist only because knowledge has faded: one for each concept, with the highest depth that is asked
 * of it. A gap that the graph itself has stays what it is. Concepts that stand `apart` only because an edge has faded are
 * left out, because the faded concept is named.
 */
export function nameFaded(
  gaps: readonly Gap[],
  apart: () => readonly Gap[],
  snapshot: GraphSnapshot,
  walk: FadedWalk,
  moment: Moment,
): readonly Gap[] {
  const [only] = gaps;
  if (only !== undefined && gaps.length === 1) return [fadedGap(only, snapshot, walk, moment) ?? only];
  const named = new Map<string, Gap>();
  let isNamed = false;
  let isApart = false;
  for (const gap of gaps) {
    const faded = fadedGap(gap, snapshot, walk, moment);
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

/** The gap in place of one about a concept that had the depth. Within the span of a walk only its reason can change. */
function fadedGap(gap: Gap, snapshot: GraphSnapshot, { gaps }: FadedWalk, moment: Moment): FadedGap | undefined {
  if (gap.kind !== 'DEPTH' && gap.kind !== 'RELATIONAL') return undefined;
  const { name } = subjectOfGap(gap);
  let known = gaps.get(name);
  if (known === undefined) gaps.set(name, (known = []));
  if (!(gap.requiredDepth in known)) known[gap.requiredDepth] = gapsFor(gap, snapshot, moment.memory);
  const made = known[gap.requiredDepth];
  return made && (moment.now < made.unusedFrom ? made.expired : made.unused);
}

function gapsFor(gap: DepthGap | RelationalGap, snapshot: GraphSnapshot, memory: Memory): GapsByReason | undefined {
  const primitive = subjectOfGap(gap);
  const node = snapshot.byName.get(foldConceptName(primitive.name))!;
  const claimedDepth = snapshot.depths[node]! as DepthLevel;
  const { requiredDepth, currentDepth } = gap;
  if (claimedDepth < requiredDepth) return undefined;
  const remembered = claimOf(snapshot, memory, node);
  const lastConfirmed = new Date(remembered.confirmedAt).toISOString();
  const because = (reason: FadedGap['reason']): FadedGap =>
    Object.freeze({ kind: 'FADED', primitive, requiredDepth, currentDepth, claimedDepth, reason, lastConfirmed });
  const unusedFrom = remembered.confirmedAt + (claimedDepth - requiredDepth + 1) * halfLifeOf(remembered, memory);
  return { unusedFrom, unused: because('unused'), expired: because('expired') };
}
