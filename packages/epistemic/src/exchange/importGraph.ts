import type { ConceptGraph, GraphChange } from '../graph/conceptGraph.ts';
import type { GraphSnapshot } from '../graph/snapshot.ts';
import { snapshotOf } from '../graph/snapshotOf.ts';
import type { DepthRecordInput, RelatumInput } from '../model/define.ts';
import { definePrimitive } from '../model/define.ts';
import { foldName } from '../model/name.ts';
import type { EdgePolicyInput } from '../model/policy.ts';
import type { Primitive } from '../model/primitive.ts';
import type { Provenance } from '../model/provenance.ts';
import { provenance } from '../model/provenance.ts';
import { EpistemicError } from '../errors.ts';
import type {
  DepthDocument,
  GraphDocument,
  PolicyDocument,
  PrimitiveDocument,
  ProvenanceDocument,
  RelatumDocument,
} from './document.ts';

/** How a document enters a graph. */
export interface ImportOptions {
  /** The time that new knowledge without a provenance of its own is given, in milliseconds since the epoch. */
  readonly now: number;
  /** Makes the id of a concept that has none and is new. @defaultValue a random UUID */
  readonly newId?: () => string;
  /** Removes everything else from the graph, pending proposals too, in the same write. @defaultValue false */
  readonly replace?: boolean;
}

/**
 * Puts every concept and alias of a document into a graph, in one write: all or nothing. A concept that the graph
 * knows by name keeps its id and takes the document's content; concepts that the document does not mention stay.
 * Importing the same document again changes nothing. Returns the number of concepts.
 */
export async function importGraph(graph: ConceptGraph, document: GraphDocument, options: ImportOptions): Promise<number> {
  const snapshot = await graph.snapshot();
  const changes =
    options.replace === true
      ? await replacement(graph, snapshot, document, options)
      : documentChanges(snapshot, document, options);
  await graph.write(changes, { ifVersion: snapshot.version });
  return document.primitives.length;
}

async function replacement(
  graph: ConceptGraph,
  snapshot: GraphSnapshot,
  document: GraphDocument,
  options: ImportOptions,
): Promise<GraphChange[]> {
  const removals = snapshot.ids.map((id): GraphChange => ({ type: 'remove', id }));
  const settled = (await graph.proposals()).map(({ id }): GraphChange => ({ type: 'settle', proposalId: id }));
  return [...removals, ...settled, ...documentChanges(snapshotOf('0', [], []), document, options)];
}

/** The changes that {@link importGraph} would write into a graph with this content. */
export function documentChanges(snapshot: GraphSnapshot, document: GraphDocument, options: ImportOptions): GraphChange[] {
  const ids = new Map<string, string>();
  for (const { name, id } of document.primitives) {
    const known = snapshot.byName.get(foldName(name));
    const kept = known === undefined ? (id ?? options.newId?.() ?? crypto.randomUUID()) : snapshot.ids[known]!;
    if (ids.has(foldName(name))) throw new EpistemicError('invalid_document', `expected \`${name}\` once, found it twice`);
    ids.set(foldName(name), kept);
  }
  const idOf = (name: string, owner: string): string => {
    const known = snapshot.byName.get(foldName(name));
    const id = ids.get(foldName(name)) ?? (known === undefined ? undefined : snapshot.ids[known]);
    if (id !== undefined) return id;
    throw new EpistemicError('dangling_target', `expected \`${owner}\` to point at a concept, found no \`${name}\``);
  };
  const puts = document.primitives.map((primitive): GraphChange => {
    const id = ids.get(foldName(primitive.name))!;
    return { type: 'put', primitive: readPrimitive(primitive, id, idOf, options.now) };
  });
  const aliases = Object.entries(document.aliases ?? {}).map(([alias, name]): GraphChange => ({
    type: 'alias',
    alias,
    targetId: idOf(name, alias),
  }));
  return [...puts, ...aliases];
}

type IdOf = (name: string, owner: string) => string;

function readPrimitive(document: PrimitiveDocument, id: string, idOf: IdOf, now: number): Primitive {
  const own = document.provenance === undefined ? provenance('authored', now) : readProvenance(document.provenance);
  const depths = (document.depths ?? []).map(depth => readDepth(depth, document.name, idOf));
  return definePrimitive({ name: document.name, id, depths, provenance: own });
}

function readDepth(document: DepthDocument, owner: string, idOf: IdOf): DepthRecordInput {
  return {
    level: document.level,
    ...(document.properties === undefined ? {} : { properties: document.properties }),
    relata: (document.relata ?? []).map(relatum => readRelatum(relatum, idOf(relatum.target, owner))),
    ...(document.provenance === undefined ? {} : { provenance: readProvenance(document.provenance) }),
  };
}

function readRelatum(document: RelatumDocument, targetId: string): RelatumInput {
  return {
    relation: document.relation,
    targetId,
    targetDepth: document.target_depth,
    ...(document.metadata === undefined ? {} : { metadata: document.metadata }),
    policies: (document.policies ?? []).map(readPolicy),
    ...(document.provenance === undefined ? {} : { provenance: readProvenance(document.provenance) }),
  };
}

/** Turns a policy as written in a document into the form that `edgePolicy` completes. */
export function readPolicy(document: PolicyDocument): EdgePolicyInput {
  return {
    name: document.name,
    ...(document.requires_confirmation === undefined ? {} : { requiresConfirmation: document.requires_confirmation }),
    ...(document.confirm === undefined ? {} : { confirm: document.confirm }),
    ...(document.trigger_cardinality === undefined ? {} : { triggerCardinality: document.trigger_cardinality }),
    ...(document.callback === undefined ? {} : { callback: document.callback }),
    ...(document.confirmation_message === undefined ? {} : { confirmationMessage: document.confirmation_message }),
    ...(document.metadata === undefined ? {} : { metadata: document.metadata }),
  };
}

function readProvenance(document: ProvenanceDocument): Provenance {
  return {
    source: document.source,
    createdAt: document.created_at,
    updatedAt: document.updated_at,
    ...(document.detail === undefined ? {} : { detail: document.detail }),
  };
}
