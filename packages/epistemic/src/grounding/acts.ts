import type { GraphSnapshot } from '../graph/snapshot.ts';
import { edgeIsPolicied, edgeRelation, edgeSourceDepth, edgeTargetDepth } from '../graph/snapshot.ts';
import type { DepthLevel } from '../model/depth.ts';
import type { EdgePolicy } from '../model/policy.ts';
import { canonicalOrder } from './order.ts';
import { objectsOf } from './reachability.ts';
import type { ActStep } from './result.ts';

/**
 * The APPLIES_TO edges that policies hang on: those of the pathway, and, for a root that reaches no other root by one,
 * all that it owns, because an act whose object is not named may be any of them.
 */
export function readActs(snapshot: GraphSnapshot, roots: readonly number[], frontier: readonly number[]): ActStep[] {
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
