import type { GraphSnapshot, Primitive, Provenance, Remembered } from '@licet/epistemic/store';
import { buildSnapshot } from '@licet/epistemic/store';
import type { Database } from './driver.ts';
import { outlineSize, readOutline } from './outline.ts';

/** Reads content by row key, as of the version of the snapshot. */
export interface Content {
  readonly primitive: (key: number) => Primitive;
  readonly provenance: (key: number) => Provenance;
  readonly remembered: (key: number) => Remembered;
}

/** Reads a snapshot as of a version. */
export type LoadSnapshot = (version: number, content: Content) => GraphSnapshot;

/** A concept as far as grounding is concerned. */
export type OutlineRow = readonly [key: number, id: string, name: string, mask: number, edges: Uint8Array, memory: Uint8Array];

/** The same without what memory knows, which is read when it is asked for. */
type NarrowRow = readonly [key: number, id: string, name: string, mask: number, edges: Uint8Array];

/** Prepares the statements that load the whole graph: one sequential scan of narrow rows, no content. */
export function wholeLoader(database: Database): LoadSnapshot {
  const nodes = database.prepare('SELECT key, id, name, mask, edges FROM concept_primitives').raw();
  const bytes = database.prepare('SELECT coalesce(sum(length(edges)), 0) FROM concept_primitives').pluck();
  const aliases = database.prepare('SELECT folded, target FROM concept_aliases').raw();
  return (version, content) => {
    const size = outlineSize(bytes.get() as number);
    const edges = { source: new Uint32Array(size), target: new Float64Array(size), info: new Uint16Array(size) };
    const keys: number[] = [];
    const ids: string[] = [];
    const names: string[] = [];
    const masks: number[] = [];
    let edgeCount = 0;
    for (const row of nodes.iterate() as IterableIterator<NarrowRow>) {
      const position = keys.push(row[0]) - 1;
      ids.push(row[1]);
      names.push(row[2]);
      masks.push(row[3]);
      readOutline(row[4], (target, info) => {
        edges.source[edgeCount] = position;
        edges.target[edgeCount] = target;
        edges.info[edgeCount] = info;
        edgeCount += 1;
      });
    }
    const positions = densePositions(keys);
    return buildSnapshot({
      version: String(version),
      complete: true,
      ids,
      names,
      masks,
      edgeCount,
      edgeSource: edges.source,
      edgeTarget: edges.target.map(positions),
      edgeInfo: edges.info,
      aliases: (aliases.all() as [string, number][]).map(([alias, key]) => [alias, positions(key)]),
      primitive: position => content.primitive(keys[position]!),
      provenance: position => content.provenance(keys[position]!),
      remembered: position => content.remembered(keys[position]!),
    });
  };
}

/** Finds the position of a row key: by a table while keys are dense, which they are unless most rows were deleted. */
function densePositions(keys: readonly number[]): (key: number) => number {
  let highest = 0;
  for (const key of keys) highest = Math.max(highest, key);
  if (highest > keys.length * 8 + 1_024) {
    const sparse = new Map(keys.map((key, position) => [key, position] as const));
    return key => sparse.get(key)!;
  }
  const table = new Uint32Array(highest + 1);
  keys.forEach((key, position) => {
    table[key] = position;
  });
  return key => table[key]!;
}
