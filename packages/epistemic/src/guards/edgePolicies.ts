import type { GuardNode, Json, Verdict } from '@licet/core';
import type { NodeDefinition } from '@licet/core/nodes';
import { All, ask, pass, skip } from '@licet/core';
import { chain, defineNode, evaluateChild } from '@licet/core/nodes';
import { cardinalityOf, situationOf } from './situation.ts';
import { EpistemicError } from '../model/errors.ts';
import type { Cardinality } from '../model/policy.ts';
import { policyGuards } from '../policies/policyGuard.ts';
import type { PolicyRegistry } from '../policies/registry.ts';
import { policyRegistry, placementCheck } from '../policies/registry.ts';
import { gapText } from '../render/gapText.ts';
import { defined, requireGraph } from './grounded.ts';
import type { GroundingHost } from './host.ts';
import { fromHost, observe } from './host.ts';
import type { ConceptOptions } from './situation.ts';

/** What an {@link EdgePolicies} guard goes by. */
export interface EdgePoliciesOptions extends ConceptOptions {
  /** The callbacks that policies may name, and policies placed by code; frozen from here on. @defaultValue an empty registry */
  readonly registry?: PolicyRegistry;
  /** How many objects the action touches; null when that is not known. @defaultValue derived from the effects */
  readonly cardinality?: Cardinality | null | ((action: Parameters<GuardNode['check']>[0]) => Cardinality | null);
}

/**
 * Enforces the policies that hang on the APPLIES_TO edges an action takes. Every policy becomes a guard of its own
 * under `All`, without short-circuit: all violations are reported, a block outranks a question, and every question is
 * answered by itself. Looks at the concepts of the action, the graph, the registry and the number of objects.
 *
 * | situation                                                   | verdict             |
 * |-------------------------------------------------------------|---------------------|
 * | no policy on the edges                                      | pass                |
 * | a policy is about another cardinality                       | that policy skipped |
 * | a policy is violated, or no callback says otherwise         | ask or block        |
 * | a callback is missing, throws, or answers nonsense          | errored, hence block|
 * | a policy from code is placed on an edge that does not exist | errored, hence block|
 * | the action is not grounded, or nothing is known of it       | errored, hence block|
 * | nothing can be seen of it, with `seesEffects`               | ask                 |
 * | its effects are all known and involve no concept            | skipped             |
 *
 * An act whose object is not among the concepts takes every edge it owns. Policies on other relations are inert.
 *
 * @example
 * ```ts
 * import { PolicyEngine } from '@licet/core';
 * import { EdgePolicies, importGraph, memoryGraph, SEEDS } from '@licet/epistemic';
 *
 * const graph = memoryGraph();
 * await importGraph(graph, SEEDS.filesystem, { now: 0 });
 * const engine = new PolicyEngine(EdgePolicies({ graph, concepts: ['delete', 'file'], cardinality: 'multiple' }));
 * (await engine.evaluate({ kind: 'bash' })).ruling; // => 'ask'
 * ```
 */
export function EdgePolicies(options: EdgePoliciesOptions): GuardNode {
  requireGraph('EdgePolicies', options.graph);
  const { registry = policyRegistry(), cardinality } = options;
  registry.freeze();
  const inPlace = placementCheck(options.graph, registry);
  const guard: GuardNode = {
    name: 'edge_policies',
    kind: 'edge_policies',
    layer: 'intent',
    needs: options.concepts === undefined || cardinality === undefined ? ['graph', 'effects'] : ['graph'],
    params: { ...(typeof cardinality === 'string' && { cardinality }) },
    check: (action, ctx) =>
      chain(situationOf(options, action, ctx, undefined), ({ derived, result, inert }) => {
        if (inert) return skip('the action involves no concept');
        observe(options.onTrace, result);
        if (options.seesEffects === true && !derived.complete && result.resolved.length === 0) return unseen();
        if (!result.grounded) {
          const found = result.gaps.length === 0 ? 'no concepts' : `gaps: ${result.gaps.map(gapText).join('; ')}`;
          throw new EpistemicError('not_found', `expected a grounded action to evaluate policies on, found ${found}`);
        }
        const many = countOf(cardinality, action) ?? (cardinality === undefined ? cardinalityOf(ctx.effects) : null);
        return chain(inPlace(), () =>
          chain(policyGuards({ action, ctx, result, cardinality: many, registry }), guards => {
            const evidence: Json = { policies: guards.map(each => each.name), cardinality: many };
            return guards.length === 0 ? pass({ evidence }) : evaluateChild(ctx, All(...guards));
          }),
        );
      }),
  };
  return Object.freeze(guard);
}

/** The ruling for an action of which nothing can be seen: it may take any edge. */
function unseen(): Verdict {
  const fix = 'use an action whose effects can be seen, or ask the user';
  return ask('the action does something that cannot be seen or named', { code: 'concepts_incomplete', fix });
}

function countOf(cardinality: EdgePoliciesOptions['cardinality'], action: Parameters<GuardNode['check']>[0]): Cardinality | null {
  const value = typeof cardinality === 'function' ? cardinality(action) : cardinality;
  return value === 'single' || value === 'multiple' ? value : null;
}

/** `edge_policies` in governance.yaml. The host registers graphs and policy registries under names. */
export interface EdgePoliciesParams {
  readonly graph: string;
  readonly registry?: string | undefined;
  readonly concepts?: readonly string[] | undefined;
  readonly cardinality?: Cardinality | undefined;
  readonly reachability?: 'edge' | 'component' | undefined;
}

/** The definition of `edge_policies` for the registry of a host. */
export const edgePoliciesDefinitionFor = (host: GroundingHost): NodeDefinition<EdgePoliciesParams> =>
  defineNode({
    kind: 'edge_policies',
    doc: 'the policies on the APPLIES_TO edges that the action takes',
    needs: ['graph'],
    files: ({ registry }) => (typeof registry === 'string' ? [registry] : []),
    params: z =>
      z.strictObject({
        graph: z.string().min(1),
        registry: z.string().min(1).optional(),
        concepts: z.array(z.string().min(1)).min(1).readonly().optional(),
        cardinality: z.enum(['single', 'multiple']).optional(),
        reachability: z.enum(['edge', 'component']).optional(),
      }),
    build(params, _children, context) {
      const { graph, registry, ...options } = defined(params);
      const guard = EdgePolicies({
        ...options,
        ...fromHost(host, context, graph),
        ...(registry !== undefined && { registry: context.resource('policies', registry) as PolicyRegistry }),
      });
      return Object.freeze({ ...guard, params: defined(params) });
    },
  });

/** The definition of `edge_policies` for the registry. */
export const edgePoliciesDefinition: NodeDefinition<EdgePoliciesParams> = edgePoliciesDefinitionFor({});
