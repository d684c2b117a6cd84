import type { GraphSnapshot, PeerProblem } from '../graph/snapshot.ts';
import { foldConceptName } from '../model/name.ts';
import type { Primitive } from '../model/primitive.ts';
import type { Peer, PeerKnowledge, PeerTrust } from './peer.ts';
import { countsAllKinds, DEFAULT_PEER_DEPTH, splitReference } from './peer.ts';

/** A graph that takes part in a federation: the local one, which is the first, or a peer whose knowledge counts. */
export interface Source {
  /** Undefined for the local graph. */
  readonly name: string | undefined;
  readonly snapshot: GraphSnapshot;
  /** The deepest level that counts. */
  readonly cap: number;
  /** What a name of a peer means in this graph. */
  readonly peers: ReadonlyMap<string, Source | PeerProblem>;
  /** The levels of a concept that count, as a mask. */
  readonly mask: (index: number) => number;
  readonly indexOf: (id: string) => number | undefined;
}

/** A concept of a source. */
export interface Place {
  readonly source: Source;
  readonly index: number;
}

/** The mask of the levels from D0 to `depth`; nothing below D0. */
export const levelsTo = (depth: number): number => (2 << depth) - 1;

/** The local graph with everything that it may rest on. `self` is the key under which peers know the local graph. */
export function sourcesOf(
  local: GraphSnapshot,
  peers: readonly Peer[],
  known: readonly PeerKnowledge[],
  self: string | undefined,
): Source {
  const byKey = new Map<string, Source | PeerProblem>();
  const named = new Map<string, Source | PeerProblem>();
  const root = sourceOf(undefined, local, {}, named);
  if (self !== undefined) byKey.set(self, root);
  const filled: [Map<string, Source | PeerProblem>, ReadonlyMap<string, string>, string][] = [];
  peers.forEach((peer, position) => {
    const knowledge = known[position]!;
    const own = new Map<string, Source | PeerProblem>();
    const source =
      'fault' in knowledge
        ? { peer: peer.name, reason: knowledge.fault, detail: knowledge.detail }
        : sourceOf(peer.name, knowledge.snapshot, peer.trust ?? {}, own);
    if (!('fault' in knowledge)) filled.push([own, knowledge.peers, peer.name]);
    named.set(peer.name, source);
    byKey.set(peer.key, source);
  });
  for (const [own, keys, name] of filled)
    for (const [inner, key] of keys) {
      const detail = `it rests on a graph that it names \`${inner}\`, which is no peer of this graph`;
      own.set(inner, byKey.get(key) ?? { peer: name, reason: 'undeclared', detail });
    }
  return root;
}

function sourceOf(
  name: string | undefined,
  snapshot: GraphSnapshot,
  trust: PeerTrust,
  peers: ReadonlyMap<string, Source | PeerProblem>,
): Source {
  const cap = name === undefined ? 4 : (trust.maxDepth ?? DEFAULT_PEER_DEPTH);
  const within = levelsTo(cap);
  const { kinds } = trust;
  const mask =
    kinds === undefined || countsAllKinds(trust)
      ? (index: number): number => snapshot.masks[index]! & within
      : (index: number): number =>
          snapshot.masks[index]! & within & maskOf(snapshot.primitive(index), depth => kinds.includes(depth.provenance.source));
  let indices: Map<string, number> | undefined;
  const indexOf = (id: string): number | undefined =>
    (indices ??= new Map(snapshot.ids.map((each, index) => [each, index]))).get(id);
  return { name, snapshot, cap, peers, mask, indexOf };
}

function maskOf(primitive: Primitive, counts: (depth: Primitive['depths'][number]) => boolean): number {
  return primitive.depths.reduce((mask, depth) => (counts(depth) ? mask | (1 << depth.level) : mask), 0);
}

/** Where a reference such as `company:production` leads in a source; undefined for a name that refers to no peer of it. */
export function referenceOf(name: string, { peers, name: owner }: Source): Place | PeerProblem | undefined {
  const reference = splitReference(name);
  const peer = reference === undefined ? undefined : peers.get(reference.peer);
  if (reference === undefined || peer === undefined) return undefined;
  if (!('snapshot' in peer)) return peer;
  const key = foldConceptName(reference.concept);
  const index = peer.snapshot.byName.get(key) ?? peer.snapshot.byAlias.get(key);
  if (index !== undefined) return { source: peer, index };
  const detail = `it does not know \`${reference.concept}\``;
  return { peer: peer.name ?? owner ?? reference.peer, reason: 'unknown', detail };
}

/** Follows references until a graph knows the concept itself. `cap` is the least depth that a graph on the way may vouch for. */
export function follow(start: Place): (Place & { readonly cap: number }) | PeerProblem {
  const seen = new Set<string>();
  let { source, index } = start;
  let cap = 4;
  for (;;) {
    cap = Math.min(cap, source.cap);
    const key = `${source.name ?? ''}/${index}`;
    if (seen.has(key)) {
      const detail = `\`${source.snapshot.names[index]!}\` only refers back to itself`;
      return { peer: source.name ?? start.source.name ?? '', reason: 'circle', detail };
    }
    seen.add(key);
    const next = referenceOf(source.snapshot.names[index]!, source);
    if (next === undefined) return { source, index, cap };
    if (!('source' in next)) return next;
    ({ source, index } = next);
  }
}
