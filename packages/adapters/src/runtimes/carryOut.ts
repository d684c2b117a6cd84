import type { Evaluation, Outcome, PolicyEngine } from '@licet/core';
import { outputObligations } from '@licet/core/nodes';
import { messageOf } from '@licet/core/text';

import type { Decided } from './decided.ts';
import type { CallGate } from './gate.ts';
import { shapedBy } from './output.ts';
import type { ToolCall } from './runtime.ts';
import type { CallOptions, SeenCall } from './seenCall.ts';

/**
 * Runs a call that may run, and returns what the model may see of its output when the outcome has been written down. An error is
 * thrown on, without what the model may not see of its text.
 */
export async function carryOut<Context>(
  gate: CallGate<Context>,
  { input, signal }: SeenCall<Context>,
  { decision, evaluation }: Required<Decided>,
  run: (args: ToolCall['input']) => unknown,
): Promise<unknown> {
  const took = stopwatch();
  let output: unknown;
  try {
    output = await run(decision.do === 'rewrite' ? decision.args : input);
  } catch (error) {
    const outcome = failureOf(error, signal);
    const seen = await gate.settle(evaluation, { ...outcome, ...took() });
    throw seen === outcome.error ? error : new Error(String(seen));
  }
  return gate.settle(evaluation, { status: 'ok', output, ...took() });
}

/** Writes an outcome down, and returns what the model may see of the output, or of the text of an error. */
export async function settled(
  engine: PolicyEngine,
  { shaper }: CallOptions<never>,
  evaluation: Evaluation,
  outcome: Outcome,
): Promise<unknown> {
  const owed = outputObligations(evaluation.obligations);
  const value = outcome.output === undefined ? outcome.error : outcome.output;
  const { rules, replacement } =
    shaper === undefined || owed === undefined ? { rules: [], replacement: value } : await shapedBy(shaper, value, owed);
  await engine.postAction(evaluation, { ...outcome, ...(rules.length > 0 && { redacted: rules }) });
  return replacement;
}

/** How a call ended that threw. */
export function failureOf(error: unknown, signal?: AbortSignal): Outcome {
  const message = messageOf(error);
  return { status: signal?.aborted === true ? 'cancelled' : 'error', error: message };
}

/** Tells how long it is since. */
export function stopwatch(): () => { readonly durationMs: number } {
  const startedAt = performance.now();
  return () => ({ durationMs: performance.now() - startedAt });
}
