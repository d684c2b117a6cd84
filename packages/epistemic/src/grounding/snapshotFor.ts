import type { MaybePromise } from '@licet/core';
import { chain } from '@licet/core';
import type { ConceptGraph } from '../graph/conceptGraph.ts';
import type { GraphSnapshot } from '../graph/snapshot.ts';
import { findRoots } from './roots.ts';

/** The knowledge that these concepts can be resolved and grounded in: a part where the store gives one that suffices. */
export function snapshotFor(graph: ConceptGraph, concepts: readonly string[], inflections: boolean): MaybePromise<GraphSnapshot> {
  return chain(graph.snapshot(concepts), snapshot => {
    const suffices = snapshot.complete || snapshot.hasForms === true || !inflections || allNamed(snapshot, concepts);
    return suffices ? snapshot : graph.snapshot();
  });
}

function allNamed(snapshot: GraphSnapshot, concepts: readonly string[]): boolean {
  return concepts.every(concept => findRoots(snapshot, [concept], false).gaps.length === 0);
}
