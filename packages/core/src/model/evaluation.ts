import type { ApprovalState } from '../ports/approval.ts';
import type { Obligations } from './obligations.ts';
import type { Ruling } from './ruling.ts';
import type { Fault, Fix, KnowledgeGap, Recover, Verdict } from './verdict.ts';
import type { Action, ActionInput } from './action.ts';
import type { Certificate } from './certificate.ts';
import type { OfferedContainment } from './containment.ts';
import type { GovernanceContext, TraceNode } from './context.ts';
import type { NodePlace } from './settings.ts';

/** What the engine says about an action, with everything that led to it. Frozen; costly parts are made when they are read. */
export interface Evaluation {
  readonly id: string;
  /** Whether the action may run. The one thing that an adapter enforces. */
  readonly passed: boolean;
  /** What the policy says. */
  readonly ruling: Ruling;
  /** What is done about it: the ruling, except that observing lets everything pass. */
  readonly enforced: Ruling;
  readonly code: string;
  /** The guard whose verdict decided. */
  readonly guard: string;
  /** Where the rule that decided is in the file of the policy. Absent for a pass, and for a policy that no file holds. */
  readonly place: NodePlace | undefined;
  /** Why, in complete sentences; the reasons of all deciding guards. Absent for a plain pass. */
  readonly reason: string | undefined;
  readonly fix: Fix | undefined;
  readonly recover: Recover | undefined;
  readonly retryAfterMs: number | undefined;
  /** The verdicts of the leaves that apply, in evaluation order. */
  readonly verdicts: readonly Verdict[];
  /** Those of them that the ruling rests on. */
  readonly determining: readonly Verdict[];
  /** Those of them that ask or block. */
  readonly violations: readonly Verdict[];
  readonly gaps: readonly KnowledgeGap[];
  readonly errors: readonly Fault[];
  /** What the runtime must do when it lets the action run, also after its own prompt; empty when it is blocked. */
  readonly obligations: Obligations;
  readonly risk: number;
  readonly context: GovernanceContext;
  readonly trace: TraceNode;
  readonly action: Action;
  /** Undefined when the arguments are not data. */
  readonly actionDigest: string | undefined;
  readonly policyDigest: string;
  readonly approval: ApprovalState | undefined;
  /**
   * That the call does no more than the policy's `quiet` level says, with what vouches for it. Only for a pass of an engine with a certifier: a policy
   * that asks, blocks, warns or changes the arguments gives none.
   */
  readonly certificate: Certificate | undefined;
  /** The sandbox that the call runs in if it runs. With `rewrite`, the caller must run it with these arguments: they are among the obligations. */
  readonly containment: OfferedContainment | undefined;
  readonly durationMs: number;
  /** All of it as data, but for the context and what was thrown; `console.log` shows the same. */
  toJSON(): { readonly [name: string]: unknown };
}

/** What the engine has decided, before anybody looks at the details. */
export interface Decision {
  readonly ruling: Ruling;
  readonly enforced: Ruling;
  readonly passed: boolean;
  /** The verdict that speaks: the root's, or the engine's own. */
  readonly verdict: Verdict;
  readonly obligations: Obligations;
  readonly approval: ApprovalState | undefined;
}

/** Tells an evaluation from the action that it is about. */
export function isEvaluation(given: Evaluation | ActionInput): given is Evaluation {
  return typeof given === 'object' && given !== null && 'context' in given && 'passed' in given;
}
