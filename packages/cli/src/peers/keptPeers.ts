import { statSync } from 'node:fs';
import { join } from 'node:path';

import type { PeerSettings } from '@licet/core/policy';
import { readDuration, sha256 } from '@licet/core/text';
import type { Peer, PeerKnowledge } from '@licet/epistemic';
import { parseDepth } from '@licet/epistemic/model';
import { readPlainFile } from '@licet/server/resident';

import { asOwner, licetHome } from '../policy/licetHome.ts';
import { privateKey, publicKeyText } from '../signing/ed25519.ts';
import { readSignedGraph } from './signedGraph.ts';
import type { SignedGraph, SignedGraphFault } from './signedGraph.ts';

/** How old a snapshot may be when the policy does not say. */
const DEFAULT_STALE_AFTER = '7d';

/** The file that keeps the last snapshot of the peer with this key. Agents may not write below `.licet`. */
export const keptFile = (key: string): string => join(licetHome(), '.licet', 'peers', `${sha256(key).slice(0, 32)}.json`);

/** The file with the private key that signs the graphs of this user. Agents may not read it. */
export const signingKeyFile = (): string => join(licetHome(), '.licet', 'keys', 'graph.pem');

/** The key under which peers know the graphs of this user; undefined where none was ever signed. */
export function ownKey(): string | undefined {
  return asOwner(() => {
    const file = signingKeyFile();
    return stampOf(file) === undefined ? undefined : publicKeyText(privateKey(file, false));
  });
}

/** Reads the last snapshot of a peer that was pulled; undefined where none was. */
export function readKept(key: string, now: number): SignedGraph | SignedGraphFault | undefined {
  const file = keptFile(key);
  return asOwner(() => (stampOf(file) === undefined ? undefined : readSignedGraph(readPlainFile(file), key, now)));
}

/** A peer whose snapshot is a file. */
export interface KeptPeer extends Peer {
  /**
   * From when on, and until when, what was read last counts as it did, in milliseconds since the epoch; for ever where nothing was pulled.
   * Undefined where it is not what the key has signed.
   */
  counts(): { readonly from: number; readonly until: number } | undefined;
}

/** A time that no clock shows. */
const FOR_EVER = Number.MAX_SAFE_INTEGER;

/** The peers of a graph as its policy declares them. Their snapshots are read from what was pulled, never from afar. */
export function keptPeers(declared: Readonly<Record<string, PeerSettings>>): readonly KeptPeer[] {
  return Object.entries(declared).map(([name, settings]): KeptPeer => {
    const { key, trust = {} } = settings;
    const { maxDepth, kinds } = trust;
    return {
      name,
      key,
      trust: { ...(maxDepth !== undefined && { maxDepth: parseDepth(maxDepth) }), ...(kinds !== undefined && { kinds }) },
      ...reader(name, settings),
    };
  });
}

/** Reads and verifies the file again only when it changed. */
function reader(name: string, { key, staleAfter = DEFAULT_STALE_AFTER }: PeerSettings): Pick<KeptPeer, 'read' | 'counts'> {
  const limit = readDuration(staleAfter) ?? 0;
  const file = keptFile(key);
  let stamp: string | undefined;
  let held: SignedGraph | SignedGraphFault | undefined;
  let answer: PeerKnowledge | undefined;
  const read: Peer['read'] = now => {
    const found = asOwner(() => stampOf(file));
    if (answer === undefined || found !== stamp) {
      stamp = found;
      held = found === undefined ? undefined : keptOrTampered(key, now);
      answer = undefined;
    }
    if (held !== undefined && 'takenAt' in held && now - held.takenAt > limit) {
      const detail = `its snapshot is from ${new Date(held.takenAt).toISOString()} and counts for ${staleAfter}`;
      return answer !== undefined && 'fault' in answer ? answer : (answer = { fault: 'stale', detail });
    }
    return (answer ??= knowledgeOf(name, held));
  };
  const counts: KeptPeer['counts'] = () => {
    if (held === undefined) return { from: -FOR_EVER, until: FOR_EVER };
    if ('fault' in held) return undefined;
    const end = held.takenAt + limit;
    const isStale = answer !== undefined && 'fault' in answer;
    return isStale ? { from: end + 1, until: FOR_EVER } : { from: held.takenAt, until: end };
  };
  return { read, counts };
}

function keptOrTampered(key: string, now: number): SignedGraph | SignedGraphFault | undefined {
  try {
    return readKept(key, now);
  } catch {
    return { fault: 'tampered', detail: 'the file with its snapshot cannot be read' };
  }
}

function knowledgeOf(name: string, held: SignedGraph | SignedGraphFault | undefined): PeerKnowledge {
  if (held === undefined) return { fault: 'missing', detail: `no snapshot was pulled: \`licet concepts pull ${name}\`` };
  if ('fault' in held) return held;
  return { snapshot: held.snapshot, version: held.digest.slice(0, 16), peers: held.peers };
}

/** Changes whenever the file does; undefined where there is none. */
export function stampOf(file: string): string | undefined {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat === undefined ? undefined : `${stat.mtimeMs} ${stat.ctimeMs} ${stat.size} ${stat.ino}`;
}
