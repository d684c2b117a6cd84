import type { MaybePromise } from '@licet/core';
import { chain } from '@licet/core';
import type { ConceptGraph } from '../graph/conceptGraph.ts';
import { findRoots } from './roots.ts';
import { snapshotFor } from './snapshotFor.ts';

/**
 * Which of the required concepts a declaration leaves out, as they were written. Two spellings that lead to the same
 * concept are the same; words that lead nowhere are compared folded.
 */
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
