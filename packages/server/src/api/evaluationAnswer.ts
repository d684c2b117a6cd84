import type { Evaluation, Verdict } from '@licet/core';

/** Returns an evaluation as the answer to a request: what to do, why, and the way out, without what the server keeps to itself. */
export function answerOf(evaluation: Evaluation): { readonly [name: string]: unknown } {
  const { id, passed, ruling, enforced, code, guard, reason, fix, recover, retryAfterMs } = evaluation;
  const { violations, gaps, errors, obligations, approval, risk, actionDigest, policyDigest, action } = evaluation;
  return {
    id,
    passed,
    ruling,
    enforced,
    code,
    guard,
    reason,
    fix,
    recover,
    retryAfterMs,
    violations: violations.map(plain),
    gaps,
    errors: errors.map(error => ({ code: error.code, guard: error.guard, message: error.message })),
    obligations,
    approval,
    risk,
    callId: action.callId,
    actionDigest,
    policyDigest,
  };
}

const plain = ({ ruling, guard, code, reason, fix, recover }: Verdict): object => ({ ruling, guard, code, reason, fix, recover });
