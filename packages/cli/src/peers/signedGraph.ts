import type { KeyObject } from 'node:crypto';

import { isRecord } from '@licet/core/nodes';
import type { PeerSettings } from '@licet/core/policy';
import { canonicalJson, messageOf, sha256 } from '@licet/core/text';
import { memoryGraph } from '@licet/epistemic';
import type { GraphDocument, GraphSnapshot } from '@licet/epistemic';
import { prepareImport, readGraphDocument } from '@licet/epistemic/exchange';

import { PUBLIC_KEY, publicKeyOf } from '../signing/ed25519.ts';
import { envelopeOf, payloadText, readEnvelope, signEnvelope, signersOf } from '../signing/envelope.ts';

/** The type of the text that the signature of a graph is over. */
export const GRAPH_TYPE = 'application/vnd.licet.graph+json';

const FORMAT = 'licet-graph/1';

/** How far the clock of a peer may be ahead, in milliseconds: a time further in the future would keep a snapshot from getting stale. */
const SKEW_MS = 300_000;

/** What a signed graph says, once its signature is known to fit. */
export interface SignedGraph {
  /** When it was signed, in milliseconds since the epoch. */
  readonly takenAt: number;
  /** Identifies what was signed. */
  readonly digest: string;
  /** The keys of the peers of the graph, by the names that it gives them. */
  readonly peers: ReadonlyMap<string, string>;
  readonly snapshot: GraphSnapshot;
}

/** Why a text is no graph that this key has signed. */
export interface SignedGraphFault {
  readonly fault: 'tampered' | 'unsigned';
  readonly detail: string;
}

interface SignedContent {
  readonly graph: GraphDocument;
  readonly peers: Readonly<Record<string, string>>;
  /** Milliseconds since the epoch. */
  readonly takenAt: number;
}

/** The text of a signed graph: canonical JSON, so that equal content gives equal bytes. */
export function writeSignedGraph({ graph, peers, takenAt }: SignedContent, key: KeyObject): string {
  const payload = { format: FORMAT, takenAt: new Date(takenAt).toISOString(), peers: { ...peers }, graph };
  return `${canonicalJson(signEnvelope(envelopeOf(GRAPH_TYPE, canonicalJson(payload)), key))}\n`;
}

/** The keys of declared peers, as a signed graph names them. */
export function peerKeys(peers: Readonly<Record<string, PeerSettings>>): Record<string, string> {
  return Object.fromEntries(Object.entries(peers).map(([name, { key }]) => [name, key]));
}

/** The entity tag of a signed graph: equal for equal bytes. */
export const etagOf = (text: string): string => `"${sha256(text).slice(0, 32)}"`;

/** Reads a graph that the holder of `key` has signed. Everything that counts is covered: a member that is added, gone or changed is a fault. */
export function readSignedGraph(text: string, key: string, now: number): SignedGraph | SignedGraphFault {
  const envelope = readEnvelope(text, GRAPH_TYPE);
  if (typeof envelope === 'string')
    return isUnsigned(text)
      ? { fault: 'unsigned', detail: 'the file has no signature: its owners write one with `licet concepts sign`' }
      : { fault: 'tampered', detail: envelope };
  const known = publicKeyOf(key);
  if (known === undefined || signersOf(envelope, new Map([[key, known]])).length === 0)
    return { fault: 'tampered', detail: 'it is not signed by the key that the policy names, or not with this content' };
  const signed = payloadText(envelope);
  return readPayload(parsed(signed), sha256(signed), now);
}

/** A graph as it is exported: JSON, and no envelope. */
function isUnsigned(text: string): boolean {
  const value = parsed(text);
  return isRecord(value) && !('signatures' in value);
}

/** Reads what the owner of the key has signed: a fault here is the owner's, and counts as little. */
function readPayload(payload: unknown, digest: string, now: number): SignedGraph | SignedGraphFault {
  const { format, takenAt: at, peers: keys, graph } = isRecord(payload) ? payload : {};
  const takenAt = typeof at === 'string' ? Date.parse(at) : Number.NaN;
  if (format !== FORMAT || Number.isNaN(takenAt) || !isRecord(keys) || !Object.values(keys).every(isKey))
    return { fault: 'tampered', detail: 'it does not have the form of a signed graph that this version of Licet reads' };
  if (takenAt > now + SKEW_MS)
    return { fault: 'tampered', detail: `it says that it is from ${String(at)}, which is in the future` };
  try {
    const peers = new Map(Object.entries(keys).map(([name, key]) => [name, String(key)] as const));
    return { takenAt, digest, peers, snapshot: snapshotOf(readGraphDocument(graph)) };
  } catch (error) {
    return { fault: 'tampered', detail: `it holds no graph: ${messageOf(error).split('\n')[0] ?? ''}` };
  }
}

function snapshotOf(document: GraphDocument): GraphSnapshot {
  const graph = memoryGraph();
  graph.write(prepareImport(graph.snapshot(), document, { now: 0 }).changes);
  return graph.snapshot();
}

const isKey = (value: unknown): boolean => typeof value === 'string' && PUBLIC_KEY.test(value);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
