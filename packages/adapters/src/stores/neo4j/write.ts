import type { GraphChange, MemoryState, Primitive } from '@licet/epistemic/store';
import { EpistemicError, RELATION_TYPES, foldConceptName } from '@licet/epistemic/store';

import type { Run } from './schema.ts';

const COUNT = 'UNWIND $rows AS row MATCH (p:LicetConcept {id: row.id}) SET p.metrics = row.metrics';

const isCounted = (change: GraphChange): change is Extract<GraphChange, { readonly type: 'count' | 'use' }> =>
  change.type === 'count' || change.type === 'use';

/** One statement per kind of change; each takes a list of rows. */
const STATEMENTS: Readonly<Record<GraphChange['type'], string>> = {
  put: `UNWIND $rows AS row MERGE (p:LicetConcept {id: row.id})
    SET p.name = row.name, p.folded = row.folded, p.depths = row.depths, p.provenance = row.provenance,
      p.metrics = coalesce(row.metrics, p.metrics)
    WITH p OPTIONAL MATCH (p)-[r:${RELATION_TYPES.join('|')}]->() DELETE r`,
  remove: `UNWIND $rows AS row MATCH (p:LicetConcept {id: row.id})
    OPTIONAL MATCH (a:LicetAlias)-[:STANDS_FOR]->(p) DETACH DELETE a, p`,
  alias: `UNWIND $rows AS row MATCH (p:LicetConcept {id: row.targetId}) MERGE (a:LicetAlias {folded: row.folded}) MERGE (a)-[:STANDS_FOR]->(p)`,
  unalias: 'UNWIND $rows AS row MATCH (a:LicetAlias {folded: row.folded}) DETACH DELETE a',
  propose: 'UNWIND $rows AS row MERGE (p:LicetProposal {id: row.id}) SET p.content = row.content',
  settle: 'UNWIND $rows AS row MATCH (p:LicetProposal {id: row.id}) DELETE p',
  count: COUNT,
  use: COUNT,
};

/** What a writer finds when its turn has come. */
export interface Turn {
  readonly version: number;
  /** The token of the last write that moved the version. */
  readonly token: unknown;
}

/**
 * Takes the lock that serialises all writers of a graph, and returns the version as of then: what another writer has
 * committed is visible from here on, and no other transaction commits before this transaction ends.
 */
export async function lockVersion(run: Run): Promise<Turn> {
  const [row] = await run(
    "MATCH (g:LicetGraph {name: 'graph'}) SET g.locked = true WITH g RETURN g.version AS version, g.token AS token",
  );
  if (typeof row?.['version'] === 'number') return { version: row['version'], token: row['token'] };
  throw new EpistemicError('graph_corrupt', 'expected the version of the concept graph, found none');
}

/**
 * Lends the turn to write to `holder` until the time of the server is `leaseMs` later, unless another one has it. Returns whether it
 * has it. A holder that ends without giving it back loses it by then.
 */
export async function borrowTurn(run: Run, holder: string, leaseMs: number): Promise<boolean> {
  const rows = await run(
    `MATCH (g:LicetGraph {name: 'graph'}) SET g.locked = true
     WITH g WHERE g.turn IS NULL OR g.turn = $holder OR g.turnEnds < timestamp()
     SET g.turn = $holder, g.turnEnds = timestamp() + toInteger($leaseMs) RETURN g.turn AS turn`,
    { holder, leaseMs },
  );
  return rows.length > 0;
}

/** Gives a turn back, unless another writer has it by now. */
export async function returnTurn(run: Run, holder: string): Promise<void> {
  await run("MATCH (g:LicetGraph {name: 'graph'}) WHERE g.turn = $holder REMOVE g.turn, g.turnEnds", { holder });
}

/**
 * Reads the counters that changes would add to. Counting moves no version, so what is cached of them may be old.
 */
export async function refreshMetrics(run: Run, changes: readonly GraphChange[], { primitives }: MemoryState): Promise<void> {
  const ids = [...new Set(changes.flatMap(change => (isCounted(change) ? [change.id] : [])))];
  if (ids.length === 0) return;
  const rows = await run('MATCH (p:LicetConcept) WHERE p.id IN $ids RETURN p.id AS id, p.metrics AS metrics', { ids });
  for (const { id, metrics } of rows) {
    const primitive = primitives.get(id as string);
    if (primitive === undefined || typeof metrics !== 'string') continue;
    primitives.set(primitive.id, { ...primitive, metrics: JSON.parse(metrics) as NonNullable<Primitive['metrics']> });
  }
}

