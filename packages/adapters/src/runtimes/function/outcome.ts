import type { Evaluation, Outcome } from '@licet/core';
import { outputObligations } from '@licet/core/nodes';
import { messageOf } from '@licet/core/text';

import { lookableCopy } from '../output.ts';
import type { GuardedOptions } from './call.ts';

/** The output as the policy wants it, and the rules that found something in it, where the shaper tells them. */
export function shaped<Args extends unknown[]>(
  output: unknown,
  { obligations }: Evaluation,
  { shape }: GuardedOptions<Args>,
): Pick<Outcome, 'output' | 'redacted'> {
  const owed = outputObligations(obligations);
  if (owed === undefined || shape === undefined) return { output };
  if (typeof shape === 'function') return { output: shape(output, obligations) };
  const { output: shown, rules } = shape.shape(lookableCopy(output), owed);
  return { output: shown, ...(rules.length > 0 && { redacted: rules }) };
}

/** How a call ended that threw. The error goes on to the host as it is: what the policy wanted hidden of its text was not. */
export function failure<Args extends unknown[]>(
  error: unknown,
  startedAt: number,
  { obligations }: Evaluation,
  { shape }: GuardedOptions<Args>,
): Outcome {
  const message = messageOf(error);
  const owed = outputObligations(obligations);
  const isOut = owed !== undefined && typeof shape === 'object' && holds(() => shape.shape(message, owed).rules.length > 0);
  return {
    status: 'error',
    error: message,
    durationMs: performance.now() - startedAt,
    ...(isOut && { unmet: Object.keys(owed) }),
  };
}

/** What cannot be looked through may hold anything. */
function holds(look: () => boolean): boolean {
  try {
    return look();
  } catch {
    return true;
  }
}
