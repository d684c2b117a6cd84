import type { PeerSettings } from '@licet/core/policy';
import { chain, isPromiseLike } from '@licet/core/nodes';
import { canonicalJson, sha256 } from '@licet/core/text';
import { federatedGraph } from '@licet/epistemic';
import type { ConceptGraph, GraphSnapshot } from '@licet/epistemic';
import { EpistemicError } from '@licet/epistemic/store';

import { keepJoined, readJoined } from './joinedFile.ts';
import type { Joined } from './joinedFile.ts';
import { keptFile, keptPeers, ownKey, signingKeyFile, stampOf } from './keptPeers.ts';
import type { KeptPeer } from './keptPeers.ts';

/** How a graph is joined to its peers. */
export interface Joining {
  readonly peers: Readonly<Record<string, PeerSettings>>;
  /** The file of the graph; absolute. Without one, what is joined is not kept. */
  readonly file?: string;
  /** Whether knowledge fades: what memory knows is then kept as well. */
  readonly fades: boolean;
  /** Whether this process may keep what it has joined. */
  readonly writes: boolean;
}

/**
 * The graph with its peers. Joining reads and verifies whole graphs, so what came of it is kept on disk, where agents may not
 * write. It counts while the graph, the pulled snapshots, the keys and the trust are what they were and no snapshot is stale;
 * else the graphs are joined again.
 */
export function joinedGraph(local: ConceptGraph, joining: Joining): ConceptGraph {
  const peers = keptPeers(joining.peers);
  let made: ConceptGraph | undefined;
  const joined = (): ConceptGraph => (made ??= federatedGraph(local, peers, { self: ownKey() }));
  const { file } = joining;
  const write: ConceptGraph['write'] = (changes, conditions) => joined().write(changes, conditions);
  if (file === undefined) return { ...local, write, snapshot: () => joined().snapshot() };
  let held: Joined | undefined;
  /** The key for which nothing on disk is of use: this process goes on with what it joins itself. */
  let passed: string | undefined;
  const content = (key: string): GraphSnapshot => {
    const whole = joined().snapshot();
    if (!isPromiseLike(whole) && whole.version === held?.snapshot.version) return whole;
    passed = key;
    throw new EpistemicError('snapshot_stale', 'expected the graph as it was joined with its peers, found that it has changed');
  };
  const find = (key: string, now: number): GraphSnapshot | undefined => {
    if (passed === key) return undefined;
    if (held?.key !== key) held = readJoined(file, key, () => content(key));
    return held !== undefined && held.from <= now && now <= held.until ? held.snapshot : undefined;
  };
  const joinNow = (key: string): ReturnType<ConceptGraph['snapshot']> =>
    chain(joined().snapshot(), snapshot => {
      const span = spanOf(peers);
      if (joining.writes && span !== undefined && passed !== key) keepJoined(file, { key, snapshot, ...span }, joining.fades);
      passed = key;
      return snapshot;
    });
  return {
    ...local,
    write,
    snapshot: () =>
      chain(local.snapshot([]), ({ version }) => {
        const key = keyOf(version, file, joining);
        return find(key, Date.now()) ?? joinNow(key);
      }),
  };
}

/** Everything that a joined graph depends on but the time. A file that was put in the place of another may have its version. */
function keyOf(version: string, file: string, { peers, fades }: Joining): string {
  const rests = Object.entries(peers).map(([name, { key, trust = {}, staleAfter = null }]) => [
    name,
    key,
    { ...trust },
    staleAfter,
    stampOf(keptFile(key)) ?? null,
  ]);
  return sha256(canonicalJson([version, stampOf(file) ?? null, stampOf(signingKeyFile()) ?? null, fades, rests]));
}

/** When all snapshots count as they were read; undefined where one is not what its key has signed. */
function spanOf(peers: readonly KeptPeer[]): Pick<Joined, 'from' | 'until'> | undefined {
  const spans = peers.map(peer => peer.counts());
  const known = spans.filter(span => span !== undefined);
  if (known.length < spans.length) return undefined;
  return { from: Math.max(...known.map(({ from }) => from)), until: Math.min(...known.map(({ until }) => until)) };
}
