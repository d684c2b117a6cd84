import type { Decided } from './decided.ts';
import type { CallGate } from './gate.ts';
import { failureOf, stopwatch } from './outcome.ts';
import type { ToolCall } from './runtime.ts';
import type { SeenCall } from './seenCall.ts';

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
