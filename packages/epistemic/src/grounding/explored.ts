import type { GraphSnapshot } from '../graph/snapshot.ts';
import type { Exploration } from './explore.ts';
import { explore } from './explore.ts';

/** How many walks a snapshot remembers, and how large one may be to be remembered. */
const MOST_WALKS = 512;
const MOST_NODES = 4_096;

const walks = new WeakMap<GraphSnapshot, Map<string, Exploration>>();

/**
 * What a walk from these roots finds, from memory when the snapshot has been asked for the same roots before: agents
 * ask for the same few concepts again and again, and a snapshot never changes. A part of a graph remembers nothing,
 * because it is made for one query.
 */
export function explored(snapshot: GraphSnapshot, roots: readonly number[]): Exploration {
  if (!snapshot.complete) return explore(snapshot, roots);
  let known = walks.get(snapshot);
  if (known === undefined) walks.set(snapshot, (known = new Map()));
  const key = roots.length === 1 ? String(roots[0]) : roots.join();
  const remembered = known.get(key);
  if (remembered !== undefined) return remembered;
  const walk = explore(snapshot, roots);
  if (walk.frontier.length > MOST_NODES) return walk;
  if (known.size >= MOST_WALKS) known.delete(known.keys().next().value!);
  known.set(key, walk);
  return walk;
}
