import type { SignedGraphText } from '@licet/server';
import type { PolicySettings } from '@licet/core/policy';
import type { ConceptGraph } from '@licet/epistemic';
import { exportGraph } from '@licet/epistemic';

import { loadGrounding } from '../grounding/loadGrounding.ts';
import { asOwner } from '../policy/licetHome.ts';
import { privateKey } from '../signing/ed25519.ts';
import { ownKey, signingKeyFile } from './keptPeers.ts';
import { etagOf, peerKeys, writeSignedGraph } from './signedGraph.ts';

const HOUR_MS = 3_600_000;

/**
 * Signs a graph of a policy, for the server: the one that is named, or the only one. The time is that of the last full hour,
 * so that an unchanged graph keeps its bytes for an hour. Undefined where there is no such graph, and where its owner never
 * signed one: only a person makes the key.
 */
export async function signServed(
  { graphs = {} }: PolicySettings,
  root: string,
  named: string | undefined,
  now: number,
): Promise<SignedGraphText | undefined> {
  const names = Object.keys(graphs);
  const name = named ?? (names.length === 1 ? names[0] : undefined);
  const settings = name === undefined || !Object.hasOwn(graphs, name) ? undefined : graphs[name];
  if (name === undefined || settings === undefined || ownKey() === undefined) return undefined;
  const { peers = {}, ...alone } = settings;
  const { openGrounding } = await loadGrounding();
  const grounding = openGrounding({ root, writes: false });
  try {
    const graph = await exportGraph(grounding.resources('graph', name, { graphs: { [name]: alone } }) as ConceptGraph);
    const takenAt = Math.floor(now / HOUR_MS) * HOUR_MS;
    const key = asOwner(() => privateKey(signingKeyFile(), false));
    const text = writeSignedGraph({ graph, peers: peerKeys(peers), takenAt }, key);
    return { text, etag: etagOf(text) };
  } finally {
    await grounding.close();
  }
}
