import { GovernanceError } from '@licet/core';
import type { Evaluation } from '@licet/core';

/**
 * Thrown in place of running an action that the policy does not let through. Its message says why and what to do
 * instead, so that an agent that only sees the message can go on; `evaluation` has everything else.
 */
export class ActionBlockedError extends GovernanceError {
  override readonly name = 'ActionBlockedError';
  readonly evaluation: Evaluation;

  constructor(evaluation: Evaluation, reason: string) {
    super('action_blocked', reason);
    this.evaluation = evaluation;
  }
}
