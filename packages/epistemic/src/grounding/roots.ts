import type { GraphSnapshot } from '../graph/snapshot.ts';
import type { AmbiguityGap, ExistenceGap, Gap, GapSubject } from '../model/gap.ts';
import { foldConceptName } from '../model/name.ts';
import { provenance } from '../model/provenance.ts';
import type { Resolution } from '../graph/resolve.ts';
import { resolve } from '../graph/resolve.ts';
import type { MaybePromise } from '@licet/core';
import { chain } from '@licet/core/nodes';
import type { ConceptGraph } from '../graph/conceptGraph.ts';

/** The requested concepts after resolution, each once, in the order in which they were asked for. */
export interface Roots {
  /** Known concepts, as indices. */
  readonly known: readonly number[];
  /** Identities of known and unknown concepts together. */
  readonly conceptIds: readonly string[];
  /** Stand-ins for the unknown ones. */
  readonly unknown: readonly GapSubject[];
  readonly resolutions: readonly Resolution[];
  /** Existence and ambiguity gaps. */
  readonly gaps: readonly Gap[];
}

/** Resolves the requested concepts; the same concept twice, in whatever spelling, is one root, and one gap. */
export function findRoots(snapshot: GraphSnapshot, concepts: readonly string[], inflections: boolean): Roots {
  const known = new Set<number>();
  const unknown = new Map<string, GapSubject>();
  const ambiguous = new Map<string, AmbiguityGap>();
  const ids = new Set<string>();
  const resolutions = concepts.flatMap(concept => resolve(snapshot, concept, inflections));
  for (const resolution of resolutions) {
    if ('index' in resolution) {
      known.add(resolution.index);
      ids.add(snapshot.ids[resolution.index]!);
      continue;
    }
    const key = foldConceptName(resolution.input);
    if (resolution.by === 'ambiguous') {
      const candidates = resolution.candidates.map(index => snapshot.names[index]!);
      if (!ambiguous.has(key)) ambiguous.set(key, { kind: 'AMBIGUITY', name: resolution.input, candidates });
    } else {
      const subject = unknown.get(key) ?? unknownSubject(resolution.input);
      unknown.set(key, subject);
      ids.add(subject.id);
    }
  }
  const existence = [...unknown.values()].map((primitive): ExistenceGap => ({ kind: 'EXISTENCE', primitive }));
  return {
    known: [...known],
    conceptIds: [...ids],
    unknown: [...unknown.values()],
    resolutions,
    gaps: [...existence, ...ambiguous.values()],
  };
}

/**
 * A placeholder for a concept that the graph does not hold. Its identity follows from the name, so that the same query gives
 * the same answer; it lies at the epoch because it was never written.
 */
function unknownSubject(name: string): GapSubject {
  const detail = `no concept is named \`${name}\``;
  return { id: `unknown:${foldConceptName(name)}`, name, levels: [], provenance: provenance('synthetic', 0, detail) };
}

/** The knowledge that these concepts can be resolved and grounded in: a part where the store gives one that suffices. */
export function snapshotFor(graph: ConceptGraph, concepts: readonly string[], inflections: boolean): MaybePromise<GraphSnapshot> {
  return chain(graph.snapshot(concepts), snapshot => {
    const suffices = snapshot.complete || snapshot.hasForms === true || !inflections || allNamed(snapshot, concepts);
    return suffices ? snapshot : graph.snapshot();
  });
}

const allNamed = (snapshot: GraphSnapshot, concepts: readonly string[]): boolean =>
  concepts.every(concept => findRoots(snapshot, [concept], false).gaps.length === 0);

/** The required concepts that a declaration leaves out, as written. Spellings of one concept are the same. */
export function missingConcepts(
  graph: ConceptGraph,
  required: readonly string[],
  declared: readonly string[],
  inflections = true,
): MaybePromise<readonly string[]> {
  return chain(snapshotFor(graph, [...required, ...declared], inflections), snapshot => {
    const named = new Set(findRoots(snapshot, declared, inflections).conceptIds);
    return required.filter(concept => !findRoots(snapshot, [concept], inflections).conceptIds.every(id => named.has(id)));
  });
}

/**
 * The order in which every list of a result names its concepts: the roots first, as they were asked for, then all
 * others by folded name. It depends on the query and on the knowledge, never on the order in which a store holds it.
 */
export function canonicalOrder(roots: readonly number[], nodes: Iterable<number>): number[] {
  const present = new Set(nodes);
  const first = roots.filter(root => present.delete(root));
  return [...first, ...[...present].sort((a, b) => a - b)];
}
