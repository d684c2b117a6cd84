import type { ActionInput, ContainmentOutcome, Evaluation } from '@licet/core';

/** A call that was put into a sandbox by other arguments, as it was meant, and what became of the sandbox. */
export interface ContainedCall {
  /** The arguments that the policy decided about. */
  readonly payload: NonNullable<ActionInput['payload']>;
  readonly outcome: ContainmentOutcome;
}

/** Keeps what the sandboxes of calls are proved by, from the decision to the outcome. */
export interface Containing {
  /** Keeps what a call will run with, where the evaluation puts it into a sandbox. It is called before the runtime hears; what it throws is a denial. */
  keep(evaluation: Evaluation): void;
  /** Tells what became of the sandbox of a call that has ended, once; undefined where the call had none. `action` has the arguments that it ran with. */
  ended(action: ActionInput): ContainedCall | undefined;
}
