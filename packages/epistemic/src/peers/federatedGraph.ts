import { InvariantError } from '@licet/core';
import { chain } from '@licet/core/nodes';
import type { ConceptGraph } from '../graph/conceptGraph.ts';
import type { GraphSnapshot } from '../graph/snapshot.ts';
import type { Peer, PeerKnowledge } from './peer.ts';
import { PEER_NAME } from './peer.ts';
import { federatedSnapshot } from './federatedSnapshot.ts';
import { sourcesOf } from './sources.ts';

/** How a graph is joined to its peers. */
export interface FederationOptions {
  /** Returns the time, in milliseconds since the epoch: it decides what is stale. @defaultValue `Date.now` */
  readonly now?: () => number;
  /** The public key under which peers know this graph, so that what they say of it leads back here. @defaultValue none */
  readonly self?: string | undefined;
}

const JOINT = ' + ';

/**
 * The same graph, which may rest on what peers know. A concept named `PEER:CONCEPT` is the peer's; an alias of that form
 * says that a local concept is the same as the peer's. Three rules hold: a peer counts to its `maxDepth` and no deeper
 * than the local edges ask; its edges bring their policies; knowledge of a peer that is missing, stale, tampered with,
 * unsigned or contradicted is a `PeerGap` and never counts. Writes go to the local graph alone.
 *
 * A snapshot is always that of the whole graph. It is made again when the local graph or a peer has changed. Throws an
 * `InvariantError` for two peers of one name or key.
 *
 * @example
 * ```ts
 * import { definePrimitive, federatedGraph, ground, memoryGraph } from '@licet/epistemic';
 *
 * const company = memoryGraph();
 * const depths = [{ level: 'D0' }, { level: 'D1', properties: { what: 'the servers that customers use' } }] as const;
 * company.write([{ type: 'put', primitive: definePrimitive({ name: 'production', depths }) }]);
 * const local = memoryGraph();
 * local.write([{ type: 'put', primitive: definePrimitive({ id: 'p', name: 'company:production', depths: [{ level: 'D0' }] }) }]);
 * const relata = [{ relation: 'REQUIRES', targetId: 'p', targetDepth: 'D1' }] as const;
 * local.write([{ type: 'put', primitive: definePrimitive({ name: 'deploy', depths: [{ level: 'D0', relata }] }) }]);
 *
 * const read = () => ({ snapshot: company.snapshot(), version: '1', peers: new Map() });
 * const graph = federatedGraph(local, [{ name: 'company', key: 'k', read }]);
 * (await ground(graph, ['deploy'])).grounded; // => true
 * const gone = federatedGraph(local, [{ name: 'company', key: 'k', read: () => ({ fault: 'missing', detail: 'never pulled' }) }]);
 * (await ground(gone, ['deploy'])).gaps.map(gap => gap.kind); // => ['PEER']
 * ```
 */
export function federatedGraph(local: ConceptGraph, peers: readonly Peer[], options: FederationOptions = {}): ConceptGraph {
  checkPeers(peers);
  const { now = Date.now, self } = options;
  let made:
    | { readonly from: GraphSnapshot; readonly known: readonly PeerKnowledge[]; readonly snapshot: GraphSnapshot }
    | undefined;
  const join = (from: GraphSnapshot): GraphSnapshot => {
    const time = now();
    const known = peers.map(peer => peer.read(time));
    const isSame = made?.from === from && known.every((each, at) => each === made?.known[at]);
    if (made !== undefined && isSame) return made.snapshot;
    const version = [from.version, ...peers.map((peer, at) => versionOf(peer, known[at]!))].join(JOINT);
    const snapshot = federatedSnapshot(sourcesOf(from, peers, known, self), version);
    made = { from, known, snapshot };
    return snapshot;
  };
  return {
    // Whatever else the graph says of itself holds for it with its peers too.
    ...local,
    kind: local.kind,
    snapshot: () => chain(local.snapshot(), join),
    find: key => local.find(key),
    write: (changes, conditions) =>
      local.write(
        changes,
        conditions?.ifVersion === undefined ? conditions : { ifVersion: conditions.ifVersion.split(JOINT)[0]! },
      ),
    turn: async work => (local.turn === undefined ? work() : local.turn(work)),
    proposals: () => local.proposals(),
    clear: () => local.clear(),
    close: () => local.close(),
  };
}

const versionOf = (peer: Peer, knowledge: PeerKnowledge): string =>
  `${peer.name}@${'fault' in knowledge ? knowledge.fault : knowledge.version}`;

function checkPeers(peers: readonly Peer[]): void {
  for (const { name } of peers)
    if (!PEER_NAME.test(name))
      throw new InvariantError('invalid_param', `a peer needs a name of letters, digits, \`_\` and \`-\`, found \`${name}\``);
  for (const what of ['name', 'key'] as const) {
    const seen = new Set<string>();
    for (const peer of peers) {
      if (seen.has(peer[what]))
        throw new InvariantError(
          'invalid_param',
          `two peers have the ${what} \`${peer[what]}\`: concepts could not be told apart`,
        );
      seen.add(peer[what]);
    }
  }
}
