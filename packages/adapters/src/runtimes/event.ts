import type { ActionInput, Certificate, Effect, Json, Outcome } from '@licet/core';

/** The arguments of a call. */
export type Arguments = Readonly<Record<string, Json>>;

/** What is to be said to the runtime. */
export type Decision =
  /** No opinion: the runtime goes on as if there were no hook, with its own permission prompts. */
  | { readonly do: 'nothing' }
  /** Lets the call run without the runtime's own question; the rules of its user still win. */
  | { readonly do: 'allow'; readonly reason: string; readonly args?: Arguments; readonly text?: string }
  | { readonly do: 'tell'; readonly text: string }
  /** Lets the agent not stop yet. */
  | { readonly do: 'goOn'; readonly text: string }
  /** Lets the call go on with other arguments, all of them, and leaves the runtime's own prompts as they are. */
  | { readonly do: 'rewrite'; readonly args: Arguments; readonly text?: string }
  | { readonly do: 'ask'; readonly reason: string; readonly args?: Arguments; readonly text?: string }
  | { readonly do: 'deny'; readonly reason: string; readonly text?: string }
  | { readonly do: 'replace'; readonly output: unknown; readonly text?: string };

/**
 * When an event happens: `before` and `after` a call, after a `batch` of calls, when a session or a prompt of the user begins
 * (`start`, `turn`), when an agent wants to `stop`, when a session ends. `other` events are let be.
 */
export type Phase = 'before' | 'after' | 'batch' | 'start' | 'turn' | 'stop' | 'end' | 'other';

/** Who sees a prompt that the runtime raises for an `ask`: a human who sits there, the host's own code, or no one. */
export type Audience = 'human' | 'host' | 'absent';

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
      /** The runtime runs a command that was changed, without a question of the hook, and still asks what its user wants asked. */
      readonly contains?: true;
      /**
       * Present where a yes takes away the question that the runtime asks by default, and rules of its user win over it. It tells whether that holds for
       * what a call does by way of others, too.
       */
      readonly rulesWin?: (effects: readonly Effect[], certificate: Certificate) => boolean;
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
  /** `prompt`: what the user said, where the runtime tells it. `plans`: the agent only plans what it will do. */
  | (EventFacts & { readonly phase: 'turn'; readonly prompt?: string; readonly plans?: boolean })
  | (EventFacts & { readonly phase: 'start' | 'end' | 'other' });

/** What the process that hosts the hook knows in addition to the event. */
export interface HostFacts {
  readonly env: Readonly<Record<string, string | undefined>>;
}
