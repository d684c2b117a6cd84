import {
  buildSnapshot,
  edgeIsTransitive,
  edgeRelation,
  foldConceptName,
  resolve,
  unpackRemembered,
  wordStarts,
} from '@licet/epistemic/store';
import type { GraphSnapshot } from '@licet/epistemic/store';
import type { Database } from './driver.ts';
import type { Content, OutlineRow } from './load.ts';
import { readOutline } from './outline.ts';

/** An alias with the row key of its concept. */
type Renamed = readonly [alias: string, target: number];

/** The concepts that words stand for, and the aliases that lead to them. */
interface Meant {
  /** Row keys; some may be there twice. */
  readonly keys: readonly number[];
  readonly renamed: readonly Renamed[];
}

/** Finds what words mean that are neither names nor aliases: forms, and the concepts in a phrase. */
type FindWords = (unclear: readonly string[]) => Meant;

/**
 * Prepares the statements that look for words, without loading the graph. Only names and aliases that begin like one of
 * the words are read, from the indexes on them, and resolved by the same rules as in a snapshot.
 */
function wordFinder(database: Database): FindWords {
  const between = (table: string, column: string) =>
    database.prepare(`SELECT folded, ${column} FROM ${table} WHERE folded >= ? AND folded < ?`).raw();
  const [named, renamed] = [between('concept_primitives', 'key'), between('concept_aliases', 'target')];
  return unclear => {
    const [byName, byAlias] = [new Map<string, number>(), new Map<string, number>()];
    for (const range of new Map(unclear.flatMap(wordStarts))) {
      for (const [name, key] of named.iterate(...range) as IterableIterator<[string, number]>) byName.set(name, key);
      for (const [alias, key] of renamed.iterate(...range) as IterableIterator<[string, number]>) byAlias.set(alias, key);
    }
    const lexicon = { byName, byAlias };
    const matches = unclear.flatMap(concept => resolve(lexicon, concept, true));
    const keys = matches.flatMap(match => ('index' in match ? [match.index] : match.by === 'ambiguous' ? match.candidates : []));
    const found = new Set(keys);
    return { keys, renamed: [...byAlias].filter(([, key]) => found.has(key)) };
  };
}

/** Reads only what the grounding of some names can see. */
export type LoadPart = (concepts: readonly string[], version: number, content: Content) => GraphSnapshot;

type ReadRows = (keys: Iterable<number>) => readonly OutlineRow[];

/**
 * Prepares the statements that load a part: the named concepts with their closure, the edges between the members, and
 * what the named ones apply to. A row brings its edges along, so the closure is read level by level: one statement for
 * each level, never one for each node.
 */
export function partLoader(database: Database): LoadPart {
  const rowsBy = (column: string) =>
    database
      .prepare(
        `SELECT p.key, p.id, p.name, p.mask, p.edges, p.memory FROM json_each(?) f CROSS JOIN concept_primitives p ON p.${column} = f.value`,
      )
      .raw();
  const [byName, byKey] = [rowsBy('folded'), rowsBy('key')];
  const aliases = database.prepare('SELECT folded, target FROM concept_aliases WHERE folded IN (SELECT value FROM json_each(?))');
  aliases.raw();
  const read: ReadRows = keys => {
    const wanted = JSON.stringify([...keys]);
    return wanted === '[]' ? [] : (byKey.all(wanted) as OutlineRow[]);
  };
  const findWords = wordFinder(database);
  return (concepts, version, content) => {
    const names = [...new Set(concepts.map(foldConceptName))];
    const named = byName.all(JSON.stringify(names)) as OutlineRow[];
    if (named.length === names.length) return layPart(walk(named, read), [], version, content);
    const renamed = aliases.all(JSON.stringify(names)) as Renamed[];
    const clear = new Set([...named.map(row => foldConceptName(row[2])), ...renamed.map(([alias]) => alias)]);
    const meant = findWords(concepts.filter(concept => !clear.has(foldConceptName(concept))));
    const more = new Set([...renamed.map(([, key]) => key), ...meant.keys]);
    for (const row of named) more.delete(row[0]);
    return layPart(walk([...named, ...read(more)], read), [...renamed, ...meant.renamed], version, content);
  };
}

/** The rows of a part, roots first and members before those that only stand outside, with the edges that count. */
interface Part {
  readonly rows: OutlineRow[];
  readonly positions: Map<number, number>;
  readonly sources: number[];
  /** Row keys. */
  readonly targets: number[];
  readonly infos: number[];
}

function walk(roots: readonly OutlineRow[], read: ReadRows): Part {
  const part: Part = { rows: [], positions: new Map(), sources: [], targets: [], infos: [] };
  for (let level = roots; level.length > 0;) level = read(addLevel(part, level));
  const outside = keepEdges(part, roots.length);
  for (const row of read(outside)) part.positions.set(row[0], part.rows.push(row) - 1);
  return part;
}

/** Adds the rows of one level with all their edges. Returns the members of the next one. */
function addLevel({ rows, positions, sources, targets, infos }: Part, level: readonly OutlineRow[]): Set<number> {
  const next = new Set<number>();
  for (const row of level) positions.set(row[0], rows.push(row) - 1);
  for (const row of level) {
    const source = positions.get(row[0])!;
    readOutline(row[4], (target, info) => {
      sources.push(source);
      targets.push(target);
      infos.push(info);
      if (edgeIsTransitive(info) && !positions.has(target)) next.add(target);
    });
  }
  return next;
}

/** Drops the edges that lead out of the closure, except to what a root applies to. Returns those objects. */
function keepEdges({ positions, sources, targets, infos }: Part, roots: number): Set<number> {
  const outside = new Set<number>();
  let kept = 0;
  for (let edge = 0; edge < infos.length; edge += 1) {
    const target = targets[edge]!;
    if (!positions.has(target)) {
      if (sources[edge]! >= roots || edgeRelation(infos[edge]!) !== 'APPLIES_TO') continue;
      outside.add(target);
    }
    [sources[kept], targets[kept], infos[kept]] = [sources[edge]!, target, infos[edge]!];
    kept += 1;
  }
  for (const list of [sources, targets, infos]) list.length = kept;
  return outside;
}

function layPart(part: Part, renamed: readonly Renamed[], version: number, content: Content): GraphSnapshot {
  const { rows, positions } = part;
  return buildSnapshot({
    version: String(version),
    complete: false,
    hasForms: true,
    ids: rows.map(row => row[1]),
    names: rows.map(row => row[2]),
    masks: rows.map(row => row[3]),
    edgeCount: part.infos.length,
    edgeSource: part.sources,
    edgeTarget: part.targets.map(key => positions.get(key)!),
    edgeInfo: part.infos,
    aliases: renamed.map(([alias, key]) => [alias, positions.get(key)!]),
    primitive: position => content.primitive(rows[position]![0]),
    provenance: position => content.provenance(rows[position]![0]),
    remembered: position => unpackRemembered(rows[position]![5]),
  });
}
