import { readFileSync, writeFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import type { GraphSnapshot } from '@licet/epistemic';

/*
 * The design that was measured and not taken (docs/adr/0011): the edges of a graph as typed arrays in a file beside the
 * database. Nothing but the names is parsed.
 */

const HEADER = 64;

/** Writes what grounding needs of a snapshot. */
export function writeEdgeFile(path: string, snapshot: GraphSnapshot): void {
  const names = Buffer.from(snapshot.names.map(name => name.toLowerCase()).join('\n'));
  const parts = [snapshot.edgeStart, snapshot.edgeTarget, snapshot.edgeInfo].map(part =>
    Buffer.from(part.buffer, part.byteOffset, part.byteLength),
  );
  const body = Buffer.concat([...parts, Buffer.from(snapshot.depths.buffer), names]);
  const header = Buffer.alloc(HEADER);
  header.write('licet-edges-1');
  [snapshot.size, snapshot.edgeTarget.length, crc32(body), Number(snapshot.version)].forEach((value, at) =>
    header.writeUInt32LE(value, 16 + at * 4),
  );
  writeFileSync(path, Buffer.concat([header, body]));
}

/** Reads the file and walks the closure of one concept; returns how many concepts it has. */
export function walkEdgeFile(path: string, name: string, version: number, isChecked: boolean): number {
  const file = readFileSync(path);
  const [size = 0, edges = 0, sum, at] = Array.from({ length: 4 }, (_, index) => file.readUInt32LE(16 + index * 4));
  if (at !== version || (isChecked && crc32(file.subarray(HEADER)) !== sum)) throw new Error('the file is not to be believed');
  const base = file.byteOffset + HEADER;
  const edgeStart = new Uint32Array(file.buffer, base, size + 1);
  const edgeTarget = new Uint32Array(file.buffer, base + (size + 1) * 4, edges);
  const edgeInfo = new Uint16Array(file.buffer, base + (size + 1) * 4 + edges * 4, edges);
  const names = file
    .subarray(HEADER + (size + 1) * 4 + edges * 6 + size)
    .toString()
    .split('\n');
  const found = [names.indexOf(name)];
  const seen = new Set(found);
  for (const node of found) {
    for (let slot = edgeStart[node]!; slot < edgeStart[node + 1]!; slot += 1) {
      const target = edgeTarget[slot]!;
      if ((edgeInfo[slot]! & 512) === 0 || seen.has(target)) continue;
      found.push(target);
      seen.add(target);
    }
  }
  return found.length;
}
