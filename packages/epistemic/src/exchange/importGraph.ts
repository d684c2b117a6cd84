import { canonicalJson } from '@licet/core/text';
import type { ConceptGraph, GraphChange } from '../graph/conceptGraph.ts';
import type { GraphSnapshot } from '../graph/snapshot.ts';
import { writeInTurn } from '../graph/turns.ts';
import { snapshotOf } from '../graph/buildSnapshot.ts';
import type { DepthRecordInput, RelatumInput } from '../model/define.ts';
import { definePrimitive } from '../model/define.ts';
import { foldConceptName } from '../model/name.ts';
import type { EdgePolicyInput } from '../model/policy.ts';
import type { Primitive } from '../model/primitive.ts';
import type { Provenance } from '../model/provenance.ts';
import { provenance } from '../model/provenance.ts';
import { visible } from '../render/escape.ts';
import { EpistemicError } from '../model/errors.ts';
import type {
  DepthDocument,
  GraphDocument,
  PolicyDocument,
  PrimitiveDocument,
  ProvenanceDocument,
  RelatumDocument,
} from './document.ts';
import { lossesOf, mergePrimitive } from './merge.ts';

/**
 * What an import does to the concepts that graph and document both know.
 *
 * - `merge`: adds what is new to them, and refuses a document that contradicts the graph.
 * - `update`: adds what is new, and takes the document's word where the two contradict each other.
 * - `replace`: gives them the document's content; whatever else was known of them is lost.
 * - `clear`: everything that is in the graph is removed first, other concepts and pending proposals too.
 */
export type ImportMode = 'merge' | 'update' | 'replace' | 'clear';

/** How a document enters a graph. */
export interface ImportOptions {
  /** The time that new knowledge without provenance is given, in milliseconds since the epoch. */
  readonly now: number;
  /** Makes the id of a concept that has none and is new. @defaultValue a random UUID */
  readonly newId?: () => string;
  /** @defaultValue 'merge' */
  readonly mode?: ImportMode;
}

/** What an import changed. */
export interface ImportResult {
  /** How many concepts the document has. */
  readonly concepts: number;
  /** What the graph knew and does not know any more, one line each. */
  readonly lost: readonly string[];
}

/**
 * Puts every concept and alias of a document into a graph, in one write: all or nothing. A concept that the graph knows
 * by name keeps its id, and unless the mode says otherwise everything that is known of it: levels, edges and policies
 * that people have taught stay. Concepts that the document does not mention stay. Importing the same document again
 * changes nothing. Throws `import_conflict`, naming every contradiction, for a document that cannot be merged.
 *
 * @example
 * ```ts
 * import { importGraph, memoryGraph, SEEDS } from '@licet/epistemic';
 *
 * const graph = memoryGraph();
 * (await importGraph(graph, SEEDS.gaps, { now: 0 })).concepts; // => 10
 * (await importGraph(graph, SEEDS.filesystem, { now: 0 })).lost; // => []
 * ```
 */
export async function importGraph(graph: ConceptGraph, document: GraphDocument, options: ImportOptions): Promise<ImportResult> {
  return writeInTurn(graph, async () => {
    const snapshot = await graph.snapshot();
    const prepared = prepareImport(snapshot, document, options);
    const settled = options.mode === 'clear' ? await graph.proposals() : [];
    const changes = [...settled.map(({ id }): GraphChange => ({ type: 'settle', proposalId: id })), ...prepared.changes];
    await graph.write(changes, { ifVersion: snapshot.version });
    return { concepts: document.primitives.length, lost: prepared.lost };
  });
}

/** The changes that {@link importGraph} would write into a graph with this content, pending proposals aside, and their losses. */
export function prepareImport(
  snapshot: GraphSnapshot,
  document: GraphDocument,
  options: ImportOptions,
): { readonly changes: GraphChange[]; readonly lost: readonly string[] } {
  const { mode = 'merge' } = options;
  if (mode === 'clear') return cleared(snapshot, document, options);
  const idOf = identities(snapshot, document, options);
  const names = new Map(snapshot.ids.map((id, index) => [id, snapshot.names[index]!] as const));
  const lost: string[] = [];
  const read = (each: PrimitiveDocument): Primitive => readPrimitive(each, idOf(each.name, each.name), idOf, options.now);
  const puts = document.primitives.flatMap((each): GraphChange[] => {
    const index = snapshot.byName.get(foldConceptName(each.name));
    if (index === undefined) return [new LatePut(read, each)];
    const known = snapshot.primitive(index);
    const primitive = mode === 'replace' ? read(each) : mergePrimitive(known, read(each));
    lost.push(...lossesOf(known, primitive, id => names.get(id) ?? id));
    return canonicalJson(primitive) === canonicalJson(known) ? [] : [{ type: 'put', primitive }];
  });
  if (mode === 'merge' && lost.length > 0) throw contradiction(lost);
  const aliases = Object.entries(document.aliases ?? {}).flatMap(([alias, name]): GraphChange[] => {
    const targetId = idOf(name, alias);
    const known = snapshot.byAlias.get(foldConceptName(alias));
    return known !== undefined && snapshot.ids[known] === targetId ? [] : [{ type: 'alias', alias, targetId }];
  });
  return { changes: [...puts, ...aliases], lost };
}

