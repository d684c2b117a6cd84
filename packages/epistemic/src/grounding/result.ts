import type { DepthLevel } from '../model/depth.ts';
import type { Counters } from '../memory/counters.ts';
import type { Gap } from '../model/gap.ts';
import type { EdgePolicy } from '../model/policy.ts';
import type { Primitive } from '../model/primitive.ts';
import type { RelationType } from '../model/relation.ts';

/** A visible edge that grounding relied on. */
export interface EpistemicStep {
  readonly sourceId: string;
  readonly source: string;
  readonly targetId: string;
  readonly target: string;
  readonly relation: RelationType;
  readonly sourceDepth: DepthLevel;
  readonly targetDepth: DepthLevel;
}

/** An APPLIES_TO edge that an action may take, with the policies on it. */
export interface ActStep extends EpistemicStep {
  /** True when the edge leads to no concept of the trace: its policies count because no object was named at all. */
  readonly objectMissing: boolean;
  readonly policies: readonly EdgePolicy[];
}

/** The evidence of a grounding: what was asked for, what justifies it, and nothing beyond that. */
export interface EpistemicTrace {
  /** One per requested concept, unknown ones included, each once. */
  readonly conceptIds: readonly string[];
  /** The counters that memory needed; undefined without memory, for knowledge that cannot fade, and for more than 64 concepts. */
  readonly counters: Counters | undefined;
  /**
   * The justified concepts, cut to what may be seen: no level above the unbroken chain, no edge to a concept outside
   * the trace. Roots first, unknown ones as empty primitives, then the others by name. Read when first asked for.
   */
  readonly primitives: readonly Primitive[];
  /** The visible edges, by source in the order of `primitives`, then by source depth, relation and target. */
  readonly pathway: readonly EpistemicStep[];
  /** The edges that policies hang on, in the order of the pathway. */
  readonly acts: readonly ActStep[];
}

/** How one requested word was understood, when it was not simply the concept's own name. */
export interface ResolutionNote {
  readonly input: string;
  readonly name: string;
  readonly by: 'alias' | 'form';
}

/** The answer to "does the agent understand these concepts well enough". `grounded` is true exactly when there is no gap. */
export interface GroundingResult {
  readonly grounded: boolean;
  /** The stored name of every requested concept, in the order of the request, repetitions included; unknown ones as they were written. */
  readonly resolved: readonly string[];
  /** Every alias and inflected form that was followed. */
  readonly notes: readonly ResolutionNote[];
  readonly minDepth: DepthLevel | null;
  readonly gaps: readonly Gap[];
  /** The version of the graph that was asked. */
  readonly version: string;
  readonly trace: EpistemicTrace;
}
