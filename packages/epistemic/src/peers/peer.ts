import type { GraphSnapshot } from '../graph/snapshot.ts';
import type { DepthLevel } from '../model/depth.ts';
import type { PeerFault } from '../model/gap.ts';
import type { ProvenanceSource } from '../model/provenance.ts';
import { PROVENANCE_SOURCES } from '../model/provenance.ts';

/** How far the knowledge of a peer counts. */
export interface PeerTrust {
  /** The deepest level that counts. @defaultValue D2 */
  readonly maxDepth?: DepthLevel | undefined;
  /** The origins of a level that count. @defaultValue all: `authored`, `learned`, `conversational` */
  readonly kinds?: readonly ProvenanceSource[] | undefined;
}

/** What is known of a peer's graph at one time: its knowledge, or why it does not count. */
export type PeerKnowledge =
  | {
      readonly snapshot: GraphSnapshot;
      /** Identifies the content: equal content has an equal version. */
      readonly version: string;
      /** The keys of the peers of this peer, by the names that its graph gives them. */
      readonly peers: ReadonlyMap<string, string>;
    }
  | { readonly fault: Exclude<PeerFault, 'conflict' | 'circle' | 'undeclared' | 'unknown'>; readonly detail: string };

/** Another graph that this graph may rest on, under the name that this graph gives it. */
export interface Peer {
  /** Letters, digits, `_` and `-`. A concept `NAME:CONCEPT` of the local graph means the peer's `CONCEPT`. */
  readonly name: string;
  /** The identity of the peer: the public key that signs its snapshots. */
  readonly key: string;
  readonly trust?: PeerTrust | undefined;
  /** Returns the knowledge as of `now` (milliseconds since the epoch): the same object while nothing changed. Never throws. */
  readonly read: (now: number) => PeerKnowledge;
}

/** The depth to which a peer counts when its `trust` does not say. */
export const DEFAULT_PEER_DEPTH: DepthLevel = 2;

/** The pattern of the name of a peer. */
export const PEER_NAME = /^[A-Za-z0-9_-]{1,64}$/u;

/** Splits `company:production` into peer and concept; undefined for a name without a peer. */
export function splitReference(name: string): { readonly peer: string; readonly concept: string } | undefined {
  const at = name.indexOf(':');
  const peer = name.slice(0, at);
  const concept = name.slice(at + 1).trim();
  return at > 0 && PEER_NAME.test(peer) && concept !== '' ? { peer, concept } : undefined;
}

/** True when every origin counts. */
export function countsAllKinds({ kinds }: PeerTrust): boolean {
  return kinds === undefined || PROVENANCE_SOURCES.every(source => source === 'synthetic' || kinds.includes(source));
}
