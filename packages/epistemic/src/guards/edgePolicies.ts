import type { Action, GuardNode, Json, Verdict } from '@licet/core';
import type { NodeDefinition, ParamsOf } from '@licet/core/nodes';
import { All, ask, pass, skip } from '@licet/core';
import { chain, checkOptions, defineNode, evaluateChild, param, params } from '@licet/core/nodes';
import { cardinalityOf, conceptOptions, conceptParams, requireGraph, situationOf, versionOf } from './situation.ts';
import { EpistemicError } from '../model/errors.ts';
import type { Cardinality } from '../model/policy.ts';
import { policyGuards } from '../policies/policyGuard.ts';
import type { PolicyRegistry } from '../policies/registry.ts';
import { policyRegistry, placementCheck } from '../policies/registry.ts';
import { gapText } from '../render/gapText.ts';
import type { GroundingHost } from './host.ts';
import { fromHost, observe } from './host.ts';

const edgePoliciesOptions = params({
  ...conceptOptions,
  /** The callbacks that policies may name, and policies placed by code; frozen from here on. */
  registry: param.code<PolicyRegistry>({
    doc: 'the callbacks that policies may name, and policies placed by code; frozen from here on',
  }),
  /** How many objects the action touches, null when that is not known; otherwise derived from the effects. */
  cardinality: param.code<Cardinality | null | ((action: Action) => Cardinality | null)>({
    doc: 'how many objects the action touches, null when that is not known; otherwise derived from the effects',
  }),
});

/** What {@link EdgePolicies} takes. */
export type EdgePoliciesOptions = ParamsOf<typeof edgePoliciesOptions>;

const edgePoliciesParams = params({
  ...conceptParams,
  /** The name of a registry of policy callbacks. */
  registry: param.optional(param.text({ doc: 'the name of a registry of policy callbacks' }), 'no callbacks'),
  /** How many objects the action touches. */
  cardinality: param.optional(
    param.choice(['single', 'multiple'], { doc: 'how many objects the action touches' }),
    'derived from the effects',
  ),
});

/** What `edge_policies` takes in governance.yaml. */
export type EdgePoliciesParams = ParamsOf<typeof edgePoliciesParams>;

/**
 * Enforces the policies that hang on the APPLIES_TO edges an action takes. Every policy becomes a separate guard
 * under `All`, without short-circuit: all violations are reported, a block outranks a question, and every question is
 * answered by itself. Looks at the concepts of the action, the graph, the registry and the number of objects.
 *
 * | the action | ruling |
 * |---|---|
 * | takes no edge with a policy, or only with policies about another cardinality | pass |
 * | violates a policy, or no callback says otherwise | ask or block, as the policy says |
 * | asks for a callback that is missing, throws, or answers nonsense | block, as an error |
 * | comes under a policy that code has placed on an edge that does not exist | block, as an error |
 * | is not grounded, or nothing is known of it | block, as an error |
 * | does what cannot be seen, with `seesEffects` | ask, `concepts_incomplete` |
 * | has effects that are all known and involve no concept | skipped |
 *
 * An act whose object is not among the concepts takes every edge it owns. It cannot see policies on other relations, nor whether
 * the graph is right.
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
  checkOptions('edge_policies', edgePoliciesOptions, options);
  requireGraph('EdgePolicies', options.graph);
  const { registry = policyRegistry(), cardinality } = options;
  registry.freeze();
  const inPlace = placementCheck(options.graph, registry);
  return Object.freeze<GuardNode>({
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
            const evidence: Json = { ...versionOf(result), policies: guards.map(each => each.name), cardinality: many };
            return guards.length === 0 ? pass({ evidence }) : evaluateChild(ctx, All(...guards));
          }),
        );
      }),
  });
}

/** The ruling for an action of which nothing can be seen: it may take any edge. */
function unseen(): Verdict {
  const fix = 'use an action whose effects can be seen, or ask the user';
  return ask('the action does something that cannot be seen or named', { code: 'concepts_incomplete', fix });
}

function countOf(cardinality: EdgePoliciesOptions['cardinality'], action: Action): Cardinality | null {
  const value = typeof cardinality === 'function' ? cardinality(action) : cardinality;
  return value === 'single' || value === 'multiple' ? value : null;
}

/** The definition of `edge_policies` for the registry of a host. */
export const edgePoliciesDefinitionFor = (host: GroundingHost): NodeDefinition<EdgePoliciesParams> =>
  defineNode({
    kind: 'edge_policies',
    doc: 'enforces the policies on the APPLIES_TO edges that the action takes',
    needs: ['graph'],
    files: ({ registry }) => (typeof registry === 'string' ? [registry] : []),
    params: edgePoliciesParams,
    rulings: [
      ['it violates a policy on its edges, or no callback says otherwise', 'ask or block, as the policy says'],
      ['it violates none', 'pass'],
      ['nothing can be seen of it', 'ask'],
      ['it involves no concept', 'skipped'],
      ['it cannot be grounded, or a callback fails', 'block'],
    ],
    example: 'edge_policies: { graph: main, cardinality: multiple }',
    build(given, _children, context) {
      const { graph, registry, ...options } = given;
      const guard = EdgePolicies({
        ...options,
        ...fromHost(host, context, graph),
        ...(registry !== undefined && { registry: context.resource('policies', registry) as PolicyRegistry }),
      });
      return Object.freeze({ ...guard, params: given });
    },
  });

/** `edge_policies` in governance.yaml. */
export const edgePoliciesDefinition: NodeDefinition<EdgePoliciesParams> = edgePoliciesDefinitionFor({});
