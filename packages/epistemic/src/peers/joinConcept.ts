import type { Json } from '@licet/core';
import { canonicalJson } from '@licet/core/text';
import type { EdgePolicy } from '../model/policy.ts';
import type { Depth, Primitive, Relatum } from '../model/primitive.ts';
import type { Provenance } from '../model/provenance.ts';
import type { PeerProblem } from '../graph/snapshot.ts';
import type { Contribution } from './federation.ts';

/** Finds the id of the concept of the federation that an edge of a contribution leads to. */
type TargetId = (contribution: Contribution, targetId: string) => string | undefined;

/** A level of one graph in the terms of the federation: targets by their ids there, origins and policies with the peer's name. */
function federatedDepth(depth: Depth, contribution: Contribution, targetId: TargetId): Depth {
  const peer = contribution.source.name;
  return {
    level: depth.level,
    properties: (contribution.mask & (1 << depth.level)) === 0 ? {} : depth.properties,
    provenance: withPeer(depth.provenance, peer),
    relata: depth.relata.flatMap((relatum): Relatum[] => {
      const id = targetId(contribution, relatum.targetId);
      if (id === undefined) return [];
      const policies = relatum.policies.map(policy => withOwner(policy, peer));
      return [{ ...relatum, targetId: id, policies, provenance: withPeer(relatum.provenance, peer) }];
    }),
  };
}

/** The provenance of a peer's knowledge, with the peer's name. */
export const withPeer = (provenance: Provenance, peer: string | undefined): Provenance =>
  peer === undefined ? provenance : { ...provenance, peer };

/** A peer names its callbacks for itself: the key that this graph would answer carries the peer's name. */
const withOwner = (policy: EdgePolicy, peer: string | undefined): EdgePolicy =>
  peer === undefined
    ? policy
    : {
        ...policy,
        name: `${peer}:${policy.name}`,
        callback: policy.callback === null ? null : `${peer}:${policy.callback}`,
      };

/** All that several graphs know of one concept: their levels, edges and policies together. The first whose levels count tells a property. */
export function joinConcept(
  identity: Pick<Primitive, 'id' | 'name' | 'provenance'>,
  contributions: readonly Contribution[],
  targetId: TargetId,
): Primitive {
  const levels = new Map<number, Depth>();
  const counting = contributions.toSorted((a, b) => Number(a.mask === 0) - Number(b.mask === 0));
  for (const contribution of counting)
    for (const depth of contribution.source.snapshot.primitive(contribution.index).depths) {
      const added = federatedDepth(depth, contribution, targetId);
      const known = levels.get(added.level);
      levels.set(added.level, known === undefined ? added : joinDepths(known, added));
    }
  return { ...identity, depths: [...levels.values()].toSorted((a, b) => a.level - b.level) };
}

function joinDepths(known: Depth, added: Depth): Depth {
  const isBare = Object.keys(known.properties).length === 0 && Object.keys(added.properties).length > 0;
  const relata = new Map(known.relata.map(relatum => [edgeOf(relatum), relatum] as const));
  for (const relatum of added.relata) {
    const same = relata.get(edgeOf(relatum));
    const joined = same === undefined ? relatum : { ...same, policies: [...same.policies, ...relatum.policies] };
    relata.set(edgeOf(relatum), joined);
  }
  return {
    level: known.level,
    properties: { ...added.properties, ...known.properties },
    provenance: isBare ? added.provenance : known.provenance,
    relata: [...relata.values()],
  };
}

const edgeOf = ({ relation, targetId, targetDepth }: Relatum): string => `${relation}/${targetDepth}/${targetId}`;

/** A property that two graphs give different values. */
interface Conflict {
  readonly level: number;
  readonly property: string;
  readonly ours: Json;
  readonly theirs: Json;
}

/** The properties of the same levels that two descriptions of a concept contradict each other in. */
function conflictsBetween(ours: Pick<Primitive, 'depths'>, theirs: Pick<Primitive, 'depths'>): readonly Conflict[] {
  return ours.depths.flatMap(({ level, properties }) => {
    const other = theirs.depths.find(depth => depth.level === level)?.properties ?? {};
    return Object.entries(properties)
      .filter(([property, value]) => Object.hasOwn(other, property) && canonicalJson(other[property]!) !== canonicalJson(value))
      .map(([property, value]) => ({ level, property, ours: value, theirs: other[property]! }));
  });
}

/** What is wrong with a concept on which the graphs that are said to know the same do not agree. */
export function disagreement(contributions: readonly Contribution[]): PeerProblem | undefined {
  const counting = contributions.filter(({ mask }) => mask !== 0);
  for (const [at, one] of counting.entries())
    for (const other of counting.slice(at + 1)) {
      const read = ({ source, index }: Contribution): Primitive => source.snapshot.primitive(index);
      const [first] = conflictsBetween(read(one), read(other));
      if (first === undefined) continue;
      const { level, property, ours, theirs } = first;
      const detail = `it says \`${property}: ${canonicalJson(theirs)}\` at D${level}, but ${one.source.name ?? 'this graph'} says \`${canonicalJson(ours)}\``;
      return { peer: other.source.name ?? one.source.name ?? '', reason: 'conflict', detail };
    }
  return undefined;
}
