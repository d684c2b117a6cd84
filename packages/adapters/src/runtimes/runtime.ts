import type { ActionInput, Json, Outcome } from '@licet/core';

import type { RuntimeSettings } from './settings.ts';

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

/**
 * When an event happens: `before` and `after` a call, after a `batch` of calls, when a session or a prompt of the user begins
 * (`start`, `turn`), when an agent wants to `stop`, when a session ends. `other` events are let be.
 */
export type Phase = 'before' | 'after' | 'batch' | 'start' | 'turn' | 'stop' | 'end' | 'other';

/** Who sees a prompt that the runtime raises for an `ask`: a human who sits there, the host's own code, or nobody. */
export type Audience = 'human' | 'host' | 'nobody';

/** What every event tells. */
interface EventFacts {
  /** The event as the runtime names it. */
  readonly name: string;
  readonly sessionId: string;
  /** What one prompt of the user has started; undefined where the runtime has no word for it. */
  readonly turnId?: string;
  readonly agentId?: string;
  /** The sort of sub-agent. */
  readonly agentType?: string;
  readonly audience: Audience;
}

/** What a runtime tells, in words that all runtimes share. */
export type RuntimeEvent =
  | (EventFacts & {
      readonly phase: 'before';
      readonly action: ActionInput;
      /** The output of this tool does not come back as a result, so nothing can be taken out of it. */
      readonly streams?: true;
      /** This version of the runtime is not known to take new arguments without a question. */
      readonly mustAskToRewrite?: true;
    })
  | (EventFacts & {
      readonly phase: 'after';
      readonly action: ActionInput;
      readonly outcome: Outcome;
      /** The output, where it can still be replaced. */
      readonly output?: { readonly value: unknown };
    })
  | (EventFacts & { readonly phase: 'batch'; readonly calls: readonly ActionInput[] })
  /** `again`: it goes on already because a hook has said so, and is not to be kept any longer. */
  | (EventFacts & { readonly phase: 'stop'; readonly again: boolean })
  | (EventFacts & { readonly phase: 'start' | 'turn' | 'end' | 'other' });

/** What is to be said to the runtime. */
export type Decision =
  /** No opinion: the runtime goes on as if there were no hook, with its own permission prompts. */
  | { readonly do: 'nothing' }
  | { readonly do: 'tell'; readonly text: string }
  /** Lets the agent not stop yet. */
  | { readonly do: 'goOn'; readonly text: string }
  /** Lets the call go on with other arguments, all of them, and leaves the runtime's own prompts as they are. */
  | { readonly do: 'rewrite'; readonly args: Arguments; readonly text?: string }
  | { readonly do: 'ask'; readonly reason: string; readonly args?: Arguments; readonly text?: string }
  | { readonly do: 'deny'; readonly reason: string; readonly text?: string }
  | { readonly do: 'replace'; readonly output: unknown; readonly text?: string };

/** The arguments of a call. */
export type Arguments = Readonly<Record<string, Json>>;

/** What the process that hosts the hook knows besides the event. */
export interface HostFacts {
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A tool as the runtime names it, with its arguments. */
export interface ToolCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** A call to be put into the runtime's words: what `check` and `doctor` ask about. */
export interface SampleCall extends ToolCall {
  readonly cwd: string;
  readonly sessionId?: string;
  readonly callId?: string;
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

/**
 * Everything that Licet knows of one agent runtime with hooks, in the runtime's own folder. The command line, the hook and the
 * settings read it; nothing else names a runtime. `reply` never says more than the decision: a pass is no opinion.
 */
export interface Runtime extends RuntimeFacts {
  /** The events that the hook is installed for. */
  readonly events: Readonly<Record<string, Phase>>;
  /** The variables that tell where the project is, for a hook that is started elsewhere. */
  readonly projectVariables: readonly string[];
  /** Throws for what is not an event of this runtime; the caller must then refuse. */
  parse(input: unknown, host: HostFacts): RuntimeEvent;
  /** The runtime's words for a decision. */
  reply(decision: Decision, event: Pick<RuntimeEvent, 'name' | 'phase'>): object;
  /** Returns an event before a call, as the runtime would write it. */
  sample(call: SampleCall): object;
  /** Calls that every runtime knows, in its own words. */
  readonly calls: { run(command: string): ToolCall; read(file: string): ToolCall; write(file: string): ToolCall };
  /** What a reply comes to: for `doctor`, which looks at a hook from outside. */
  readReply(reply: unknown): 'stop' | 'ask' | 'run';
  readonly settings: RuntimeSettings;
}
