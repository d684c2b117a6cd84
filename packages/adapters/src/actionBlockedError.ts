import { GovernanceError } from '@licet/core';
import type { Evaluation, HumanAnswer } from '@licet/core';

/**
 * Thrown in place of running an action that the policy does not let through: the one class of error for a stop. Its message says
 * why and what to do instead, so that an agent that only sees the message can go on; `evaluation` has everything else.
 */
export class ActionBlockedError extends GovernanceError {
  override readonly name = 'ActionBlockedError';
  readonly evaluation: Evaluation;
  /**
   * Takes a human's answer and decides about the very same call once more: after a yes that counts it runs and its result comes
   * back, else this error comes again with the new evaluation. Absent where no answer can help.
   */
  readonly resume?: (answer: HumanAnswer) => Promise<unknown>;

  constructor(evaluation: Evaluation, reason: string, resume?: (answer: HumanAnswer) => Promise<unknown>) {
    super('action_blocked', reason);
    this.evaluation = evaluation;
    if (resume !== undefined && evaluation.approval?.status === 'pending') this.resume = resume;
    // It passes through frameworks that write their own notes on errors: only its text is fixed.
    for (const key of ['name', 'code', 'message', 'evaluation', 'resume'])
      if (Object.hasOwn(this, key)) Object.defineProperty(this, key, { writable: false, configurable: false });
  }
}
