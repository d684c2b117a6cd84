import { EpistemicError } from '../model/errors.ts';
import type { GraphSnapshot } from '../graph/snapshot.ts';
import { edgeRelation, edgeSourceDepth } from '../graph/snapshot.ts';
import type { DepthInput, DepthLevel } from '../model/depth.ts';
import { parseDepth } from '../model/depth.ts';
import { foldConceptName } from '../model/name.ts';
import type { EdgePolicy, EdgePolicyInput } from '../model/policy.ts';
import { edgePolicy } from '../model/policy.ts';
import type { PolicyCallback } from './callback.ts';
import type { MaybePromise } from '@licet/core';
import { InvariantError } from '@licet/core';
import { chain } from '@licet/core/nodes';
import type { ConceptGraph } from '../graph/conceptGraph.ts';
import { visible } from '../render/escape.ts';

/** Where a policy from code is placed, and its fields. */
export interface PlacementInput extends Omit<EdgePolicyInput, 'callback'> {
  /** The callback's key. @defaultValue the name of the function */
  readonly key?: string;
  readonly source: string;
  readonly target: string;
  /** The level of the source that owns the edge. @defaultValue any: the policy is on every edge between the two */
  readonly sourceDepth?: DepthInput;
}

/** A policy from code on the APPLIES_TO edges between two named concepts. */
export interface PolicyPlacement {
  readonly key: string;
  readonly policy: EdgePolicy;
  readonly source: string;
  readonly target: string;
  /** The level of the source that owns the edge; null for any. */
  readonly sourceDepth: DepthLevel | null;
}

/** A placement that no edge of the graph matches, and why. */
export interface OrphanedPlacement extends Pick<PolicyPlacement, 'key' | 'source' | 'target' | 'sourceDepth'> {
  readonly name: string;
  readonly reason:
    | 'source primitive not found'
    | 'target primitive not found'
    | 'no APPLIES_TO edge at this source depth'
    | 'no APPLIES_TO edge';
}

/** The code that policies may run, by key, and policies that code places on edges. A graph can name a key, never code. */
export interface PolicyRegistry {
  /** Makes a callback known, for policies in the graph that name its key. */
  provide(key: string, callback: PolicyCallback): void;
  /** Places a policy on an edge. Returns the callback, so that registrations can be stacked. */
  register(callback: PolicyCallback, placement: PlacementInput): PolicyCallback;
  callback(key: string): PolicyCallback | undefined;
  /** The placements on an edge; names fold, and a depth that a placement names is exact. */
  placements(source: string, target: string, sourceDepth: DepthLevel): readonly PolicyPlacement[];
  /** The placements that match no edge of a graph: a policy that would never be asked. */
  orphans(snapshot: GraphSnapshot): readonly OrphanedPlacement[];
  /** Closes the registry: a later registration throws `registry_frozen`. */
  freeze(): void;
  /** Empties and opens it again. */
  clear(): void;
  readonly size: number;
}

/** Makes an empty registry. Registries share nothing; use one per graph. */
export function policyRegistry(): PolicyRegistry {
  const callbacks = new Map<string, PolicyCallback>();
  const placements = new Map<string, PolicyPlacement[]>();
  let isFrozen = false;
  const provide = (key: string, callback: PolicyCallback): void => {
    if (isFrozen)
      throw new EpistemicError(
        'registry_frozen',
        'expected policies to be registered before constructing VRE or an `EdgePolicies` guard',
      );
    if (typeof callback !== 'function') throw new InvariantError('invalid_param', `expected a function for the key \`${key}\``);
    if (key === '') throw new EpistemicError('registry_conflict', 'expected a key for a callback without a name, found none');
    if (callbacks.has(key)) throw new EpistemicError('registry_conflict', `expected distinct keys, found \`${key}\` twice`);
    callbacks.set(key, callback);
  };
  const all = (): PolicyPlacement[] => [...placements.values()].flat();
  return {
    provide,
    register(callback, input) {
      const key = input.key ?? callback.name;
      const { source, target, name } = input;
      const placement = {
        key,
        policy: edgePolicy({ ...input, name, callback: key }),
        source,
        target,
        sourceDepth: input.sourceDepth === undefined ? null : parseDepth(input.sourceDepth),
      };
      provide(key, callback);
      const place = placeOf(source, target);
      placements.set(place, [...(placements.get(place) ?? []), placement]);
      return callback;
    },
    callback: key => callbacks.get(key),
    placements: (source, target, depth) =>
      (placements.get(placeOf(source, target)) ?? []).filter(({ sourceDepth: own }) => own === null || own === depth),
    orphans: snapshot => all().flatMap(placement => orphan(snapshot, placement)),
    freeze() {
      isFrozen = true;
    },
    clear() {
      callbacks.clear();
      placements.clear();
      isFrozen = false;
    },
    get size() {
      return all().length;
    },
  };
}

const placeOf = (source: string, target: string): string => JSON.stringify([foldConceptName(source), foldConceptName(target)]);

function orphan(snapshot: GraphSnapshot, placement: PolicyPlacement): OrphanedPlacement[] {
  const { key, policy, source, target, sourceDepth } = placement;
  const from = snapshot.byName.get(foldConceptName(source));
  const to = snapshot.byName.get(foldConceptName(target));
  const report = (reason: OrphanedPlacement['reason']): OrphanedPlacement[] => [
    { key, name: policy.name, source, target, sourceDepth, reason },
  ];
  if (from === undefined) return report('source primitive not found');
  if (to === undefined) return report('target primitive not found');
  for (let slot = snapshot.edgeStart[from]!; slot < snapshot.edgeStart[from + 1]!; slot += 1) {
    const info = snapshot.edgeInfo[slot]!;
    const isThere = snapshot.edgeTarget[slot] === to && edgeRelation(info) === 'APPLIES_TO';
    if (isThere && (sourceDepth === null || edgeSourceDepth(info) === sourceDepth)) return [];
  }
  return report(sourceDepth === null ? 'no APPLIES_TO edge' : 'no APPLIES_TO edge at this source depth');
}

/** Throws `policy_misplaced`, listing every policy that matches no edge of the graph: a rule that is never enforced. */
export function validatePlacements(registry: PolicyRegistry, snapshot: GraphSnapshot): void {
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
