import type { Depth, DepthLevel, Primitive, Provenance, Relatum, Remembered } from '@licet/epistemic/store';
import {
  EpistemicError,
  admit,
  edgeRelation,
  edgeSourceDepth,
  edgeTargetDepth,
  packEdge,
  unpackRemembered,
} from '@licet/epistemic/store';
import type { Database, Statement } from './driver.ts';

interface PrimitiveRow {
  readonly key: number;
  readonly id: string;
  readonly name: string;
  readonly depths: string;
  readonly provenance: string;
  readonly metrics: string | null;
  readonly revision: number;
}

type DepthRow = Omit<Depth, 'relata'>;
type RelatumData = Partial<Pick<Relatum, 'metadata' | 'policies' | 'provenance'>>;

/** The text of the depths column: the levels without their edges. */
export function depthsText(primitive: Primitive): string {
  return JSON.stringify(primitive.depths.map(({ level, properties, provenance }) => ({ level, properties, provenance })));
}

/** The packed edge and the data column of one edge. */
export function relatumRow(depth: Depth, relatum: Relatum): readonly [info: number, data: string | null] {
  const data: RelatumData = {
    ...(Object.keys(relatum.metadata).length === 0 ? {} : { metadata: relatum.metadata }),
    ...(relatum.policies.length === 0 ? {} : { policies: relatum.policies }),
    ...(sameProvenance(relatum.provenance, depth.provenance) ? {} : { provenance: relatum.provenance }),
  };
  const info = packEdge(relatum.relation, depth.level, relatum.targetDepth, relatum.policies.length > 0);
  return [info, Object.keys(data).length === 0 ? null : JSON.stringify(data)];
}

/** Reads whole primitives. */
export interface PrimitiveReader {
  readonly byId: (id: string) => Primitive | undefined;
  readonly byFolded: (folded: string) => Primitive | undefined;
  /** As it was at a version of the graph, or `snapshot_stale`. */
  readonly asOf: (key: number, version: number) => Primitive;
  /** Its provenance alone, with the same condition. */
  readonly provenanceAsOf: (key: number, version: number) => Provenance;
  /** What memory knows of it, with the same condition. */
  readonly rememberedAsOf: (key: number, version: number) => Remembered;
}

/** Prepares the statements that read whole primitives. A row that cannot be read is `graph_corrupt`. */
export function primitiveReader(database: Database): PrimitiveReader {
  const whole =
    'SELECT p.key, p.id, p.name, c.depths, c.provenance, c.metrics, c.revision FROM concept_primitives p JOIN concept_contents c USING (key)';
  const byId = database.prepare(`${whole} WHERE p.id = ?`);
  const byFolded = database.prepare(`${whole} WHERE p.folded = ?`);
  const byKey = database.prepare(`${whole} WHERE p.key = ?`);
  const originOf = database.prepare('SELECT provenance, revision FROM concept_contents WHERE key = ?');
  const memoryOf = database.prepare(
    'SELECT p.memory, c.revision FROM concept_primitives p JOIN concept_contents c USING (key) WHERE p.key = ?',
  );
  const edges = database
    .prepare('SELECT r.info, p.id, r.data FROM concept_relata r JOIN concept_primitives p ON p.key = r.target WHERE r.source = ?')
    .raw();
  const read = (row: unknown): Primitive | undefined => (row === undefined ? undefined : hydrate(row as PrimitiveRow, edges));
  return {
    byId: id => read(byId.get(id)),
    byFolded: folded => read(byFolded.get(folded)),
    asOf(key, version) {
      const row = byKey.get(key) as PrimitiveRow | undefined;
      if (row !== undefined && row.revision <= version) return hydrate(row, edges);
      throw stale(version);
    },
    provenanceAsOf(key, version) {
      const row = originOf.get(key) as Pick<PrimitiveRow, 'provenance' | 'revision'> | undefined;
      if (row !== undefined && row.revision <= version) return readProvenance(row.provenance);
      throw stale(version);
    },
    rememberedAsOf(key, version) {
      const row = memoryOf.get(key) as { readonly memory: Uint8Array; readonly revision: number } | undefined;
      if (row !== undefined && row.revision <= version) return unpackRemembered(row.memory);
      throw stale(version);
    },
  };
}

/** What is said of content that is looked at after the graph has changed. */
export function stale(version: number): EpistemicError {
  return new EpistemicError('snapshot_stale', `expected the graph as of version \`${version}\`, found that it has changed`);
}

function readProvenance(text: string): Provenance {
  try {
    return JSON.parse(text) as Provenance;
  } catch (cause) {
    throw new EpistemicError('graph_corrupt', 'expected a readable provenance, found damage', { cause });
  }
}

function hydrate(row: PrimitiveRow, edges: Statement): Primitive {
  try {
    const depths = JSON.parse(row.depths) as DepthRow[];
    const relata = edges.all(row.key) as [info: number, targetId: string, data: string | null][];
    const primitive: Primitive = {
      id: row.id,
      name: row.name,
      depths: depths.map(depth => joinEdges(depth, relata)),
      provenance: JSON.parse(row.provenance) as Provenance,
      ...(row.metrics === null ? {} : { metrics: JSON.parse(row.metrics) as NonNullable<Primitive['metrics']> }),
    };
    return admit(primitive);
  } catch (cause) {
    throw new EpistemicError('graph_corrupt', `expected a readable concept \`${row.name}\`, found damage`, { cause });
  }
}

function joinEdges(depth: DepthRow, rows: readonly (readonly [info: number, targetId: string, data: string | null])[]): Depth {
  const own = rows.filter(([info]) => edgeSourceDepth(info) === depth.level);
  const relata = own.map(([info, targetId, data]): Relatum => {
    const { metadata = {}, policies = [], provenance = depth.provenance } = JSON.parse(data ?? '{}') as RelatumData;
    const targetDepth = edgeTargetDepth(info) as DepthLevel;
    return { relation: edgeRelation(info), targetId, targetDepth, metadata, policies, provenance };
  });
  return { level: depth.level, properties: depth.properties, relata, provenance: depth.provenance };
}

function sameProvenance(a: Provenance, b: Provenance): boolean {
  return a.source === b.source && a.createdAt === b.createdAt && a.updatedAt === b.updatedAt && a.detail === b.detail;
}
