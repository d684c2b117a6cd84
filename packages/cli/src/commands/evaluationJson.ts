import type { Certificate, Effect, Evaluation, Fix, KnowledgeGap, Ruling } from '@licet/core';
import type { GroundingResult } from '@licet/epistemic';

/** One decision as `check` prints it. */
export interface EvaluationJson {
  readonly ruling: Ruling;
  readonly code: string;
  readonly guard: string;
  readonly reason: string | null;
  readonly fix: Fix | null;
  readonly effects: readonly Effect[];
  /** What is not known and would have to be; absent where nothing was grounded. */
  readonly gaps?: readonly KnowledgeGap[];
  /** Why the runtime need not ask, where the policy's `quiet` level allows it; absent where it asks as always. */
  readonly certificate?: Certificate;
  /** What went wrong while deciding, by guard; absent where nothing did. */
  readonly errors?: readonly { readonly code: string; readonly guard: string; readonly message: string }[];
  /** The evidence of every grounding; absent for a policy that does not ground. */
  readonly groundings?: readonly GroundingJson[];
}

/** What a decision was grounded on: `licet concepts check --json` has all of it. */
export interface GroundingJson extends Pick<GroundingResult, 'grounded' | 'resolved' | 'notes' | 'minDepth' | 'version'> {
  /** The edges relied on: `delete APPLIES_TO file@D2`. */
  readonly pathway: readonly string[];
}

function groundingJson({ grounded, resolved, notes, minDepth, version, trace }: GroundingResult): GroundingJson {
  const pathway = trace.pathway.map(step => `${step.source} ${step.relation} ${step.target}@D${step.targetDepth}`);
  return { grounded, resolved, notes, minDepth, version, pathway };
}

/** Returns a decision as data. The effects are found even if no guard has asked for them. */
export function evaluationJson(evaluation: Evaluation, groundings?: readonly GroundingResult[]): EvaluationJson {
  const { ruling, code, guard, reason, fix, context, gaps, certificate } = evaluation;
  const errors = evaluation.errors.map(error => ({ code: error.code, guard: error.guard, message: error.message }));
  return {
    ruling,
    code,
    guard,
    reason: reason ?? null,
    fix: fix ?? null,
    effects: context.effects,
    ...(certificate !== undefined && { certificate }),
    ...(errors.length > 0 && { errors }),
    ...((groundings !== undefined || gaps.length > 0) && { gaps }),
    ...(groundings !== undefined && { groundings: groundings.map(groundingJson) }),
  };
}
