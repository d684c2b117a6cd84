import { GovernanceError } from '@licet/core';
import type { Evaluation, Obligations, Outcome } from '@licet/core';
import { isPromiseLike } from '@licet/core/nodes';

import { ActionBlockedError } from '../../actionBlockedError.ts';
import { reasonText, stopText } from '../../message.ts';
import { BEGUN } from '../gate.ts';
import { isNamed } from './call.ts';
import type { GuardedOptions } from './call.ts';
import { failure, shaped } from './outcome.ts';

/** A call that was evaluated, and how it runs. */
interface Evaluated<Args extends unknown[]> {
  readonly evaluation: Evaluation;
  /** Copies of the arguments that it was made with, which nothing else changes. */
  readonly args: Args;
  /** Copies them once more, for every time that the call runs. */
  readonly copy: (args: Args) => Args;
  readonly options: GuardedOptions<Args>;
  /** Notes that the call begins; false where one of its identity has begun before. */
  readonly begin: (evaluation: Evaluation) => boolean;
  readonly invoke: (args: readonly unknown[]) => unknown;
}

/** What a function that shapes outputs is held to. */
const BY_FUNCTION: readonly (keyof Obligations)[] = ['redact', 'maxRows', 'maxOutput'];

/**
 * Runs a call that was evaluated without a promise. The outcome is reported, but nothing waits until it is written down. A function
 * that returns a promise is carried out as one: nothing of its result is shown before it has been looked through.
 */
export function carryOut<Args extends unknown[]>(call: Evaluated<Args>): unknown {
  const { evaluation, options, invoke } = call;
  const startedAt = performance.now();
  const report = (outcome: Outcome): void => void options.engine.postAction(evaluation, outcome);
  beginOnce(call);
  try {
    const result = invoke(admit(call));
    if (isPromiseLike(result)) return ended(call, startedAt, () => result);
    const { output, ...more } = shaped(result, evaluation, options);
    report({ status: 'ok', output, ...more, durationMs: performance.now() - startedAt });
    return output;
  } catch (error) {
    if (evaluation.passed) report(failure(error, startedAt, evaluation, options));
    throw error;
  }
}

/** Runs a call, and returns its result when the outcome has been written down. */
export async function carryOutLater<Args extends unknown[]>(call: Evaluated<Args>): Promise<unknown> {
  beginOnce(call);
  return ended(call, performance.now(), () => call.invoke(admit(call)));
}

async function ended<Args extends unknown[]>(
  { evaluation, options }: Evaluated<Args>,
  startedAt: number,
  run: () => unknown,
): Promise<unknown> {
  const { engine } = options;
  try {
    const { output, ...more } = shaped(await run(), evaluation, options);
    await engine.postAction(evaluation, { status: 'ok', output, ...more, durationMs: performance.now() - startedAt });
    return output;
  } catch (error) {
    if (evaluation.passed) await engine.postAction(evaluation, failure(error, startedAt, evaluation, options));
    throw error;
  }
}

/** Throws for a call whose identity has begun before: the engine has charged it once. */
function beginOnce<Args extends unknown[]>({ evaluation, begin }: Evaluated<Args>): void {
  if (evaluation.passed && !begin(evaluation)) throw new GovernanceError('wrong_phase', BEGUN);
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

/** Returns the arguments that the call may run with, or throws. They are copies: the function may change them. */
function admit<Args extends unknown[]>(call: Evaluated<Args>): readonly unknown[] {
  const { evaluation, options } = call;
  const { engine, rewrite, notify } = options;
  const { passed, obligations } = evaluation;
  if (!passed) {
    throw new ActionBlockedError(evaluation, stopText(evaluation), async answer =>
      carryOutLater({ ...call, evaluation: await engine.resume(evaluation, answer, { meets: metBy(call.args, options) }) }),
    );
  }
  const changes = obligations.rewrite;
  const texts = [...(evaluation.ruling === 'warn' ? [reasonText(evaluation)] : []), ...(obligations.notices ?? [])];
  if (texts.length > 0) notify?.(texts, evaluation);
  const args = call.copy(call.args);
  if (changes === undefined) return args;
  return rewrite === undefined ? [{ ...(args[0] as object), ...changes }] : rewrite(args, changes);
}
