import { EpistemicError } from '../errors.ts';
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
