import type { Memory } from '../memory/memory.ts';
import type { FadedGap } from '../model/gap.ts';
import type { GraphSnapshot, Scratch } from '../graph/snapshot.ts';
import { edgeIsTransitive, edgeSourceDepth, edgeTargetDepth, FILTER_WORDS, nextEpoch } from '../graph/snapshot.ts';

/** What one walk over a snapshot finds. All numbers are node indices or edge slots of that snapshot. */
export interface Exploration {
  /** Everything the roots justify: the roots, and whatever visible edges lead to from them. In the order of discovery. */
  readonly frontier: readonly number[];
  /** Per node of the frontier that owns an edge it is not deep enough for: the deepest level such an edge needs. */
  readonly gated: ReadonlyMap<number, number>;
  /** Visible edges that ask more of their target than is known. */
  readonly shallow: readonly number[];
  /** The size of the undirected component of a root over the visible edges, and its representative; only with several roots. */
  component(root: number): { readonly id: number; readonly weight: number };
  /** What the memory that was asked last has found for this walk. */
  memory: WalkMemory | undefined;
}

/** A time during which no concept of a walk changes its depth. */
export interface Span {
  readonly since: number;
  readonly until: number;
}

/** A walk over a snapshot as it is remembered: the same for every moment of its span. */
export interface FadedWalk extends Span {
  readonly snapshot: GraphSnapshot;
  /** What the walk finds in it, once it has been asked. */
  exploration?: Exploration;
  /** The gaps that have been named, by concept and the depth that is asked of it. */
  readonly gaps: Map<string, (GapsByReason | undefined)[]>;
}

/** A gap with each of its reasons: from some time on the concept has been unused for too long. */
export interface GapsByReason {
  readonly unusedFrom: number;
  readonly unused: FadedGap;
  readonly expired: FadedGap;
}

/** What a memory has last found for a walk. */
export interface WalkMemory {
  readonly memory: Memory;
  /** When it first meets a faded concept. */
  readonly first: number;
  faded?: FadedWalk;
}

const none: ReadonlyMap<number, number> = new Map();

/**
 * Walks the graph once for a query. The closure is what outgoing transitive edges reach, depth ignored; only edges
 * between members of the closure count. An edge is visible when its source is known to the level that owns it.
 */
export function explore(snapshot: GraphSnapshot, roots: readonly number[]): Exploration {
  const { scratch, depths, edgeStart, edgeTarget, edgeInfo } = snapshot;
  const { marks, filter } = scratch;
  const epoch = nextEpoch(scratch);
  const isJoining = roots.length > 1;
  markClosure(snapshot, roots, epoch);
  const frontier: number[] = [];
  for (const root of roots) enter(scratch, root, epoch, frontier, isJoining);
  let gated: Map<number, number> | undefined;
  const shallow: number[] = [];
  for (let head = 0; head < frontier.length; head += 1) {
    const node = frontier[head]!;
    const depth = depths[node]!;
    const end = edgeStart[node + 1]!;
    for (let slot = edgeStart[node]!; slot < end; slot += 1) {
      const target = edgeTarget[slot]!;
      if ((filter[(target >>> 5) & (FILTER_WORDS - 1)]! & (1 << (target & 31))) === 0 || marks[target]! < epoch) continue;
      const info = edgeInfo[slot]!;
      const needed = edgeSourceDepth(info);
      if (depth < needed) {
        gated ??= new Map();
        if ((gated.get(node) ?? -1) < needed) gated.set(node, needed);
        continue;
      }
      enter(scratch, target, epoch, frontier, isJoining);
      if (depths[target]! < edgeTargetDepth(info)) shallow.push(slot);
      if (isJoining) join(scratch, node, target);
    }
  }
  const components = new Map(isJoining ? roots.map(root => [root, measure(scratch, root)] as const) : []);
  return { frontier, gated: gated ?? none, shallow, component: root => components.get(root)!, memory: undefined };
}

function markClosure({ scratch, edgeStart, edgeTarget, edgeInfo }: GraphSnapshot, roots: readonly number[], epoch: number): void {
  const { marks, queue, filter } = scratch;
  filter.fill(0);
  let tail = 0;
  for (const root of roots) {
    if (marks[root] === epoch) continue;
    marks[root] = epoch;
    queue[tail++] = root;
  }
  for (let head = 0; head < tail; head += 1) {
    const node = queue[head]!;
    filter[(node >>> 5) & (FILTER_WORDS - 1)]! |= 1 << (node & 31);
    const end = edgeStart[node + 1]!;
    for (let slot = edgeStart[node]!; slot < end; slot += 1) {
      if (!edgeIsTransitive(edgeInfo[slot]!)) continue;
      const target = edgeTarget[slot]!;
      if (marks[target] === epoch) continue;
      marks[target] = epoch;
      queue[tail++] = target;
    }
  }
}

function enter(scratch: Scratch, node: number, epoch: number, frontier: number[], isJoining: boolean): void {
  if (scratch.marks[node] !== epoch) return;
  scratch.marks[node] = epoch + 1;
  frontier.push(node);
  if (!isJoining) return;
  scratch.parent[node] = node;
  scratch.weight[node] = 1;
}

function representative(scratch: Scratch, node: number): number {
  const { parent } = scratch;
  let at = node;
  while (parent[at] !== at) {
    parent[at] = parent[parent[at]!]!;
    at = parent[at]!;
  }
  return at;
}

function join(scratch: Scratch, a: number, b: number): void {
  const { parent, weight } = scratch;
  let large = representative(scratch, a);
  let small = representative(scratch, b);
  if (large === small) return;
  if (weight[large]! < weight[small]!) [large, small] = [small, large];
  parent[small] = large;
  weight[large]! += weight[small]!;
}

function measure(scratch: Scratch, root: number): { id: number; weight: number } {
  const id = representative(scratch, root);
  return { id, weight: scratch.weight[id]! };
}
