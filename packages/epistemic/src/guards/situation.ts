import type { Action, GovernanceContext, MaybePromise } from '@licet/core';
import { chain } from '@licet/core';
import type { ConceptRule, DerivedConcepts } from '../concepts/deriveConcepts.ts';
import { deriveConcepts } from '../concepts/deriveConcepts.ts';
import type { ConceptGraph } from '../graph/conceptGraph.ts';
import type { GroundOptions } from '../grounding/ground.ts';
import { ground } from '../grounding/ground.ts';
import type { GroundingResult } from '../grounding/result.ts';

/** Names the concepts of an action: its answer replaces what would be derived from the effects. */
export type ConceptSource = (action: Action, ctx: GovernanceContext) => MaybePromise<readonly string[] | DerivedConcepts>;

/** How a guard comes from an action to a grounding. */
export interface ConceptOptions {
  readonly graph: ConceptGraph;
  /**
   * What the action is about: fixed concepts, or a function of the host's (a table, a model). Without it the concepts
   * are derived from the action's effects.
   */
  readonly concepts?: readonly string[] | ConceptSource;
  /** How concepts are derived from effects. @defaultValue `DEFAULT_RULES` */
  readonly rules?: readonly ConceptRule[];
  /** What the agent says the action is about. It may add concepts; it must not leave out a derived one. */
  readonly declared?: (action: Action) => readonly string[] | undefined;
  /** @defaultValue 'edge' */
  readonly reachability?: GroundOptions['reachability'];
  /** @defaultValue true */
  readonly inflections?: boolean;
  /**
   * Promises that the analyser of effects knows every tool. What has no effects then involves no concept; without the
   * promise nothing is known of it. @defaultValue false
   */
  readonly seesEffects?: boolean;
  /** Sees every grounding that a decision was made on. What it throws is swallowed: watching decides nothing. */
  readonly onTrace?: (result: GroundingResult) => void;
}

/** An action with the concepts it was found to need and their grounding. */
export interface Situation {
  readonly derived: DerivedConcepts;
  readonly declared: readonly string[] | undefined;
  readonly result: GroundingResult;
  /** True when the action is known to involve no concept: there is nothing to understand. */
  readonly inert: boolean;
}

/** Finds the concepts of an action and grounds them together with what the agent declared. */
export function situationOf(
  options: ConceptOptions,
  action: Action,
  ctx: GovernanceContext,
  minDepth: GroundOptions['minDepth'],
): MaybePromise<Situation> {
  return chain(conceptsOf(options, action, ctx), derived => {
    const declared = options.declared?.(action);
    const wanted = [...derived.concepts, ...(declared ?? [])];
    const { reachability, inflections } = options;
    const settings = { minDepth, reachability, inflections, actions: derived.actions };
    return chain(ground(options.graph, wanted, settings), result => ({
      derived,
      declared,
      result,
      inert: isInert(options, derived) && result.resolved.length === 0,
    }));
  });
}

function isInert({ concepts, seesEffects }: ConceptOptions, derived: DerivedConcepts): boolean {
  if (derived.inert === true) return true;
  return seesEffects === true && concepts === undefined && derived.complete && derived.concepts.length === 0;
}

function conceptsOf(options: ConceptOptions, action: Action, ctx: GovernanceContext): MaybePromise<DerivedConcepts> {
  const { concepts } = options;
  if (concepts === undefined) return deriveConcepts(ctx.effects, options.rules);
  if (typeof concepts !== 'function') return fixed(concepts);
  return chain(concepts(action, ctx), named => ('complete' in named ? named : fixed(named)));
}

function fixed(concepts: readonly string[]): DerivedConcepts {
  if (Array.isArray(concepts) && concepts.every(concept => typeof concept === 'string'))
    return { concepts, actions: [], complete: true };
  throw new TypeError('expected the concepts of the action to be a list of texts');
}
