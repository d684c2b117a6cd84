import { buildSnapshot } from '../../graph/buildSnapshot.ts';
import type { GraphSnapshot } from '../../graph/snapshot.ts';
import { foldName } from '../../model/name.ts';
import type { Primitive } from '../../model/primitive.ts';
import type { Provenance } from '../../model/provenance.ts';
import type { Database } from './driver.ts';

/** Reads content by row key, as of the version of the snapshot. */
export interface Content {
  readonly primitive: (key: number) => Primitive;
  readonly provenance: (key: number) => Provenance;
}

/** Reads a snapshot as of a version. */
export type LoadSnapshot = (version: number, content: Content) => GraphSnapshot;

/** Prepares the statements that load the whole graph: three sequential scans, no content. */
export function wholeLoader(database: Database): LoadSnapshot {
  const nodes = database.prepare('SELECT key, id, name, mask FROM concept_primitives').raw();
  const edges = database.prepare('SELECT source, target, info FROM concept_relata').raw();
  const count = database.prepare('SELECT count(*) FROM concept_relata').pluck();
  const aliases = database.prepare('SELECT folded, target FROM concept_aliases').raw();
  return (version, content) => {
    const rows = collectNodes(nodes.iterate());
    const size = count.get() as number;
    const edgeSource = new Uint32Array(size);
    const edgeTarget = new Uint32Array(size);
    const edgeInfo = new Uint16Array(size);
    let edge = 0;
    const positions = densePositions(rows.keys);
    for (const row of edges.iterate() as IterableIterator<[number, number, number]>) {
      edgeSource[edge] = positions(row[0]);
      edgeTarget[edge] = positions(row[1]);
      edgeInfo[edge] = row[2];
      edge += 1;
    }
    return buildSnapshot({
      version: String(version),
      complete: true,
      ...rows,
      edgeCount: edge,
      edgeSource,
      edgeTarget,
      edgeInfo,
      aliases: (aliases.all() as [string, number][]).map(([alias, key]) => [alias, rows.positions.get(key)!]),
      primitive: position => content.primitive(rows.keys[position]!),
      provenance: position => content.provenance(rows.keys[position]!),
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

/** Reads only what the grounding of some names can see. */
export type LoadPart = (concepts: readonly string[], version: number, content: Content) => GraphSnapshot;

/**
 * Prepares the statements that load a part: the named concepts with their closure, the edges between the members, and
 * the acts of the named ones, each in one statement, however deep the closure is. Never one statement per node.
 */
export function partLoader(database: Database): LoadPart {
  const statements = preparePart(database);
  return (concepts, version, content) => {
    const folded = JSON.stringify(concepts.map(foldName));
    const rows = collectNodes(statements.closure.iterate(folded, folded));
    const members = JSON.stringify(rows.keys);
    const edges = statements.edges.all(members, members) as Edge[];
    for (const row of statements.acts.iterate(folded, folded) as IterableIterator<[...Edge, ...NodeRow]>) {
      const [source, target, info, key, id, name, mask] = row;
      if (!rows.inClosure(target)) edges.push([source, target, info]);
      addNode(rows, [key, id, name, mask]);
    }
    return buildSnapshot({
      version: String(version),
      complete: false,
      ...rows,
      edgeCount: edges.length,
      edgeSource: edges.map(edge => rows.positions.get(edge[0])!),
      edgeTarget: edges.map(edge => rows.positions.get(edge[1])!),
      edgeInfo: edges.map(edge => edge[2]),
      aliases: (statements.aliases.all(folded) as [string, number][]).map(([alias, key]) => [alias, rows.positions.get(key)!]),
      primitive: position => content.primitive(rows.keys[position]!),
      provenance: position => content.provenance(rows.keys[position]!),
    });
  };
}

function preparePart(database: Database) {
  const roots = `roots (key) AS (
    SELECT key FROM concept_primitives WHERE folded IN (SELECT value FROM json_each(?))
    UNION SELECT target FROM concept_aliases WHERE folded IN (SELECT value FROM json_each(?)))`;
  const raw = (sql: string) => database.prepare(sql).raw();
  return {
    closure: raw(
      `WITH RECURSIVE ${roots}, closure (key) AS (
         SELECT key FROM roots UNION
         SELECT r.target FROM closure c CROSS JOIN concept_relata r ON r.source = c.key WHERE (r.info & 512) <> 0)
       SELECT p.key, p.id, p.name, p.mask FROM closure c CROSS JOIN concept_primitives p ON p.key = c.key`,
    ),
    edges: raw(
      `SELECT r.source, r.target, r.info FROM json_each(?) f CROSS JOIN concept_relata r ON r.source = f.value
       WHERE +r.target IN (SELECT value FROM json_each(?))`,
    ),
    acts: raw(
      `WITH ${roots} SELECT r.source, r.target, r.info, p.key, p.id, p.name, p.mask
       FROM roots CROSS JOIN concept_relata r ON r.source = roots.key JOIN concept_primitives p ON p.key = r.target
       WHERE (r.info & 7) = 0`,
    ),
    aliases: raw('SELECT folded, target FROM concept_aliases WHERE folded IN (SELECT value FROM json_each(?))'),
  };
}

type NodeRow = readonly [key: number, id: string, name: string, mask: number];
type Edge = readonly [source: number, target: number, info: number];

interface Nodes {
  readonly keys: number[];
  readonly ids: string[];
  readonly names: string[];
  readonly masks: number[];
  readonly positions: Map<number, number>;
  /** True for the nodes of the first reading, not for those added later. */
  readonly inClosure: (key: number) => boolean;
}

function collectNodes(rows: IterableIterator<unknown>): Nodes {
  let first = Number.POSITIVE_INFINITY;
  const positions = new Map<number, number>();
  const inClosure = (key: number): boolean => (positions.get(key) ?? first) < first;
  const nodes: Nodes = { keys: [], ids: [], names: [], masks: [], positions, inClosure };
  for (const row of rows as IterableIterator<NodeRow>) addNode(nodes, row);
  first = nodes.keys.length;
  return nodes;
}

function addNode({ keys, ids, names, masks, positions }: Nodes, [key, id, name, mask]: NodeRow): void {
  if (positions.has(key)) return;
  positions.set(key, keys.length);
  keys.push(key);
  ids.push(id);
  names.push(name);
  masks.push(mask);
}
