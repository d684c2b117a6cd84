import type { ConceptGraph } from '../graph/conceptGraph.ts';
import type { GraphSnapshot } from '../graph/snapshot.ts';
import { compareText } from '../model/name.ts';
import type { EdgePolicy } from '../model/policy.ts';
import { DEFAULT_CONFIRMATION } from '../model/policy.ts';
import type { Depth, Primitive, Relatum } from '../model/primitive.ts';
import type { Provenance } from '../model/provenance.ts';
import { RELATION_TYPES } from '../model/relation.ts';
import type {
  DepthDocument,
  DepthText,
  GraphDocument,
  PolicyDocument,
  PrimitiveDocument,
  ProvenanceDocument,
  RelatumDocument,
} from './document.ts';

/**
 * The whole graph as plain data: concepts by folded name, edges in canonical order with their targets by name, keys in
 * a fixed order, defaults left out. The same knowledge gives the same bytes from every store. Counters and proposals
 * stay behind.
 */
export async function exportGraph(graph: ConceptGraph): Promise<GraphDocument> {
  return exportSnapshot(await graph.snapshot());
}

/** The JSON text of a graph document, two spaces deep, with a line feed at the end. */
export function graphJson(document: GraphDocument): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** What {@link exportGraph} gives for a graph with this content. */
export function exportSnapshot(snapshot: GraphSnapshot): GraphDocument {
  const nameById = new Map(snapshot.ids.map((id, index) => [id, snapshot.names[index]!] as const));
  const primitives = snapshot.names.map((_, index) => writePrimitive(snapshot.primitive(index), nameById));
  const aliases = [...snapshot.byAlias].sort(([a], [b]) => compareText(a, b));
  return {
    version: 1,
    primitives,
    ...(aliases.length === 0
      ? {}
      : { aliases: Object.fromEntries(aliases.map(([alias, index]) => [alias, snapshot.names[index]!])) }),
  };
}

type Names = ReadonlyMap<string, string>;

const writePrimitive = (primitive: Primitive, names: Names): PrimitiveDocument => ({
  name: primitive.name,
  id: primitive.id,
  provenance: writeProvenance(primitive.provenance),
  depths: primitive.depths.map(depth => writeDepth(depth, primitive.provenance, names)),
});

function writeDepth(depth: Depth, inherited: Provenance, names: Names): DepthDocument {
  const relata = depth.relata.map(relatum => writeRelatum(relatum, depth.provenance, names)).sort(compareEdges);
  return {
    level: `D${depth.level}`,
    ...(Object.keys(depth.properties).length === 0 ? {} : { properties: depth.properties }),
    ...(relata.length === 0 ? {} : { relata }),
    ...(same(depth.provenance, inherited) ? {} : { provenance: writeProvenance(depth.provenance) }),
  };
}

const compareEdges = (a: RelatumDocument, b: RelatumDocument): number =>
  RELATION_TYPES.indexOf(a.relation) - RELATION_TYPES.indexOf(b.relation) ||
  compareText(a.target, b.target) ||
  compareText(a.target_depth, b.target_depth);

const writeRelatum = (relatum: Relatum, inherited: Provenance, names: Names): RelatumDocument => ({
  relation: relatum.relation,
  target: names.get(relatum.targetId)!,
  target_depth: `D${relatum.targetDepth}` as DepthText,
  ...(Object.keys(relatum.metadata).length === 0 ? {} : { metadata: relatum.metadata }),
  ...(relatum.policies.length === 0 ? {} : { policies: relatum.policies.map(writePolicy) }),
  ...(same(relatum.provenance, inherited) ? {} : { provenance: writeProvenance(relatum.provenance) }),
});

const writePolicy = (policy: EdgePolicy): PolicyDocument => ({
  name: policy.name,
  requires_confirmation: policy.requiresConfirmation,
  ...(policy.confirm === 'always' ? {} : { confirm: policy.confirm }),
  trigger_cardinality: policy.triggerCardinality,
  ...(policy.callback === null ? {} : { callback: policy.callback }),
  ...(policy.confirmationMessage === DEFAULT_CONFIRMATION ? {} : { confirmation_message: policy.confirmationMessage }),
  ...(Object.keys(policy.metadata).length === 0 ? {} : { metadata: policy.metadata }),
});

const writeProvenance = (provenance: Provenance): ProvenanceDocument => ({
  source: provenance.source,
  created_at: provenance.createdAt,
  updated_at: provenance.updatedAt,
  ...(provenance.detail === undefined ? {} : { detail: provenance.detail }),
});

const same = (a: Provenance, b: Provenance): boolean =>
  a.source === b.source && a.createdAt === b.createdAt && a.updatedAt === b.updatedAt && a.detail === b.detail;
