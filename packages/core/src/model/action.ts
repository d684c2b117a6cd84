import type { ContainmentOutcome } from './containment.ts';
import type { Json } from './json.ts';
import type { ResponseMode } from './obligations.ts';

/** The kinds of action that the built-in guards know, and that runtimes give. */
export const ACTION_KINDS = ['read', 'write', 'bash', 'execute_code', 'network', 'tool', 'submit_task'] as const;

/** What sort of act it is. The named kinds are the ones the built-in guards know; any other word is allowed. */
export type ActionKind = (typeof ACTION_KINDS)[number] | (string & {});

/** On whose behalf the agent acts, as established by the host. Never taken from what the agent says. */
export interface Principal {
  readonly id: string;
  readonly roles?: readonly string[];
  readonly attributes?: Readonly<Record<string, Json>>;
}

/**
 * What the host says of a request for a capability, in addition to the call itself. Never taken from what the agent writes into a
 * tool's arguments: a reason that the model makes up for itself is none.
 */
export interface CapabilityRequest {
  /** Why the action is needed, in the words of the person or the process that the agent works for. */
  readonly justification?: string;
  /** A label that rules can match, such as `triage`. */
  readonly intent?: string;
  /** What the request is limited to, such as `{ project: 'web' }`. */
  readonly scope?: Readonly<Record<string, Json>>;
  /** The most rows that are wanted back. */
  readonly maxRows?: number;
  /** How the output is wanted: `raw`, `table`, `summary` or `handle`. A policy may show less. */
  readonly mode?: ResponseMode;
  /** The tools that a router proposed for the task. It grants nothing. */
  readonly shortlist?: readonly string[];
  /** What says that the call was granted: a token that this policy has issued. */
  readonly token?: string;
  readonly grant?: GrantWish;
  readonly handle?: HandleFacts;
  /** The digest of the tool's description as its server gives it now. */
  readonly toolDigest?: string;
}

/** What a token is to be good for, where an action of kind `grant` asks for one. */
export interface GrantWish {
  /** How long, in milliseconds. */
  readonly ttlMs?: number;
  /** Whether it is good for one call only. */
  readonly singleUse?: boolean;
  /** Whether it is good for the tool with exactly the arguments of the action only. */
  readonly exact?: boolean;
  /** What its calls are held to in addition to the policy. */
  readonly constraints?: Readonly<Record<string, Json>>;
  /** The token that this one is made from, and on whose behalf: it can then only be narrower. */
  readonly from?: { readonly token: string; readonly principal: string };
}

/** What a handle refers to, as the host has kept it. */
export interface HandleFacts {
  /** Whose call it was; empty if the call had no principal. */
  readonly principal: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  /** Whether the token of the call was revoked. */
  readonly isRevoked: boolean;
  /** The rows that were shown under it so far. */
  readonly shownRows: number;
  readonly maxRows?: number;
  readonly fields?: readonly string[];
  readonly scope?: Readonly<Record<string, Json>>;
}

/**
 * A claim, brought by the runtime, that a human has answered an earlier `ask`. The engine believes it only after the
 * approval store confirms it: right action, right policy, right session, not expired, not used by another call.
 */
export interface ApprovalEvidence {
  /** The identity of the approval request that was answered. */
  readonly id: string;
  /** Who answered, as the runtime knows them; used for the record only. */
  readonly by?: string;
}

/** What the agent wants to do. The engine deep-freezes its copy: nothing changes between decision and record. */
export interface Action {
  readonly kind: ActionKind;
  /** The runtime's own tool name: `Bash`, `mcp__github__create_issue`. */
  readonly tool?: string;
  /** The tool's own arguments, untouched. */
  readonly payload: Readonly<Record<string, unknown>>;
  readonly sessionId: string;
  /** The runtime's identity for this call. Evaluating the same call again charges nothing twice. */
  readonly callId?: string;
  readonly agentId?: string;
  /** The sort of agent, as the runtime names it, `code-reviewer`: a role that it plays. Absent for the main agent. */
  readonly agentType?: string;
  readonly principal?: Principal;
  /** The working directory that relative paths start from; an absolute path. */
  readonly cwd?: string;
  readonly taskType?: string;
  /** The runtime's identity of what one prompt of the user has started. */
  readonly turnId?: string;
  /**
   * Names of arguments that are words for people and change nothing about what is done, as the adapter knows them: a tool's
   * `description` of a command. An approval holds whatever they say.
   */
  readonly remarks?: readonly string[];
  readonly approval?: ApprovalEvidence;
  /**
   * Set by a server: the action, and what is said of its outcome, come from a caller that the policy's own runtime does not watch. Facts that
   * such an outcome earns count for such actions only.
   */
  readonly remote?: true;
  /** Set by a server: the machine that asks, as its token says. It is kept with each record of the action. */
  readonly machine?: string;
  /** Set by a server: the project that the caller works on, as it says. It is kept with the decision. */
  readonly project?: string;
  /** What the host says of the request: why, for what, within which limits. */
  readonly request?: CapabilityRequest;
}

/** How an action may be written when it is handed to the engine: an absent payload is empty, an absent session is `default`. */
export type ActionInput = Omit<Action, 'payload' | 'sessionId'> & Partial<Pick<Action, 'payload' | 'sessionId'>>;

/** The ways in which an action that was let through may end. */
export const OUTCOME_STATUSES = ['ok', 'error', 'denied', 'cancelled', 'unknown'] as const;

/** How an action that was let through ended. */
export type OutcomeStatus = (typeof OUTCOME_STATUSES)[number];

/** What an action really used, as the runtime reports it. */
export interface Usage {
  /** Money, in the unit of the budgets that count it. */
  readonly cost?: number;
  readonly tokens?: number;
}

/** What really happened after the decision. */
export interface Outcome {
  readonly status: OutcomeStatus;
  readonly output?: unknown;
  readonly error?: string;
  readonly exitCode?: number;
  readonly durationMs?: number;
  readonly usage?: Usage;
  /**
   * Set by an adapter whose runtime puts an `ask` to a human itself, in its own prompt: that a call ran after an `ask`
   * then says that the human said yes, and `denied` that they said no. Without it such an outcome is an anomaly.
   */
  readonly askedBy?: 'runtime';
  /**
   * Set by an adapter that concludes the outcome from the runtime's silence. It settles a call that is still open, and says
   * nothing about any other: one that was stopped, or whose outcome is known.
   */
  readonly inferred?: true;
  /** The redaction rules that found something in the output and took it out before the model saw it. */
  readonly redacted?: readonly string[];
  /** How the output was shown: the mode, how much of it, the handle that refers to it. */
  readonly shown?: Json;
  /** What became of the sandbox that the call was given. One that did not hold is an anomaly in the audit trail. */
  readonly containment?: ContainmentOutcome;
  /** Obligations that were owed and could not be carried out after all: an anomaly in the audit trail. */
  readonly unmet?: readonly string[];
}

/** An outcome, or its short form: `{ success: true }` is `ok`, `{ success: false }` is `error`. */
export type OutcomeInput =
  | Outcome
  | { readonly success: boolean; readonly output?: unknown; readonly error?: string; readonly usage?: Usage };
