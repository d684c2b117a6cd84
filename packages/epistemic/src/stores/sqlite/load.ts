import { buildSnapshot } from '../../graph/buildSnapshot.ts';
import type { GraphSnapshot } from '../../graph/snapshot.ts';
import { foldName } from '../../model/name.ts';
import type { Primitive } from '../../model/primitive.ts';
import type { Database } from './driver.ts';

/** Reads a snapshot as of a version. `content` reads one primitive by its row key. */
export type LoadSnapshot = (version: number, content: (key: number) => Primitive) => GraphSnapshot;

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
    for (const row of edges.iterate() as IterableIterator<[number, number, number]>) {
      edgeSource[edge] = rows.positions.get(row[0])!;
      edgeTarget[edge] = rows.positions.get(row[1])!;
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
      primitive: position => content(rows.keys[position]!),
    });
  };
}

/** Reads only what the grounding of some names can see. */
export type LoadPart = (concepts: readonly string[], version: number, content: (key: number) => Primitive) => GraphSnapshot;

/**
 * Prepares the statements that load a part: the named concepts and their closure, one statement per level, and the
 * edges between the members. Never one statement per node.
 */
export function partLoader(database: Database): LoadPart {
  const named = database
    .prepare('SELECT key, folded FROM concept_primitives WHERE folded IN (SELECT value FROM json_each(?))')
    .raw();
  const aliased = database
    .prepare('SELECT target, folded FROM concept_aliases WHERE folded IN (SELECT value FROM json_each(?))')
    .raw();
  const level = database
    .prepare(
      `SELECT r.source, r.target, r.info FROM json_each(?) f CROSS JOIN concept_relata r ON r.source = f.value
       WHERE (r.info & 512) <> 0`,
    )
    .raw();
  const others = database
    .prepare(
      `SELECT r.source, r.target, r.info FROM json_each(?) f CROSS JOIN concept_relata r ON r.source = f.value
       WHERE (r.info & 512) = 0 AND r.target IN (SELECT value FROM json_each(?))`,
    )
    .raw();
  const acts = database
    .prepare(
      `SELECT r.source, r.target, r.info FROM json_each(?) f CROSS JOIN concept_relata r ON r.source = f.value
       WHERE (r.info & 7) = 0`,
    )
    .raw();
  const nodes = database
    .prepare('SELECT p.key, p.id, p.name, p.mask FROM json_each(?) f CROSS JOIN concept_primitives p ON p.key = f.value')
    .raw();
  return (concepts, version, content) => {
    const folded = JSON.stringify(concepts.map(foldName));
    const aliases = aliased.all(folded) as [number, string][];
    const roots = new Set([...(named.all(folded) as [number, string][]), ...aliases].map(([key]) => key));
    const closure = new Set(roots);
    const edges: Edge[] = [];
    for (let frontier = [...roots]; frontier.length > 0;) {
      const found = level.all(JSON.stringify(frontier)) as Edge[];
      frontier = [];
      for (const edge of found) {
        edges.push(edge);
        if (!closure.has(edge[1])) frontier.push(edge[1]);
        closure.add(edge[1]);
      }
    }
    const members = JSON.stringify([...closure]);
    const within = others.all(members, members) as Edge[];
    const outward = (acts.all(JSON.stringify([...roots])) as Edge[]).filter(edge => !closure.has(edge[1]));
    edges.push(...within, ...outward);
    for (const edge of outward) closure.add(edge[1]);
    const rows = collectNodes(nodes.iterate(JSON.stringify([...closure])));
    return buildSnapshot({
      version: String(version),
      complete: false,
      ...rows,
      edgeCount: edges.length,
      edgeSource: edges.map(edge => rows.positions.get(edge[0])!),
      edgeTarget: edges.map(edge => rows.positions.get(edge[1])!),
      edgeInfo: edges.map(edge => edge[2]),
      aliases: aliases.map(([key, alias]) => [alias, rows.positions.get(key)!]),
      primitive: position => content(rows.keys[position]!),
    });
  };
}

type Edge = readonly [source: number, target: number, info: number];

interface Nodes {
  readonly keys: number[];
  readonly ids: string[];
  readonly names: string[];
  readonly masks: number[];
  readonly positions: Map<number, number>;
}

function collectNodes(rows: IterableIterator<unknown>): Nodes {
  const nodes: Nodes = { keys: [], ids: [], names: [], masks: [], positions: new Map() };
  for (const [key, id, name, mask] of rows as IterableIterator<[number, string, string, number]>) {
    nodes.positions.set(key, nodes.keys.length);
    nodes.keys.push(key);
    nodes.ids.push(id);
    nodes.names.push(name);
    nodes.masks.push(mask);
  }
  return nodes;
}
