import { All, Escalate, PolicyEvaluator, When, ask, block, guard, match, pass } from '@licet/core';
import type { Evaluation } from '@licet/core';

/** What an assistant in a page may do for the visitor: no server is asked, and no model. */
const policy = All(
  guard('own_data', ({ payload }) =>
    payload['owner'] === undefined || payload['owner'] === 'me'
      ? pass()
      : block('this belongs to another person', { fix: 'work on the data of the visitor' }),
  ),
  When(
    match({ tool: 'pay' }),
    Escalate(
      guard('small_payment', ({ payload }) =>
        Number(payload['amount']) <= 50 ? pass() : block('more than 50', { fix: 'pay less, or ask the visitor' }),
      ),
      guard('visitor', () => ask('a payment of more than 50', { fix: 'ask the visitor' })),
    ),
  ),
);

const evaluator = new PolicyEvaluator(policy);

/** Judges a call of a tool, in the page itself. */
export function judge(tool: string, payload: Readonly<Record<string, unknown>>): Evaluation {
  return evaluator.evaluateSync({ kind: 'tool', tool, payload });
}
