import type { MaybePromise } from '@licet/core';
import { chain } from '@licet/core';
import { EpistemicError } from '../errors.ts';
import type { ConceptGraph } from '../graph/conceptGraph.ts';
import type { GraphSnapshot } from '../graph/snapshot.ts';
import { visible } from '../render/escape.ts';
import type { PolicyRegistry } from './registry.ts';

/**
 * Throws `policy_misplaced`, listing every policy that matches no edge of the graph, or when the registry does not
 * hold as many as `expected`: a policy that was lost on the way is a rule that nobody enforces.
 */
export function validatePlacements(registry: PolicyRegistry, snapshot: GraphSnapshot, expected?: number): void {
  if (expected !== undefined && registry.size !== expected) {
    throw new EpistemicError('policy_misplaced', `expected ${expected} policies, found ${registry.size}`);
  }
  const orphans = registry.orphans(snapshot);
  if (orphans.length === 0) return;
  const list = orphans.map(
    each => `\`${visible(each.name)}\` on ${visible(each.source)} → ${visible(each.target)}: ${each.reason}`,
  );
  throw new EpistemicError('policy_misplaced', `expected every policy on an edge, found ${list.join('; ')}`);
}

/**
 * A check that every policy that code has placed is on an edge of the graph as it is now, made again only when the graph
 * has another version: a policy that lost its edge would never be asked. A registry without placements costs nothing.
 */
export function placementCheck(graph: ConceptGraph, registry: PolicyRegistry): () => MaybePromise<void> {
  let checked: string | undefined;
  return () => {
    if (registry.size === 0) return undefined;
    return chain(graph.snapshot(), snapshot => {
      if (snapshot.version === checked) return;
      validatePlacements(registry, snapshot);
      checked = snapshot.version;
    });
  };
}
