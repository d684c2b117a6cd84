import type { GraphSnapshot } from '../graph/snapshot.ts';
import { edgeRelation, edgeSource, edgeTargetDepth } from '../graph/snapshot.ts';
import type { DepthLevel } from '../model/depth.ts';
import type { DepthGap, Gap, GapSubject, PeerGap, RelationalGap } from '../model/gap.ts';
import { subjectOfGap } from '../model/gap.ts';
import { missingLevels } from '../model/primitive.ts';
import type { Exploration } from './explore.ts';
import { canonicalOrder } from './roots.ts';

/** What grounding may show of a known concept. */
export function subjectOf(snapshot: GraphSnapshot, index: number): GapSubject {
  const depth = snapshot.depths[index]!;
  const levels = Array.from({ length: depth + 1 }, (_, level) => level as DepthLevel);
  return { id: snapshot.ids[index]!, name: snapshot.names[index]!, levels, provenance: snapshot.provenance(index) };
}

/** The depth of a node as a result shows it: null where the snapshot has -1. */
function depthOf(snapshot: GraphSnapshot, index: number): DepthLevel | null {
  const depth = snapshot.depths[index]!;
  return depth < 0 ? null : (depth as DepthLevel);
}

/**
 * One gap per concept that owns an edge it is too shallow for, or that is a root below `minDepth`; the highest depth
 * that anything requires of it. `minDepth` can raise a requirement, never lower it, and concerns roots only.
 */
export function depthGaps(
  snapshot: GraphSnapshot,
  roots: readonly number[],
  exploration: Exploration,
  minDepth: DepthLevel | undefined,
): DepthGap[] {
  if (minDepth === undefined && exploration.gated.size === 0) return [];
  const required = new Map(exploration.gated);
  for (const root of roots) {
    if (minDepth === undefined || snapshot.depths[root]! >= minDepth) continue;
    required.set(root, Math.max(required.get(root) ?? 0, minDepth));
  }
  return canonicalOrder(roots, required.keys()).map((node): DepthGap => {
    const level = required.get(node)! as DepthLevel;
    return {
      kind: 'DEPTH',
      primitive: subjectOf(snapshot, node),
      requiredDepth: level,
      currentDepth: depthOf(snapshot, node),
      missingLevels: missingLevels(snapshot.masks[node]!, snapshot.depths[node]!, level),
    };
  });
}

/** One gap per source, relation and target where a visible edge asks more of the target than is known; the highest asked. */
export function relationalGaps(snapshot: GraphSnapshot, roots: readonly number[], exploration: Exploration): RelationalGap[] {
  if (exploration.shallow.length === 0) return [];
  const bySource = new Map<number, Map<string, RelationalGap>>();
  for (const slot of [...exploration.shallow].sort((a, b) => a - b)) {
    const source = edgeSource(snapshot, slot);
    const gap = relationalGap(snapshot, source, slot);
    const gaps = bySource.get(source) ?? new Map<string, RelationalGap>();
    const key = `${gap.relation}/${gap.target.id}`;
    const known = gaps.get(key);
    if (known === undefined || known.requiredDepth < gap.requiredDepth) gaps.set(key, gap);
    bySource.set(source, gaps);
  }
  return canonicalOrder(roots, bySource.keys()).flatMap(source => Array.from(bySource.get(source)!.values()));
}

function relationalGap(snapshot: GraphSnapshot, source: number, slot: number): RelationalGap {
  const target = snapshot.edgeTarget[slot]!;
  const info = snapshot.edgeInfo[slot]!;
  const requiredDepth = edgeTargetDepth(info) as DepthLevel;
  return {
    kind: 'RELATIONAL',
    source: subjectOf(snapshot, source),
    target: subjectOf(snapshot, target),
    relation: edgeRelation(info),
    requiredDepth,
    currentDepth: depthOf(snapshot, target),
    missingLevels: missingLevels(snapshot.masks[target]!, snapshot.depths[target]!, requiredDepth),
  };
}

/** One gap per concept whose peer does not count, in place of other gaps of its depth: nothing added here closes it. */
export function withPeerGaps(
  snapshot: GraphSnapshot,
  roots: readonly number[],
  { frontier }: Exploration,
  gaps: readonly Gap[],
): readonly Gap[] {
  const { peerFaults } = snapshot;
  if (peerFaults === undefined || peerFaults.size === 0) return gaps;
  const faulty = frontier.filter(node => peerFaults.has(node));
  if (faulty.length === 0) return gaps;
  const found = canonicalOrder(roots, faulty).map((node): PeerGap => ({
    kind: 'PEER',
    primitive: subjectOf(snapshot, node),
    ...peerFaults.get(node)!,
  }));
  const named = new Set(found.map(gap => gap.primitive.id));
  const isReplaced = (gap: Gap): boolean =>
    (gap.kind === 'DEPTH' || gap.kind === 'RELATIONAL') && named.has(subjectOfGap(gap).id);
  return [...found, ...gaps.filter(gap => !isReplaced(gap))];
}
