import type { Effect, Evaluation, Fix, Ruling } from '@licet/core';

/** One decision as `check` prints it. */
export interface EvaluationJson {
  readonly ruling: Ruling;
  readonly code: string;
  readonly guard: string;
  readonly reason: string | null;
  readonly fix: Fix | null;
  readonly effects: readonly Effect[];
}

/** Returns a decision as data. The effects are found even if no guard has asked for them. */
export function evaluationJson(evaluation: Evaluation): EvaluationJson {
  const { ruling, code, guard, reason, fix, context } = evaluation;
  return { ruling, code, guard, reason: reason ?? null, fix: fix ?? null, effects: context.effects };
}
