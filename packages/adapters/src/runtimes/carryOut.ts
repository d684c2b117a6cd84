import type { ActionInput, Evaluation, HumanAnswer, Outcome, PolicyEngine } from '@licet/core';
import { outputObligations } from '@licet/core/nodes';
import { messageOf } from '@licet/core/text';

import { shapedBy } from './output.ts';
import type { CallOptions, SeenCall } from './seenCall.ts';
import type { Decided } from './decided.ts';
import type { ToolCall } from './runtime.ts';

/** The policy in front of the calls of one SDK. */
export interface CallGate<Context = unknown> {
  /**
   * Decides about a call; with an answer, after a human has given it. Never rejects: what goes wrong is a denial. The call is copied at
   * once, so that what becomes of the caller's own object changes nothing.
   */
  decide(call: SeenCall<Context>, answer?: HumanAnswer): Promise<Decided>;
  /**
   * Tells whether the SDK must ask a human before it runs a call. Otherwise what was decided is kept for `decide`, which the SDK
   * reaches next with the same call.
   */
  asks(call: SeenCall<Context>): Promise<boolean>;
  /**
   * Begins a call that may run, and returns its arguments: a copy of those that were judged, with what the policy rewrites. Undefined
   * for a call that has begun before: one decision lets a call run once.
   */
  begin(decided: Required<Decided>): ToolCall['input'] | undefined;
  /** Returns what the model may see of an output, or of the text of an error, and writes the outcome down. Never rejects. */
  settle(evaluation: Evaluation, outcome: Outcome): Promise<unknown>;
  /** The action that a call is. */
  action(call: SeenCall<Context>): ActionInput;
}

/**
 * Runs a call that has begun, and returns what the model may see of its output when the outcome has been written down. A call that was
 * cancelled meanwhile does not run. An error is thrown on as it is where nothing may be taken out of it, else as what the model may see
 * of its text.
 */
export async function carryOut<Context>(
  gate: CallGate<Context>,
  signal: AbortSignal | undefined,
  evaluation: Evaluation,
  run: () => unknown,
): Promise<unknown> {
  if (signal?.aborted === true) {
    await gate.settle(evaluation, { status: 'cancelled' });
    throw signal.reason;
  }
  const took = stopwatch();
  let output: unknown;
  try {
    output = await run();
  } catch (error) {
    const seen = await gate.settle(evaluation, { ...failureOf(error, signal), ...took() });
    throw outputObligations(evaluation.obligations) === undefined ? error : new Error(String(seen));
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