/**
 * Writes changes that have already been applied to `state`, in order, in as many statements as there are runs of the
 * same kind; edges come last, and each one is counted: an edge that was not created is a fault, never a silent loss.
 */
export async function writeChanges(run: Run, changes: readonly GraphChange[], state: MemoryState): Promise<void> {
  for (let start = 0; start < changes.length;) {
    const { type } = changes[start]!;
    let end = start;
    while (end < changes.length && changes[end]!.type === type) end += 1;
    await run(STATEMENTS[type], { rows: changes.slice(start, end).map(change => rowOf(change, state)) });
    start = end;
  }
  const ids = new Set(changes.flatMap(change => (change.type === 'put' ? [change.primitive.id] : [])));
  const primitives = [...ids].map(id => state.primitives.get(id)).filter(primitive => primitive !== undefined);
  await writeEdges(run, primitives);
}

/**
 * Moves the version on, and signs it. When the connection breaks between a commit and its acknowledgement, the driver
 * repeats the transaction; the signature then tells that it was made already.
 */
export async function advanceVersion(run: Run, version: number, token: string): Promise<void> {
  await run("MATCH (g:LicetGraph {name: 'graph'}) SET g.version = toInteger($version), g.token = $token", { version, token });
}

/** Removes everything but the version node, damaged or not, and returns how many concepts there were. */
export async function wipe(run: Run): Promise<number> {
  const [counted] = await run('MATCH (p:LicetConcept) RETURN count(p) AS concepts');
  for (const label of ['LicetConcept', 'LicetAlias', 'LicetProposal']) await run(`MATCH (n:${label}) DETACH DELETE n`);
  return counted?.['concepts'] as number;
}

async function writeEdges(run: Run, primitives: readonly Primitive[]): Promise<void> {
  const all = primitives.flatMap(primitive =>
    primitive.depths.flatMap(depth =>
      depth.relata.map(({ relation, targetId, targetDepth, metadata, policies, provenance }) => ({
        relation,
        row: {
          source: primitive.id,
          level: depth.level,
          target: targetId,
          depth: targetDepth,
          data: JSON.stringify({ metadata, policies, provenance }),
        },
      })),
    ),
  );
  for (const relation of RELATION_TYPES) {
    const rows = all.filter(edge => edge.relation === relation).map(edge => edge.row);
    if (rows.length === 0) continue;
    const [counted] = await run(
      `UNWIND $rows AS row MATCH (s:LicetConcept {id: row.source}) MATCH (t:LicetConcept {id: row.target})
       CREATE (s)-[r:${relation} {source_depth: toInteger(row.level), target_depth: toInteger(row.depth), data: row.data}]->(t)
       RETURN count(r) AS created`,
      { rows },
    );
    if (counted?.['created'] === rows.length) continue;
    throw new EpistemicError(
      'graph_corrupt',
      `expected ${rows.length} ${relation} edges to be created, found ${String(counted?.['created'])}`,
    );
  }
}

function rowOf(change: GraphChange, state: MemoryState): object {
  if (change.type === 'put') return primitiveRow(state.primitives.get(change.primitive.id) ?? change.primitive, change.primitive);
  if (change.type === 'alias') return { folded: foldConceptName(change.alias), targetId: change.targetId };
  if (change.type === 'unalias') return { folded: foldConceptName(change.alias) };
  if (change.type === 'propose') return change.proposal;
  if (change.type === 'settle') return { id: change.proposalId };
  if (isCounted(change))
    return { id: change.id, metrics: JSON.stringify(state.primitives.get(change.id)?.metrics ?? change.metrics) };
  return { id: change.id };
}

function primitiveRow(stored: Primitive, { name, metrics }: Primitive): object {
  return {
    id: stored.id,
    name: name.normalize('NFC'),
    folded: foldConceptName(name),
    depths: JSON.stringify(stored.depths.map(({ level, properties, provenance }) => ({ level, properties, provenance }))),
    provenance: JSON.stringify(stored.provenance),
    metrics: metrics === undefined ? null : JSON.stringify(metrics),
  };
}
