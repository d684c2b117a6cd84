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
  /** The runtime says what the user tells the agent. Where it does not, the host does with `engine.heard`, or `flow` knows no value that the user named. */
  readonly reportsPrompts: boolean;
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

const ALL: Capabilities = Object.freeze({
  canAsk: true,
  canRewriteArgs: true,
  canRewriteOutput: true,
  canInjectContext: true,
  failClosed: true,
  hasCallId: true,
  reportsOutcome: true,
  reportsExitCode: true,
  canTellAtStop: true,
  namesAgents: true,
  reportsPrompts: true,
});

/** Puts together what is known of a runtime: it can do everything but what there is a reason for. */
export function factsOf(name: string, title: string, gaps: RuntimeFacts['gaps']): RuntimeFacts {
  const cannot = Object.fromEntries(Object.keys(gaps).map(each => [each, false]));
  return Object.freeze({ name, title, capabilities: Object.freeze({ ...ALL, ...cannot }), gaps: Object.freeze(gaps) });
}

/** What no function around the tools of an SDK can do: it sees calls, and nothing of the loop that makes them. */
export const ONLY_CALLS: RuntimeFacts['gaps'] = Object.freeze({
  reportsExitCode: 'a tool is a function: it returns what it likes',
  canTellAtStop: 'the loop of the host ends without asking',
  namesAgents: 'which agent makes a call is for the host to say, as `agentId`',
  reportsPrompts: 'which messages are the words of the user is for the host to say, by `engine.heard`',
});

/** Why some of them cannot add to what the model sees. */
export const NO_PLACE_BESIDE = 'the result of a call has no place for a text; `notify` gets it';

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
