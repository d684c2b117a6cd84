import type { Evaluation, Obligations, Outcome } from '@licet/core';

import { ActionBlockedError } from '../../actionBlockedError.ts';
import { reasonText, stopText } from '../../message.ts';
import { isNamed } from './call.ts';
import type { GuardedOptions } from './call.ts';
import { failure, shaped } from './outcome.ts';

type Invoke = (args: readonly unknown[]) => unknown;

/** What a function that shapes outputs is held to. */
const BY_FUNCTION: readonly (keyof Obligations)[] = ['redact', 'maxRows', 'maxOutput'];

/** Runs a call that was evaluated without a promise. The outcome is reported, but nobody waits until it is written down. */
export function carryOut<Args extends unknown[]>(
  evaluation: Evaluation,
  args: Args,
  options: GuardedOptions<Args>,
  invoke: Invoke,
): unknown {
  const startedAt = performance.now();
  const report = (outcome: Outcome): void => void options.engine.postAction(evaluation, outcome);
  try {
    const admitted = admit(evaluation, args, options, invoke);
    const { output, ...more } = shaped(invoke(admitted), evaluation, options);
    report({ status: 'ok', output, ...more, durationMs: performance.now() - startedAt });
    return output;
  } catch (error) {
    if (evaluation.passed) report(failure(error, startedAt, evaluation, options));
    throw error;
  }
}

/** Runs a call, and returns its result when the outcome has been written down. */
export async function carryOutLater<Args extends unknown[]>(
  evaluation: Evaluation,
  args: Args,
  options: GuardedOptions<Args>,
  invoke: Invoke,
): Promise<unknown> {
  const startedAt = performance.now();
  const { engine } = options;
  try {
    const admitted = admit(evaluation, args, options, invoke);
    const { output, ...more } = shaped(await invoke(admitted), evaluation, options);
    await engine.postAction(evaluation, { status: 'ok', output, ...more, durationMs: performance.now() - startedAt });
    return output;
  } catch (error) {
    if (evaluation.passed) await engine.postAction(evaluation, failure(error, startedAt, evaluation, options));
    throw error;
  }
}

/** Returns the obligations that a call of this function can be held to. */
export function metBy<Args extends unknown[]>(
  args: Args,
  { rewrite, shape, notify }: GuardedOptions<Args>,
): readonly (keyof Obligations)[] {
  return [
    ...(rewrite !== undefined || isNamed(args) ? (['rewrite'] as const) : []),
    ...(notify === undefined ? [] : (['notices'] as const)),
    ...(typeof shape === 'object' ? shape.meets : shape === undefined ? [] : BY_FUNCTION),
  ];
}

/** Returns the arguments that the call may run with, or throws. */
function admit<Args extends unknown[]>(
  evaluation: Evaluation,
  args: Args,
  options: GuardedOptions<Args>,
  invoke: Invoke,
): readonly unknown[] {
  const { engine, rewrite, notify } = options;
  const { passed, obligations } = evaluation;
  if (!passed) {
    throw new ActionBlockedError(evaluation, stopText(evaluation), async answer =>
      carryOutLater(await engine.resume(evaluation, answer, { meets: metBy(args, options) }), args, options, invoke),
    );
  }
  const changes = obligations.rewrite;
  const texts = [...(evaluation.ruling === 'warn' ? [reasonText(evaluation)] : []), ...(obligations.notices ?? [])];
  if (texts.length > 0) notify?.(texts, evaluation);
  if (changes === undefined) return args;
  return rewrite === undefined ? [{ ...(args[0] as object), ...changes }] : rewrite(args, changes);
}
