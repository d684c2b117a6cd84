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

/** The peers of a graph as its policy declares them. Their snapshots are read from what was pulled, never from afar. */
export function keptPeers(declared: Readonly<Record<string, PeerSettings>>): readonly Peer[] {
  return Object.entries(declared).map(([name, settings]): Peer => {
    const { key, trust = {} } = settings;
    const { maxDepth, kinds } = trust;
    return {
      name,
      key,
      trust: { ...(maxDepth !== undefined && { maxDepth: parseDepth(maxDepth) }), ...(kinds !== undefined && { kinds }) },
      read: reader(name, settings),
    };
  });
}

/** Reads and verifies the file again only when it changed. */
function reader(name: string, { key, staleAfter = DEFAULT_STALE_AFTER }: PeerSettings): Peer['read'] {
  const limit = readDuration(staleAfter) ?? 0;
  const file = keptFile(key);
  let stamp: string | undefined;
  let held: SignedGraph | SignedGraphFault | undefined;
  let answer: PeerKnowledge | undefined;
  return now => {
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
function stampOf(file: string): string | undefined {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat === undefined ? undefined : `${stat.mtimeMs} ${stat.ctimeMs} ${stat.size} ${stat.ino}`;
}
