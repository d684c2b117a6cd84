import type { ConceptGraph, GroundingResult, MemoryGraph, Peer, PeerTrust } from '@licet/epistemic';
import { federatedGraph, groundIn, memoryGraph } from '@licet/epistemic';
import type { GroundOptions, GraphSnapshot } from '@licet/epistemic';

import { compact } from '../support/compact.ts';
import { idOf, puts } from '../support/shorthand.ts';

/** A graph in memory with these concepts, and other words for some of them. */
export function graphOf(texts: readonly string[], aliases: Readonly<Record<string, string>> = {}): MemoryGraph {
  const graph = memoryGraph();
  graph.write(puts(texts));
  graph.write(Object.entries(aliases).map(([alias, name]) => ({ type: 'alias', alias, targetId: idOf(name) })));
  return graph;
}

/** A peer whose key is `key of NAME`. It names its own peers as they name themselves. */
export function peerOf(
  name: string,
  graph: MemoryGraph,
  { trust = { maxDepth: 4 }, peers = [] }: { readonly trust?: PeerTrust; readonly peers?: readonly string[] } = {},
): Peer {
  const keys = new Map(peers.map(each => [each, `key of ${each}`] as const));
  const knowledge = { snapshot: graph.snapshot(), version: '1', peers: keys };
  return { name, key: `key of ${name}`, trust, read: () => knowledge };
}

/** A peer whose knowledge does not count. */
export function faultyPeer(name: string, fault: 'missing' | 'stale' | 'tampered' | 'unsigned'): Peer {
  const knowledge = { fault, detail: `it is ${fault}` } as const;
  return { name, key: `key of ${name}`, read: () => knowledge };
}

/** The federation of a graph in memory with peers, as one snapshot. */
export function joined(local: MemoryGraph, peers: readonly Peer[]): GraphSnapshot {
  return snapshotNow(federatedGraph(local, peers, { self: 'key of us' }));
}

/** The snapshot of a graph that answers at once. */
export function snapshotNow(graph: ConceptGraph): GraphSnapshot {
  const snapshot = graph.snapshot();
  if ('then' in snapshot) throw new Error('the graph answers later');
  return snapshot;
}

/** Grounds concepts in the federation of a graph with peers. */
export function groundWith(
  local: MemoryGraph,
  peers: readonly Peer[],
  concepts: readonly string[],
  options: GroundOptions = {},
): GroundingResult {
  return groundIn(joined(local, peers), concepts, options);
}

/** The gaps as lines; one about a peer with its reason. */
export function gapsWith(
  local: MemoryGraph,
  peers: readonly Peer[],
  concepts: readonly string[],
  options: GroundOptions = {},
): readonly string[] {
  return groundWith(local, peers, concepts, options).gaps.map(gap =>
    gap.kind === 'PEER' ? `PEER ${gap.primitive.name} ${gap.peer} ${gap.reason}` : compact(gap),
  );
}
