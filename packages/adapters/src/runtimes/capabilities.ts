import type { Obligations } from '@licet/core';
import type { OutputShaper } from '@licet/core/policy';

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
  /** The outcome of a command comes with its exit code. */
  readonly reportsExitCode: boolean;
  /** The agent can be told what is still to be done when it wants to stop, and then goes on. */
  readonly canTellAtStop: boolean;
  /** The runtime says which sub-agent makes a call, and of what sort it is. */
  readonly namesAgents: boolean;
}

/** What is known of every runtime, whether it is hooked from outside or governed inside its process. */
export interface RuntimeFacts {
  /** The name as the command line, or the subpath of the package, spells it. */
  readonly name: string;
  /** The name as people know it. */
  readonly title: string;
  readonly capabilities: Capabilities;
  /** Why it cannot do what it cannot do. */
  readonly gaps: Readonly<Partial<Record<keyof Capabilities, string>>>;
}

/** What can be carried out for a call: what the runtime lets us do, and what there is somebody to do. */
export function metBy(
  { canRewriteArgs, canInjectContext, canRewriteOutput }: Capabilities,
  shaper: Pick<OutputShaper, 'meets'> | undefined,
): readonly (keyof Obligations)[] {
  return [
    ...(canRewriteArgs ? (['rewrite'] as const) : []),
    ...(canInjectContext ? (['notices'] as const) : []),
    ...(canRewriteOutput ? (shaper?.meets ?? []) : []),
  ];
}
