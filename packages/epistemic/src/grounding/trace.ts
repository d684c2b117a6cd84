import type { GraphSnapshot } from '../graph/snapshot.ts';
import { edgeRelation, edgeSourceDepth, edgeTargetDepth } from '../graph/snapshot.ts';
import type { DepthLevel } from '../model/depth.ts';
import type { GapSubject } from '../model/gap.ts';
import type { Depth, Primitive } from '../model/primitive.ts';
import { canonicalOrder } from './order.ts';
import { readActs } from './acts.ts';
import type { ActStep, EpistemicStep, EpistemicTrace } from './result.ts';
import type { Roots } from './roots.ts';

/**
 * The evidence of a walk. Only the list of nodes is kept; primitives and steps are made when they are first asked for,
 * because most checks never look at them.
 */
export function makeTrace(snapshot: GraphSnapshot, roots: Roots, frontier: readonly number[]): EpistemicTrace {
  let nodes: readonly number[] | undefined;
  let primitives: readonly Primitive[] | undefined;
  let pathway: readonly EpistemicStep[] | undefined;
  let acts: readonly ActStep[] | undefined;
  const ordered = (): readonly number[] => (nodes ??= canonicalOrder(roots.known, frontier));
  return {
    conceptIds: roots.conceptIds,
    get primitives() {
      return (primitives ??= readPrimitives(snapshot, roots, ordered()));
    },
    get pathway() {
      return (pathway ??= readPathway(snapshot, ordered()));
    },
    get acts() {
      return (acts ??= readActs(snapshot, roots.known, frontier));
    },
  };
}

function readPathway(snapshot: GraphSnapshot, nodes: readonly number[]): EpistemicStep[] {
  const members = new Set(nodes);
  const steps: EpistemicStep[] = [];
  for (const node of nodes)
    for (let slot = snapshot.edgeStart[node]!; slot < snapshot.edgeStart[node + 1]!; slot += 1) {
      const info = snapshot.edgeInfo[slot]!;
      const target = snapshot.edgeTarget[slot]!;
      if (!members.has(target) || edgeSourceDepth(info) > snapshot.depths[node]!) continue;
      steps.push({
        sourceId: snapshot.ids[node]!,
        source: snapshot.names[node]!,
        targetId: snapshot.ids[target]!,
        target: snapshot.names[target]!,
        relation: edgeRelation(info),
        sourceDepth: edgeSourceDepth(info) as DepthLevel,
        targetDepth: edgeTargetDepth(info) as DepthLevel,
      });
    }
  return steps;
}

function readPrimitives(snapshot: GraphSnapshot, roots: Roots, nodes: readonly number[]): Primitive[] {
  const members = new Set(nodes.map(node => snapshot.ids[node]!));
  const known = new Map(nodes.map(node => [snapshot.ids[node]!, node] as const));
  const unknown = new Map(roots.unknown.map(subject => [subject.id, subject] as const));
  const first = roots.conceptIds.map(id => {
    const node = known.get(id);
    return node === undefined ? standIn(unknown.get(id)!) : cut(snapshot, node, members);
  });
  const requested = new Set(roots.conceptIds);
  return [...first, ...nodes.filter(node => !requested.has(snapshot.ids[node]!)).map(node => cut(snapshot, node, members))];
}

function standIn(subject: GapSubject): Primitive {
  return { id: subject.id, name: subject.name, depths: [], provenance: subject.provenance };
}

function cut(snapshot: GraphSnapshot, node: number, members: ReadonlySet<string>): Primitive {
  const { id, name, depths, provenance } = snapshot.primitive(node);
  const visible = depths.filter(depth => depth.level <= snapshot.depths[node]!).map(depth => cutDepth(depth, members));
  return { id, name, depths: visible, provenance };
}

function cutDepth(depth: Depth, members: ReadonlySet<string>): Depth {
  return { ...depth, relata: depth.relata.filter(relatum => members.has(relatum.targetId)) };
}
