import type { GraphSnapshot } from '../graph/snapshot.ts';
import { edgeIsPolicied, edgeRelation, edgeSourceDepth, edgeTargetDepth } from '../graph/snapshot.ts';
import type { DepthLevel } from '../model/depth.ts';
import type { GapSubject } from '../model/gap.ts';
import { countersFor } from '../memory/counters.ts';
import type { AskedMemory } from '../memory/counters.ts';
import type { EdgePolicy } from '../model/policy.ts';
import type { Depth, Primitive } from '../model/primitive.ts';
import { objectsOf } from './reachability.ts';
import type { ActStep, EpistemicStep, EpistemicTrace } from './result.ts';
import type { Roots } from './roots.ts';
import { canonicalOrder } from './roots.ts';

/** The evidence of a walk. Primitives and steps are made when first asked for: most checks never look at them. */
export function makeTrace(
  snapshot: GraphSnapshot,
  roots: Roots,
  frontier: readonly number[],
  asked: AskedMemory | undefined,
): EpistemicTrace {
  let nodes: readonly number[] | undefined;
  let primitives: readonly Primitive[] | undefined;
  let pathway: readonly EpistemicStep[] | undefined;
  let acts: readonly ActStep[] | undefined;
  const ordered = (): readonly number[] => (nodes ??= canonicalOrder(roots.known, frontier));
  return {
    conceptIds: roots.conceptIds,
    get counters() {
      return asked && countersFor(asked);
    },
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

/**
 * The APPLIES_TO edges that policies hang on: those of the pathway, and, for a root that reaches no other root by one,
 * all that it owns, because an act whose object is not named may be any of them.
 */
function readActs(snapshot: GraphSnapshot, roots: readonly number[], frontier: readonly number[]): ActStep[] {
  const nodes = canonicalOrder(roots, frontier);
  const members = new Set(nodes);
  const named = new Set(roots);
  const acts: ActStep[] = [];
  for (const node of nodes) {
    const isOpen = named.has(node) && !objectsOf(snapshot, node).some(target => target !== node && named.has(target));
    for (let slot = snapshot.edgeStart[node]!; slot < snapshot.edgeStart[node + 1]!; slot += 1) {
      const info = snapshot.edgeInfo[slot]!;
      if (edgeRelation(info) !== 'APPLIES_TO') continue;
      const isVisible = edgeSourceDepth(info) <= snapshot.depths[node]! && members.has(snapshot.edgeTarget[slot]!);
      if (isVisible || isOpen) acts.push(readAct(snapshot, node, slot, !isVisible));
    }
  }
  return acts;
}

function readAct(snapshot: GraphSnapshot, source: number, slot: number, objectMissing: boolean): ActStep {
  const info = snapshot.edgeInfo[slot]!;
  const target = snapshot.edgeTarget[slot]!;
  const step = {
    sourceId: snapshot.ids[source]!,
    source: snapshot.names[source]!,
    targetId: snapshot.ids[target]!,
    target: snapshot.names[target]!,
    relation: 'APPLIES_TO' as const,
    sourceDepth: edgeSourceDepth(info) as DepthLevel,
    targetDepth: edgeTargetDepth(info) as DepthLevel,
    objectMissing,
  };
  return { ...step, policies: edgeIsPolicied(info) ? policiesOf(snapshot, source, step) : [] };
}

function policiesOf(
  snapshot: GraphSnapshot,
  source: number,
  step: Pick<ActStep, 'sourceDepth' | 'targetDepth' | 'targetId'>,
): readonly EdgePolicy[] {
  const depth = snapshot.primitive(source).depths.find(each => each.level === step.sourceDepth);
  const relatum = depth?.relata.find(
    each => each.relation === 'APPLIES_TO' && each.targetId === step.targetId && each.targetDepth === step.targetDepth,
  );
  return relatum?.policies ?? [];
}
