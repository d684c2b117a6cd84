import type { Decided } from '../decided.ts';
import { noticeOf, owedOf } from '../decided.ts';
import { BEGUN } from '../gate.ts';
import { failureOf, stopwatch } from '../carryOut.ts';
import type { ToolCall } from '../runtime.ts';
import type { SeenCall } from '../seenCall.ts';
import { isInterrupt } from './question.ts';
import type { Say } from './result.ts';
import { isToolMessage, withNotice } from './result.ts';
import type { CallGate } from '../carryOut.ts';

/**
 * Runs a call that may run with the arguments that were judged, writes down how it ended, and returns what the model is shown of it. An
 * interrupt goes on as it is. A call that was cancelled meanwhile does not run.
 */
export async function carryOut(
  gate: CallGate,
  call: SeenCall,
  decided: Required<Decided>,
  run: (args: ToolCall['input']) => unknown,
  say: Say,
): Promise<unknown> {
  const { evaluation } = decided;
  const args = gate.begin(decided);
  if (args === undefined) return say(BEGUN, 'error');
  if (call.signal?.aborted === true) {
    await gate.settle(evaluation, { status: 'cancelled' });
    throw call.signal.reason;
  }
  const took = stopwatch();
  let result: unknown;
  try {
    result = await run(args);
  } catch (error) {
    if (isInterrupt(error)) throw error;
    const seen = await gate.settle(evaluation, { ...failureOf(error, call.signal), ...took() });
    return say(`Error: ${String(seen)}`, 'error');
  }
  if (!isToolMessage(result)) {
    const isOwed = owedOf(evaluation).length > 0;
    await gate.settle(evaluation, { status: 'ok', ...took(), ...(isOwed && { unmet: owedOf(evaluation) }) });
    return isOwed ? say('licet: the result is no message, so nothing can be taken out of it: it is withheld', 'error') : result;
  }
  const { content, status = 'success' } = result;
  const seen = await gate.settle(evaluation, { status: status === 'error' ? 'error' : 'ok', output: content, ...took() });
  const notice = noticeOf(decided);
  if (seen === content && notice === undefined) return result;
  return say(notice === undefined ? seen : withNotice(seen, notice), status);
}
