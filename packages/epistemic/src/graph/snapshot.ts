import type { Remembered } from '../memory/fading.ts';
import type { PeerGap } from '../model/gap.ts';
import type { Primitive } from '../model/primitive.ts';
import type { Provenance } from '../model/provenance.ts';
import type { RelationType } from '../model/relation.ts';
import { RELATION_TYPES } from '../model/relation.ts';

/**
 * The knowledge of a graph at one version, laid out for traversal: adjacency arrays over indices. Index order is the
 * order of folded names, and the edges of a node are ordered by source depth, relation, target and target depth, so
 * that whatever is read off in index order is in canonical order. Nothing in it changes after it was built.
 */
export interface GraphSnapshot {
  readonly version: string;
  /** False when only the part that some query can see was loaded. */
  readonly complete: boolean;
  /** True for a part that also holds everything the words of its query may be forms of. @defaultValue false */
  readonly hasForms?: boolean;
  readonly size: number;
  readonly ids: readonly string[];
  readonly names: readonly string[];
  /** Per node, bit n is set when Dn counts. */
  readonly masks: Uint8Array;
  /** Per node, the deepest level of the unbroken chain from D0, or -1. */
  readonly depths: Int8Array;
  /** The edges of node i are those from `edgeStart[i]` to `edgeStart[i + 1]`, end exclusive. */
  readonly edgeStart: Uint32Array;
  readonly edgeTarget: Uint32Array;
  /** Per edge: see {@link packEdge}. */
  readonly edgeInfo: Uint16Array;
  /** Index by folded name. */
  readonly byName: ReadonlyMap<string, number>;
  /** Index by folded alias. */
  readonly byAlias: ReadonlyMap<string, number>;
  /** The full primitive. Throws `snapshot_stale` when its store no longer has it as it was. */
  primitive(index: number): Primitive;
  /** Where the primitive itself comes from: all of its content that a gap shows, and cheaper to read than the whole. */
  provenance(index: number): Provenance;
  /** What memory knows of the concept: like `provenance`, cheaper to read than the whole. */
  remembered(index: number): Remembered;
  /** Per node, why knowledge of a peer that it rests on does not count. Absent in a graph without peers. */
  readonly peerFaults?: ReadonlyMap<number, PeerProblem>;
  /** Room for one traversal at a time, reused between traversals. */
  readonly scratch: Scratch;
}

/** What is wrong with the knowledge of a peer, for one concept. */
export type PeerProblem = Pick<PeerGap, 'peer' | 'reason' | 'detail'>;

/**
 * Marks that a traversal leaves behind. A mark counts only when it equals the current epoch (in the closure) or the
 * epoch plus one (in the frontier too), so nothing is ever cleared. Epochs are even.
 */
export interface Scratch {
  epoch: number;
  readonly marks: Int32Array;
  readonly queue: Int32Array;
  readonly parent: Int32Array;
  readonly weight: Int32Array;
  /** One bit per member of the closure, by the low bits of its index: says no to most others without a look at `closure`. */
  readonly filter: Int32Array;
}

/** How many words the filter of a {@link Scratch} has; a power of two. */
export const FILTER_WORDS = 64;

const TRANSITIVE_BIT = 1 << 9;
const POLICY_BIT = 1 << 10;

/** Packs an edge into 11 bits: relation (3), source depth (3), target depth (3), transitive, carries policies. */
export function packEdge(relation: RelationType, sourceDepth: number, targetDepth: number, policied: boolean): number {
  const type = RELATION_TYPES.indexOf(relation);
  const transitive = type >= 1 && type <= 3 ? TRANSITIVE_BIT : 0;
  return type | (sourceDepth << 3) | (targetDepth << 6) | transitive | (policied ? POLICY_BIT : 0);
}

/** The relation type of a packed edge. */
export function edgeRelation(info: number): RelationType {
  return RELATION_TYPES[info & 7]!;
}

/** The level of the source that owns a packed edge. */
export function edgeSourceDepth(info: number): number {
  return (info >> 3) & 7;
}

/** The depth that a packed edge asks of its target. */
export function edgeTargetDepth(info: number): number {
  return (info >> 6) & 7;
}

/** True when a packed edge pulls its target into the closure. */
export function edgeIsTransitive(info: number): boolean {
  return (info & TRANSITIVE_BIT) !== 0;
}

/** True when a packed edge has policies. */
export function edgeIsPolicied(info: number): boolean {
  return (info & POLICY_BIT) !== 0;
}

/** Makes the marks for a snapshot of `size` nodes. */
export function newScratch(size: number): Scratch {
  return {
    epoch: 0,
    marks: new Int32Array(size),
    queue: new Int32Array(size),
    parent: new Int32Array(size),
    weight: new Int32Array(size),
    filter: new Int32Array(FILTER_WORDS),
  };
}

/** Moves to a fresh set of marks; starts over when the epoch would overflow. */
export function nextEpoch(scratch: Scratch): number {
  if (scratch.epoch >= 0x7ffffffc) {
    scratch.marks.fill(0);
    scratch.epoch = 0;
  }
  scratch.epoch += 2;
  return scratch.epoch;
}

/** The node that owns an edge slot, by binary search. */
export function edgeSource(snapshot: GraphSnapshot, slot: number): number {
  let low = 0;
  let high = snapshot.size - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (snapshot.edgeStart[middle]! <= slot) low = middle;
    else high = middle - 1;
  }
  return low;
}
