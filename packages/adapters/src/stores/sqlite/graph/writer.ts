import type { Depth, GraphChange, Primitive, PrimitiveMetrics } from '@licet/epistemic/store';
import {
  addMetrics,
  admit,
  admitAlias,
  aliasConflict,
  cyclicRelationship,
  danglingTarget,
  findCycle,
  foldConceptName,
  levelMask,
  nameConflict,
  packRemembered,
  rememberedOf,
  unpackRemembered,
} from '@licet/epistemic/store';
import type { Database } from './driver.ts';
import type { OutlineEdge } from './outline.ts';
import { packOutline } from './outline.ts';
import { depthsText, relatumRow } from './rows.ts';

/** Applies changes inside a transaction that the caller has begun. Returns whether the knowledge itself changed. */
export type ApplyChanges = (changes: readonly GraphChange[], revision: number) => boolean;

/** Prepares the statements that write. */
export function changeWriter(database: Database): ApplyChanges {
  const sql = prepareWrites(database);
  return (changes, revision) => {
    const put = new Map<string, Put>();
    for (const change of changes) applyOne(sql, change, revision, put);
    for (const change of put.values()) link(sql, admit(change.primitive));
    const cycle = findCycle(put.keys(), id => sql.successors.all(id) as string[]);
    if (cycle !== undefined) throw cyclicRelationship(cycle.map(id => sql.nameOf.get(id) as string));
    return changes.some(change => change.type !== 'count' && change.type !== 'propose' && change.type !== 'settle');
  };
}

/** A large import has no room for its concepts a second time, as they are stored: they are made again when their edges are written. */
type Put = Extract<GraphChange, { readonly type: 'put' }>;

type Writes = ReturnType<typeof prepareWrites>;

/** The statements about what a concept says, as against what it is connected to. */
function prepareContents(database: Database) {
  return {
    fill: database.prepare(
      `INSERT INTO concept_contents (key, depths, provenance, metrics, revision)
       SELECT key, ?, ?, ?, ? FROM concept_primitives WHERE id = ?
       ON CONFLICT (key) DO UPDATE SET depths = excluded.depths, provenance = excluded.provenance,
         metrics = coalesce(excluded.metrics, metrics), revision = excluded.revision`,
    ),
    levels: database.prepare('SELECT depths FROM concept_contents WHERE key = ?').pluck(),
    touch: database.prepare('UPDATE concept_contents SET revision = ? WHERE key = ?'),
    counted: database
      .prepare('SELECT metrics FROM concept_contents WHERE key = (SELECT key FROM concept_primitives WHERE id = ?)')
      .pluck(),
    metrics: database.prepare(
      'UPDATE concept_contents SET metrics = ? WHERE key = (SELECT key FROM concept_primitives WHERE id = ?)',
    ),
  };
}

function prepareWrites(database: Database) {
  const plucked = (text: string) => database.prepare(text).pluck();
  return {
    ...prepareContents(database),
    keyOf: plucked('SELECT key FROM concept_primitives WHERE id = ?'),
    nameOf: plucked('SELECT name FROM concept_primitives WHERE id = ?'),
    holder: database.prepare('SELECT id, name FROM concept_primitives WHERE folded = ?'),
    aliased: database.prepare(
      'SELECT p.id, p.name FROM concept_aliases a JOIN concept_primitives p ON p.key = a.target WHERE a.folded = ?',
    ),
    upsert: database.prepare(
      `INSERT INTO concept_primitives (id, name, folded, mask, edges, memory) VALUES (?, ?, ?, ?, x'', ?)
       ON CONFLICT (id) DO UPDATE SET name = excluded.name, folded = excluded.folded, mask = excluded.mask, memory = excluded.memory`,
    ),
    remember: database.prepare('UPDATE concept_primitives SET memory = ? WHERE id = ?'),
    rememberedOf: plucked('SELECT memory FROM concept_primitives WHERE id = ?'),
    outline: database.prepare('UPDATE concept_primitives SET edges = ? WHERE key = ?'),
    outlined: database.prepare('SELECT target, info FROM concept_relata WHERE source = ?').raw(),
    unlink: database.prepare('DELETE FROM concept_relata WHERE source = ?'),
    link: database.prepare('INSERT INTO concept_relata (source, info, target, data) VALUES (?, ?, ?, ?)'),
    sources: plucked('SELECT DISTINCT source FROM concept_relata WHERE target = ? AND source <> ?'),
    edgeLevels: plucked('SELECT DISTINCT (info >> 3) & 7 FROM concept_relata WHERE source = ?'),
    mask: database.prepare('UPDATE concept_primitives SET mask = ? WHERE key = ?'),
    remove: database.prepare('DELETE FROM concept_primitives WHERE key = ?'),
    alias: database.prepare('INSERT OR REPLACE INTO concept_aliases (folded, target) VALUES (?, ?)'),
    unalias: database.prepare('DELETE FROM concept_aliases WHERE folded = ?'),
    propose: database.prepare('INSERT OR REPLACE INTO concept_proposals (id, content) VALUES (?, ?)'),
    settle: database.prepare('DELETE FROM concept_proposals WHERE id = ?'),
    successors: plucked(
      `SELECT t.id FROM concept_primitives s JOIN concept_relata r ON r.source = s.key JOIN concept_primitives t ON t.key = r.target
       WHERE s.id = ? AND (r.info & 512) <> 0`,
    ),
  };
}

