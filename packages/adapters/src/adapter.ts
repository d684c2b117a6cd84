import type { ActionInput, Evaluation } from '@licet/core';

/** What an agent runtime lets an adapter do. What it does not let us do becomes a block, never a silent pass. */
export interface Capabilities {
  /** The runtime can put a question to a human. Where it cannot, `ask` is enforced as a block that says how to get a yes. */
  readonly canAsk: boolean;
  /** The arguments can be replaced before the tool runs. */
  readonly canRewriteArgs: boolean;
  /** The output can be replaced before the model sees it. */
  readonly canRewriteOutput: boolean;
  /** Text can be added to what the model sees, outside the tool's result. */
  readonly canInjectContext: boolean;
  /** A fault of the adapter itself stops the action. */
  readonly failClosed: boolean;
  /** Calls have an identity that stays the same from the decision to the outcome. */
  readonly hasCallId: boolean;
  /** The runtime says what became of an action that ran. */
  readonly reportsOutcome: boolean;
}

/**
 * The contract of every adapter: from the runtime's event to an action, from an evaluation back to the runtime's reply.
 * Both are pure. `enforce` never says more than the policy: a pass is no opinion, and leaves the runtime's own
 * permission prompts as they are.
 */
export interface Adapter<Event, Reply> {
  /** The runtime's name as the command line spells it. */
  readonly runtime: string;
  readonly capabilities: Capabilities;
  /** Throws for what is not an event of this runtime; the caller must then refuse. */
  toAction(event: Event): ActionInput;
  enforce(evaluation: Evaluation, event: Event): Reply;
  /** The runtime's words for no, when there is no evaluation: the adapter itself has failed. */
  refuse(reason: string, event?: Event): Reply;
}
