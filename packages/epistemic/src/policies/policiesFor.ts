import type { MaybePromise } from '@licet/core';
import { InvariantError } from '@licet/core';
import { chain } from '@licet/core/nodes';
import type { ConceptGraph } from '../graph/conceptGraph.ts';
import type { GroundOptions } from '../grounding/ground.ts';
import { ground } from '../grounding/ground.ts';
import { EpistemicError } from '../model/errors.ts';
import type { Cardinality, EdgePolicy } from '../model/policy.ts';
import { gapText } from '../render/gapText.ts';
import type { PolicyRegistry } from './registry.ts';

/** What {@link policiesFor} takes. */
export interface PoliciesForOptions extends GroundOptions {
  /** How many objects are touched; null when that is not known, which leaves out no policy. @defaultValue null */
  readonly cardinality?: Cardinality | null;
  /** Policies that code has placed on edges. @defaultValue only those in the graph */
  readonly registry?: Pick<PolicyRegistry, 'placements'>;
}

/** A policy with the edge that it is on. */
export interface EdgePolicyFound {
  readonly policy: EdgePolicy;
  readonly source: string;
  readonly target: string;
}

/**
 * Lists the policies on the edges that an act would take, without an engine, an action or a callback: those that
 * `EdgePolicies` would enforce for these concepts and this number of objects. Throws an {@link EpistemicError} where the
 * concepts are not grounded: which policies there are is then not known.
 *
 * @example
 * ```ts
 * import { SEEDS, importGraph, memoryGraph, policiesFor } from '@licet/epistemic';
 *
 * const graph = memoryGraph();
 * await importGraph(graph, SEEDS.filesystem, { now: 0 });
 * const found = await policiesFor(graph, ['delete', 'file'], { cardinality: 'multiple' });
 * found.map(({ policy }) => policy.name); // => ['BulkFileDeletePolicy']
 * (await policiesFor(graph, ['delete', 'file'], { cardinality: 'single' })).length; // => 0
 * ```
 */
export function policiesFor(
  graph: ConceptGraph,
  concepts: readonly string[],
  { cardinality = null, registry, ...options }: PoliciesForOptions = {},
): MaybePromise<readonly EdgePolicyFound[]> {
  if (cardinality !== null && cardinality !== 'single' && cardinality !== 'multiple')
    throw new InvariantError(
      'invalid_param',
      `expected the cardinality \`single\`, \`multiple\` or null, found \`${String(cardinality)}\``,
      { path: ['cardinality'] },
    );
  return chain(ground(graph, concepts, options), ({ grounded, gaps, trace }) => {
    if (!grounded) {
      const found = gaps.length === 0 ? 'no concepts' : `gaps: ${gaps.map(gapText).join('; ')}`;
      throw new EpistemicError('not_found', `expected grounded concepts to list policies of, found ${found}`);
    }
    return trace.acts.flatMap(({ source, target, sourceDepth, policies }) => {
      const placed = registry?.placements(source, target, sourceDepth).map(({ policy }) => policy) ?? [];
      return [...policies, ...placed]
        .filter(({ triggerCardinality: trigger }) => trigger === null || cardinality === null || trigger === cardinality)
        .map(policy => ({ policy, source, target }));
    });
  });
}