interface Holder {
  readonly id: string;
  readonly name: string;
}

function applyOne(sql: Writes, change: GraphChange, revision: number, put: Map<string, Put>): void {
  if (change.type === 'put') {
    const primitive = admit(change.primitive);
    insert(sql, primitive, revision);
    put.set(primitive.id, change);
  } else if (change.type === 'remove') {
    put.delete(change.id);
    remove(sql, change.id, revision);
  } else if (change.type === 'alias') addAlias(sql, change.alias, change.targetId);
  else if (change.type === 'unalias') sql.unalias.run(foldConceptName(change.alias));
  else if (change.type === 'propose') sql.propose.run(change.proposal.id, change.proposal.content);
  else if (change.type === 'settle') sql.settle.run(change.proposalId);
  else {
    count(sql, change.id, change.metrics);
    if (change.type === 'use') touch(sql, change.id, revision);
  }
}

function storedMetrics(sql: Writes, id: string): PrimitiveMetrics | undefined {
  const stored = sql.counted.get(id) as string | null | undefined;
  return typeof stored === 'string' ? (JSON.parse(stored) as PrimitiveMetrics) : undefined;
}

function count(sql: Writes, id: string, metrics: PrimitiveMetrics): void {
  const after = addMetrics(storedMetrics(sql, id), metrics);
  sql.metrics.run(JSON.stringify(after), id);
  const before = sql.rememberedOf.get(id) as Uint8Array | undefined;
  if (before === undefined) return;
  const { confirmedAt, levelsAt } = unpackRemembered(before);
  const used = after.lastGrounded === null ? 0 : Date.parse(after.lastGrounded) || 0;
  const { groundingCount: successes, failureCount: failures } = after;
  sql.remember.run(packRemembered({ confirmedAt: Math.max(confirmedAt, used), successes, failures, levelsAt }), id);
}

function touch(sql: Writes, id: string, revision: number): void {
  const key = sql.keyOf.get(id) as number | undefined;
  if (key !== undefined) sql.touch.run(revision, key);
}

function insert(sql: Writes, primitive: Primitive, revision: number): void {
  const folded = foldConceptName(primitive.name);
  const holder = (sql.holder.get(folded) ?? sql.aliased.get(folded)) as Holder | undefined;
  const isOwn = holder?.id === primitive.id && sql.aliased.get(folded) === undefined;
  if (holder !== undefined && !isOwn) throw nameConflict(primitive.name, holder.name);
  const counted = primitive.metrics ?? storedMetrics(sql, primitive.id);
  const remembered = rememberedOf(counted === undefined ? primitive : { ...primitive, metrics: counted });
  sql.upsert.run(primitive.id, primitive.name, folded, levelMask(primitive), packRemembered(remembered));
  const metrics = primitive.metrics === undefined ? null : JSON.stringify(primitive.metrics);
  sql.fill.run(depthsText(primitive), JSON.stringify(primitive.provenance), metrics, revision, primitive.id);
}

function link(sql: Writes, primitive: Primitive): void {
  const source = sql.keyOf.get(primitive.id) as number;
  const edges: OutlineEdge[] = [];
  sql.unlink.run(source);
  for (const depth of primitive.depths) {
    for (const relatum of depth.relata) {
      const target = sql.keyOf.get(relatum.targetId) as number | undefined;
      if (target === undefined) throw danglingTarget(primitive.name, relatum.targetId);
      const [info, data] = relatumRow(depth, relatum);
      sql.link.run(source, info, target, data);
      edges.push([target, info]);
    }
  }
  sql.outline.run(packOutline(edges), source);
}

function remove(sql: Writes, id: string, revision: number): void {
  const key = sql.keyOf.get(id) as number | undefined;
  if (key === undefined) return;
  const sources = sql.sources.all(key, key) as number[];
  sql.remove.run(key);
  for (const source of sources) {
    sql.mask.run(maskOf(sql, source), source);
    sql.outline.run(packOutline(sql.outlined.all(source) as OutlineEdge[]), source);
    sql.touch.run(revision, source);
  }
}

/** The levels that still count once edges are gone. */
function maskOf(sql: Writes, key: number): number {
  const depths = JSON.parse(sql.levels.get(key) as string) as Pick<Depth, 'level' | 'properties'>[];
  const withEdges = new Set(sql.edgeLevels.all(key) as number[]);
  const counts = depths.filter(
    ({ level, properties }) => level === 0 || withEdges.has(level) || Object.keys(properties).length > 0,
  );
  return counts.reduce((mask, { level }) => mask | (1 << level), 0);
}

function addAlias(sql: Writes, alias: string, targetId: string): void {
  admitAlias(alias);
  const target = sql.keyOf.get(targetId) as number | undefined;
  if (target === undefined) throw danglingTarget(alias, targetId);
  const folded = foldConceptName(alias);
  const named = sql.holder.get(folded) as Holder | undefined;
  if (named !== undefined) throw aliasConflict(alias, named.name);
  const known = sql.aliased.get(folded) as Holder | undefined;
  if (known !== undefined && known.id !== targetId) throw aliasConflict(alias, known.name);
  sql.alias.run(folded, target);
}
