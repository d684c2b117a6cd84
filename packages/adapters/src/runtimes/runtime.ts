import type { RuntimeFacts } from './capabilities.ts';
import type { Decision, HostFacts, Phase, RuntimeEvent } from './event.ts';
import type { RuntimeSettings } from './settings.ts';

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

/**
 * Everything that Licet knows of one agent runtime with hooks, in the runtime's own folder. The command line, the hook and the
 * settings read it; nothing else names a runtime. `reply` never says more than the decision: a pass is no opinion.
 */
export interface Runtime extends RuntimeFacts {
  /** How its facts were found: by driving the real program, by reading its code, or from its documentation only. */
  readonly evidence: 'driven' | 'code' | 'documentation';
  /** Why a call with a certificate gets no yes; absent where `quiet` is not. */
  readonly noYes?: string;
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
  /** The result of a reply: for `doctor`, which looks at a hook from outside. */
  readReply(reply: unknown): 'stop' | 'ask' | 'run';
  readonly settings: RuntimeSettings;
  /** Whether a hook may change a command without a question, so that it can be put into a sandbox. @defaultValue false */
  readonly containsCommands?: true;
  /** What a yes with a certificate takes; absent where the runtime has no yes that its user's rules win over. */
  readonly quiet?: QuietFacts;
}

/** How it is found out whether the hook says yes, and when it must not. */
export interface QuietFacts {
  /** The program of the runtime, which prints its version with `--version`. */
  readonly program: string;
  /** The variables by which a client of this version names itself to the hook. */
  clientOf(version: string): Readonly<Record<string, string>>;
  /** Whether the hook says yes to such a client. */
  isKnown(version: string): boolean;
  /** What an event has to say for a mode: one in which the runtime asks, and one in which no yes may be said. */
  readonly modes: { readonly asking: object; readonly planning: object };
  /** Whether a reply is a yes. */
  saysYes(reply: unknown): boolean;
}
