import type { GraphSnapshot } from '../graph/snapshot.ts';
import { edgeIsTransitive, edgeRelation, edgeSourceDepth } from '../graph/snapshot.ts';
import type { ReachabilityGap } from '../model/gap.ts';
import type { Exploration } from './explore.ts';
import { subjectOf } from './gaps.ts';

/** Concepts that belong together must be connected: these are the roots that stand apart. */
export function isolatedRoots(snapshot: GraphSnapshot, roots: readonly number[], exploration: Exploration): ReachabilityGap[] {
  if (roots.length < 2) return [];
  const components = roots.map(root => exploration.component(root));
  const largest = components.reduce((best, component) => (component.weight > best.weight ? component : best));
  return roots
    .filter((_, position) => components[position]!.id !== largest.id)
    .map(root => ({ kind: 'REACHABILITY', primitive: subjectOf(snapshot, root), reason: 'isolated' }));
}

/**
 * The stricter reading: every action among the roots must apply to another root, by an edge that is visible, and every
 * other root must belong to what an action touches: applied to by an action, or pulled in by transitive edges from
 * there. Without an action the roots need only be connected. An unknown root already blocks, so nothing is said about
 * objects while one is missing.
 *
 * Which roots are actions: those named in `actions`, and those that own an APPLIES_TO edge, unless another root is
 * constrained by them (a permission next to the file that it constrains is not a separate act).
 */
export function unjustifiedRoots(
  snapshot: GraphSnapshot,
  roots: readonly number[],
  exploration: Exploration,
  named: ReadonlySet<number>,
  someUnknown: boolean,
): ReachabilityGap[] {
  const constraints = constrainingRoots(snapshot, roots);
  const actions = roots.filter(root => named.has(root) || (isActor(snapshot, root) && !constraints.has(root)));
  if (actions.length === 0) return isolatedRoots(snapshot, roots, exploration);
  const members = new Set(roots);
  const acting = actions.filter(action => objectsOf(snapshot, action).some(target => target !== action && members.has(target)));
  const gap = (root: number, reason: ReachabilityGap['reason']): ReachabilityGap => ({
    kind: 'REACHABILITY',
    primitive: subjectOf(snapshot, root),
    reason,
  });
  const idle = someUnknown ? [] : actions.filter(action => !acting.includes(action)).map(action => gap(action, 'no_object'));
  if (acting.length === 0) return idle;
  const touched = touchedBy(snapshot, acting, members);
  const stray = roots.filter(root => !touched.has(root) && !actions.includes(root)).map(root => gap(root, 'no_action'));
  return [...idle, ...stray].sort((a, b) => position(snapshot, roots, a) - position(snapshot, roots, b));
}

/** The targets of the visible APPLIES_TO edges of a node. */
export function objectsOf(snapshot: GraphSnapshot, node: number): number[] {
  const objects: number[] = [];
  for (let slot = snapshot.edgeStart[node]!; slot < snapshot.edgeStart[node + 1]!; slot += 1) {
    const info = snapshot.edgeInfo[slot]!;
    if (edgeRelation(info) !== 'APPLIES_TO' || edgeSourceDepth(info) > snapshot.depths[node]!) continue;
    objects.push(snapshot.edgeTarget[slot]!);
  }
  return objects;
}

/** Whether a node owns an APPLIES_TO edge, visible or not. */
export function isActor(snapshot: GraphSnapshot, node: number): boolean {
  for (let slot = snapshot.edgeStart[node]!; slot < snapshot.edgeStart[node + 1]!; slot += 1) {
    if (edgeRelation(snapshot.edgeInfo[slot]!) === 'APPLIES_TO') return true;
  }
  return false;
}

function constrainingRoots(snapshot: GraphSnapshot, roots: readonly number[]): Set<number> {
  const constraining = new Set<number>();
  for (const root of roots) {
    for (let slot = snapshot.edgeStart[root]!; slot < snapshot.edgeStart[root + 1]!; slot += 1) {
      const info = snapshot.edgeInfo[slot]!;
      const target = snapshot.edgeTarget[slot]!;
      const visible = edgeSourceDepth(info) <= snapshot.depths[root]!;
      if (visible && target !== root && edgeRelation(info) === 'CONSTRAINED_BY') constraining.add(target);
    }
  }
  return constraining;
}

function touchedBy(snapshot: GraphSnapshot, actions: readonly number[], members: ReadonlySet<number>): Set<number> {
  const objects = actions.flatMap(action => objectsOf(snapshot, action)).filter(target => members.has(target));
  const touched = new Set<number>([...actions, ...objects]);
  for (const node of touched) {
    for (let slot = snapshot.edgeStart[node]!; slot < snapshot.edgeStart[node + 1]!; slot += 1) {
      const info = snapshot.edgeInfo[slot]!;
      if (edgeIsTransitive(info) && edgeSourceDepth(info) <= snapshot.depths[node]!) touched.add(snapshot.edgeTarget[slot]!);
    }
  }
  return touched;
}

const position = (snapshot: GraphSnapshot, roots: readonly number[], gap: ReachabilityGap): number =>
  roots.findIndex(root => snapshot.ids[root] === gap.primitive.id);
