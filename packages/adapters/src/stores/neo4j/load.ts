import type { Depth, DepthLevel, MemoryState, PendingProposal, Primitive, RelationType, Relatum } from '@licet/epistemic/store';
import { EpistemicError, RELATION_TYPES, admit, emptyState, foldConceptName } from '@licet/epistemic/store';
import type { Row, Run } from './schema.ts';

/** The whole graph at one version. */
export interface LoadedGraph {
  readonly version: number;
  readonly state: MemoryState;
}

/** Returns the version of the graph: the probe that every check costs. */
export async function readVersion(run: Run): Promise<number> {
  const [row] = await run("MATCH (g:LicetGraph {name: 'graph'}) RETURN g.version AS version");
  if (typeof row?.['version'] === 'number') return row['version'];
  throw new EpistemicError('graph_corrupt', 'expected the version of the concept graph, found none');
}

/** How often a graph is read beside its writers before they are kept out. */
const QUIET_TRIES = 2;

/**
 * Reads the whole graph beside its writers. Statements of one transaction may see commits of others in between, so the
 * version is read before and after: the same one means that nothing was committed meanwhile. Undefined when there was
 * no such moment.
 */
export async function loadQuietly(run: Run): Promise<LoadedGraph | undefined> {
  for (let attempt = 0; attempt < QUIET_TRIES; attempt += 1) {
    const version = await readVersion(run);
    const state = await loadState(run);
    if ((await readVersion(run)) === version) return { version, state };
  }
  return undefined;
}

/** The proposals that wait, by id. */
export async function readProposals(run: Run): Promise<PendingProposal[]> {
  return (await run(
    'MATCH (p:LicetProposal) RETURN p.id AS id, p.content AS content ORDER BY p.id',
  )) as unknown as PendingProposal[];
}

/** Reads the whole graph: at one moment only where the transaction holds the writers' lock. */
export async function loadState(run: Run): Promise<MemoryState> {
  const state = emptyState();
  const nodes = await run(
    'MATCH (p:LicetConcept) RETURN p.id AS id, p.name AS name, p.depths AS depths, p.provenance AS provenance, p.metrics AS metrics',
  );
  const edges = await run(
    `MATCH (s:LicetConcept)-[r:${RELATION_TYPES.join('|')}]->(t:LicetConcept)
     RETURN s.id AS source, type(r) AS relation, r.source_depth AS level, t.id AS target, r.target_depth AS depth, r.data AS data`,
  );
  const bySource = new Map<string, Row[]>();
  for (const edge of edges) {
    const list = bySource.get(edge['source'] as string);
    if (list === undefined) bySource.set(edge['source'] as string, [edge]);
    else list.push(edge);
  }
  for (const node of nodes) {
    const primitive = hydrate(node, bySource.get(node['id'] as string) ?? []);
    state.primitives.set(primitive.id, primitive);
    state.names.set(foldConceptName(primitive.name), primitive.id);
  }
  const aliases = await run('MATCH (a:LicetAlias)-[:STANDS_FOR]->(p:LicetConcept) RETURN a.folded AS alias, p.id AS target');
  for (const row of aliases) {
    const alias = row['alias'] as string;
    state.aliases.set(alias, { alias, targetId: row['target'] as string });
  }
  return state;
}

function hydrate(node: Row, edges: readonly Row[]): Primitive {
  try {
    const depths = JSON.parse(node['depths'] as string) as Omit<Depth, 'relata'>[];
    const primitive: Primitive = {
      id: node['id'] as string,
      name: node['name'] as string,
      depths: depths.map(depth => withEdges(depth, edges)),
      provenance: JSON.parse(node['provenance'] as string) as Primitive['provenance'],
      ...(typeof node['metrics'] === 'string' && { metrics: JSON.parse(node['metrics']) as NonNullable<Primitive['metrics']> }),
    };
    return admit(primitive);
  } catch (cause) {
    throw new EpistemicError('graph_corrupt', `expected a readable concept \`${String(node['name'])}\`, found damage`, { cause });
  }
}

function withEdges(depth: Omit<Depth, 'relata'>, edges: readonly Row[]): Depth {
  const own = edges.filter(edge => edge['level'] === depth.level);
  return Object.assign({}, depth, { relata: own.map(readRelatum) });
}

function readRelatum(edge: Row): Relatum {
  const data = JSON.parse(edge['data'] as string) as Pick<Relatum, 'metadata' | 'policies' | 'provenance'>;
  return {
    relation: edge['relation'] as RelationType,
    targetId: edge['target'] as string,
    targetDepth: edge['depth'] as DepthLevel,
    ...data,
  };
}
