import type { GraphSnapshot } from '../graph/snapshot.ts';
import { isActor } from '../grounding/reachability.ts';
import { visible } from './escape.ts';

/**
 * Names the concepts of a graph for a model at the start of a session, acts before objects, so that it knows what it may
 * justify an action with; at most `most` names, and how many more there are.
 *
 * @example
 * ```ts
 * import { conceptsText } from '@licet/epistemic/render';
 * import { importGraph, memoryGraph, SEEDS } from '@licet/epistemic';
 *
 * const graph = memoryGraph();
 * await importGraph(graph, SEEDS.gaps, { now: 0 });
 * conceptsText(graph.snapshot(), 4); // => 'acts: create, list, read; objects: delete (6 more)'
 * ```
 */
export function conceptsText(snapshot: GraphSnapshot, most = 80): string {
  const indices = Array.from({ length: snapshot.size }, (_, index) => index);
  const acts = indices.filter(index => isActor(snapshot, index));
  const objects = indices.filter(index => !acts.includes(index));
  const shown = [...acts, ...objects].slice(0, most);
  const named = (among: readonly number[]): string =>
    shown
      .filter(index => among.includes(index))
      .map(index => visible(snapshot.names[index]!))
      .join(', ');
  const parts = [
    [named(acts), 'acts'],
    [named(objects), 'objects'],
  ].flatMap(([names, what]) => (names === '' ? [] : [`${what}: ${names}`]));
  const left = snapshot.size - shown.length;
  return `${parts.join('; ')}${left === 0 ? '' : ` (${left} more)`}`;
}