/** Puts a concept that is made when it is written: a large import has no room for all of them at once. */
class LatePut {
  readonly type = 'put' as const;
  readonly #make: (document: PrimitiveDocument) => Primitive;
  readonly #document: PrimitiveDocument;

  constructor(make: (document: PrimitiveDocument) => Primitive, document: PrimitiveDocument) {
    this.#make = make;
    this.#document = document;
  }

  get primitive(): Primitive {
    return this.#make(this.#document);
  }
}

function cleared(snapshot: GraphSnapshot, document: GraphDocument, options: ImportOptions): ReturnType<typeof prepareImport> {
  const removals = snapshot.ids.map((id): GraphChange => ({ type: 'remove', id }));
  const { changes } = prepareImport(snapshotOf('0', [], []), document, { ...options, mode: 'merge' });
  return { changes: [...removals, ...changes], lost: snapshot.names.map(name => visible(name)) };
}

function contradiction(lost: readonly string[]): EpistemicError {
  const found = lost.length === 1 ? 'another value' : 'other values';
  return new EpistemicError(
    'import_conflict',
    `expected a document that agrees with the graph, found ${found} for: ${lost.join('; ')}`,
  );
}

/** Finds the id of a concept that the document or the graph knows by name. */
function identities(snapshot: GraphSnapshot, document: GraphDocument, options: ImportOptions): IdOf {
  const ids = new Map<string, string>();
  for (const { name, id } of document.primitives) {
    const known = snapshot.byName.get(foldConceptName(name));
    const kept = known === undefined ? (id ?? options.newId?.() ?? crypto.randomUUID()) : snapshot.ids[known]!;
    if (ids.has(foldConceptName(name))) throw new EpistemicError('invalid_document', `expected \`${name}\` once, found it twice`);
    ids.set(foldConceptName(name), kept);
  }
  return (name, owner) => {
    const known = snapshot.byName.get(foldConceptName(name));
    const id = ids.get(foldConceptName(name)) ?? (known === undefined ? undefined : snapshot.ids[known]);
    if (id !== undefined) return id;
    throw new EpistemicError('dangling_target', `expected \`${owner}\` to point at a concept, found no \`${name}\``);
  };
}

type IdOf = (name: string, owner: string) => string;

function readPrimitive(document: PrimitiveDocument, id: string, idOf: IdOf, now: number): Primitive {
  const own = document.provenance === undefined ? provenance('authored', now) : readProvenance(document.provenance);
  const depths = (document.depths ?? []).map(depth => readDepth(depth, document.name, idOf));
  return definePrimitive({ name: document.name, id, depths, provenance: own });
}

const readDepth = (document: DepthDocument, owner: string, idOf: IdOf): DepthRecordInput => ({
  level: document.level,
  ...(document.properties === undefined ? {} : { properties: document.properties }),
  relata: (document.relata ?? []).map(relatum => readRelatum(relatum, idOf(relatum.target, owner))),
  ...(document.provenance === undefined ? {} : { provenance: readProvenance(document.provenance) }),
});

const readRelatum = (document: RelatumDocument, targetId: string): RelatumInput => ({
  relation: document.relation,
  targetId,
  targetDepth: document.target_depth,
  ...(document.metadata === undefined ? {} : { metadata: document.metadata }),
  policies: (document.policies ?? []).map(readPolicy),
  ...(document.provenance === undefined ? {} : { provenance: readProvenance(document.provenance) }),
});

/** Turns a policy as written in a document into the form that `edgePolicy` completes. */
const readPolicy = (document: PolicyDocument): EdgePolicyInput => ({
  name: document.name,
  ...(document.requires_confirmation === undefined ? {} : { requiresConfirmation: document.requires_confirmation }),
  ...(document.confirm === undefined ? {} : { confirm: document.confirm }),
  ...(document.trigger_cardinality === undefined ? {} : { triggerCardinality: document.trigger_cardinality }),
  ...(document.callback === undefined ? {} : { callback: document.callback }),
  ...(document.confirmation_message === undefined ? {} : { confirmationMessage: document.confirmation_message }),
  ...(document.metadata === undefined ? {} : { metadata: document.metadata }),
});

const readProvenance = (document: ProvenanceDocument): Provenance => ({
  source: document.source,
  createdAt: document.created_at,
  updatedAt: document.updated_at,
  ...(document.detail === undefined ? {} : { detail: document.detail }),
});
