import type { GraphDocument } from '@licet/epistemic';
import type { PeerProgram, PeerState } from '@licet/epistemic/commands';
import type { PeerSettings } from '@licet/core/policy';
import { counted, UsageError } from '@licet/core/command';

import { privateKey, publicKeyText } from '../signing/ed25519.ts';
import { asOwner } from '../policy/licetHome.ts';
import { keptPeers, ownKey, readKept, signingKeyFile } from './keptPeers.ts';
import { pullPeer } from './pullPeer.ts';
import { peerKeys, writeSignedGraph } from './signedGraph.ts';

/** The peers of a graph, and the folder that their paths are named from. */
interface DeclaredPeers {
  readonly peers: Readonly<Record<string, PeerSettings>>;
  /** Absolute. */
  readonly root: string;
}

/** What `licet concepts` does with peers. `declared` finds those of the graph that `--store` names. */
export function peerProgram(declared: (store: string | undefined) => Promise<DeclaredPeers>): PeerProgram {
  return {
    async list(store) {
      const { peers } = await declared(store);
      return {
        peers: Object.entries(peers).map(([name, settings]) => stateOf(name, settings, Date.now())),
        key: ownKey() ?? null,
      };
    },
    async pull(store, name) {
      const { peers, root } = await declared(store);
      const settings = peers[name];
      if (settings === undefined) throw new UsageError(`there is no peer \`${name}\``);
      const { concepts, takenAt, isNew } = await pullPeer(name, settings, root, Date.now());
      return `${name}  ${counted(concepts, 'concept')}, signed ${new Date(takenAt).toISOString()}${isNew ? '' : ', as before'}`;
    },
    async sign(store, graph) {
      const { peers } = await declared(store);
      return signed(graph, peers);
    },
  };
}

function signed(graph: GraphDocument, peers: Readonly<Record<string, PeerSettings>>): { text: string; key: string } {
  const key = asOwner(() => privateKey(signingKeyFile(), true));
  return { text: writeSignedGraph({ graph, peers: peerKeys(peers), takenAt: Date.now() }, key), key: publicKeyText(key) };
}

function stateOf(name: string, settings: PeerSettings, now: number): PeerState {
  const [peer] = keptPeers({ [name]: settings });
  const knowledge = peer?.read(now);
  const isFaulty = knowledge !== undefined && 'fault' in knowledge;
  const kept = isFaulty && knowledge.fault !== 'stale' ? undefined : readKept(settings.key, now);
  const read = kept === undefined || 'fault' in kept ? undefined : kept;
  return {
    name,
    state: isFaulty ? knowledge.fault : 'known',
    detail: isFaulty ? knowledge.detail : '',
    takenAt: read === undefined ? null : new Date(read.takenAt).toISOString(),
    concepts: read?.snapshot.size ?? null,
    key: settings.key,
    maxDepth: settings.trust?.maxDepth ?? 'D2',
  };
}
