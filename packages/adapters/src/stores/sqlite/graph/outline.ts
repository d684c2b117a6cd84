import { EpistemicError } from '@licet/epistemic/store';

/** What an edge's info is multiplied out by: an edge is one number, `target * EDGE_BASE + info`. */
const EDGE_BASE = 2_048;

const BYTES = 8;

/** An outgoing edge: the row key of its target, and the packed edge. */
export type OutlineEdge = readonly [target: number, info: number];

/**
 * Packs the outgoing edges of a concept for the column that grounding reads: eight bytes each, little-endian. Everything
 * that a traversal needs of a concept is then in one narrow row, written in the same transaction as the edges themselves.
 */
export function packOutline(edges: readonly OutlineEdge[]): Uint8Array {
  const bytes = new Uint8Array(edges.length * BYTES);
  const view = new DataView(bytes.buffer);
  edges.forEach(([target, info], at) => view.setFloat64(at * BYTES, target * EDGE_BASE + info, true));
  return bytes;
}

/** Calls `each` for every edge of an outline. A column that cannot be one is `graph_corrupt`. */
export function readOutline(bytes: Uint8Array, each: (target: number, info: number) => void): void {
  if (!(bytes instanceof Uint8Array) || bytes.byteLength % BYTES !== 0)
    throw new EpistemicError('graph_corrupt', 'expected readable edges of a concept, found damage');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < bytes.byteLength; at += BYTES) {
    const edge = view.getFloat64(at, true);
    const info = edge % EDGE_BASE;
    each((edge - info) / EDGE_BASE, info);
  }
}

/** How many edges an outline of this many bytes holds. */
export function outlineSize(bytes: number): number {
  return bytes / BYTES;
}
