import type { Outcome } from '../model/action.ts';
import type { Evaluation } from '../model/evaluation.ts';

/** Is told of every evaluation and of every outcome. What it throws is an anomaly in the audit trail and changes nothing else. */
export interface Tracer {
  evaluated?(evaluation: Evaluation): void;
  settled?(evaluation: Evaluation, outcome: Outcome): void;
}

/** A tracer that keeps what it is told. */
export interface CollectingTracer extends Tracer {
  readonly evaluations: readonly Evaluation[];
  readonly outcomes: readonly (readonly [Evaluation, Outcome])[];
}

/**
 * Keeps every evaluation, for tests and for tools that look at them later.
 *
 * @example
 * ```ts
 * import { PolicyEngine, collectingTracer, guard, pass } from '@licet/core';
 *
 * const tracer = collectingTracer();
 * new PolicyEngine(guard('yes', () => pass()), { tracer }).evaluateSync({ kind: 'read' });
 * tracer.evaluations.length; // => 1
 * ```
 */
export function collectingTracer(): CollectingTracer {
  const evaluations: Evaluation[] = [];
  const outcomes: (readonly [Evaluation, Outcome])[] = [];
  return Object.freeze({
    evaluations,
    outcomes,
    evaluated: (evaluation: Evaluation): void => void evaluations.push(evaluation),
    settled: (evaluation: Evaluation, outcome: Outcome): void => void outcomes.push([evaluation, outcome]),
  });
}
