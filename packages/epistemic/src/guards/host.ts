import type { BuildContext } from '@licet/core/nodes';
import type { ConceptGraph } from '../graph/conceptGraph.ts';
import type { GroundingResult } from '../grounding/result.ts';
import { declaredConcepts } from './declaredConcepts.ts';
import type { ConceptOptions } from './situation.ts';

/** What a host adds to the nodes of governance.yaml. A host that adds nothing is an empty object. */
export interface GroundingHost {
  /** Sees every grounding of an action. What it throws is swallowed: watching decides nothing. */
  readonly onTrace?: (result: GroundingResult) => void;
  /** How a person closes gaps in a graph, for the end of the fix: an agent that could teach itself would know everything. */
  readonly advice?: (graph: string, result: GroundingResult) => string | undefined;
  /**
   * Promises that the analyser of effects knows every tool: what has no effects is then nothing to understand, where
   * otherwise it is something that nothing is known of. @defaultValue false
   */
  readonly seesEffects?: boolean;
}

/** The options of a node of governance.yaml that come from its host. */
export function fromHost(
  { onTrace, seesEffects }: GroundingHost,
  context: BuildContext,
  graph: string,
): Pick<ConceptOptions, 'graph' | 'declared' | 'onTrace' | 'seesEffects'> {
  return {
    graph: context.resource('graph', graph) as ConceptGraph,
    declared: declaredConcepts,
    ...(onTrace !== undefined && { onTrace }),
    ...(seesEffects !== undefined && { seesEffects }),
  };
}

/** Shows a grounding to an observer. */
export function observe(onTrace: GroundingHost['onTrace'], result: GroundingResult): void {
  try {
    onTrace?.(result);
  } catch {
    // An observer decides nothing, so its fault changes nothing.
  }
}
