import type { Action, Effect, MaybePromise } from '@licet/core';
import { InvariantError } from '@licet/core';
import type { GroundingResult } from '../grounding/result.ts';
import type { DepthLevel } from '../model/depth.ts';
import type { Cardinality, EdgePolicy } from '../model/policy.ts';

/** The edge that a policy hangs on, as a callback sees it. */
export interface TriggeringEdge {
  readonly source: string;
  readonly target: string;
  readonly sourceDepth: DepthLevel;
  readonly targetDepth: DepthLevel;
}

/** What a callback decides on. */
export interface PolicyCallbackContext {
  readonly action: Action;
  readonly policy: EdgePolicy;
  readonly edge: TriggeringEdge;
  /** The stored names of the concepts that were grounded for the action. */
  readonly concepts: readonly string[];
  /** The whole grounding: what was asked for, what it rests on, and the trace. */
  readonly grounding: GroundingResult;
  /** What the action would do. Found when it is first read; throws where the engine has no analyser. */
  readonly effects: readonly Effect[];
  readonly cardinality: Cardinality | null;
}

/** What a callback says. `passed: true` satisfies the policy for this one action. */
export interface PolicyCallbackResult {
  readonly passed: boolean;
  readonly message?: string;
}

/**
 * Decides whether a policy is satisfied, on the arguments, the concepts, or outside evidence. What it throws, and
 * anything but a {@link PolicyCallbackResult}, is a fault: the policy's verdict is then errored, which blocks.
 */
export type PolicyCallback = (context: PolicyCallbackContext) => MaybePromise<PolicyCallbackResult>;

/** Returns the callback's answer, or throws an error that says what was expected and what came. */
export function checkedResult(key: string, value: unknown): PolicyCallbackResult {
  const candidate = value as Partial<PolicyCallbackResult> | null;
  const isResult =
    typeof candidate === 'object' &&
    candidate !== null &&
    typeof candidate.passed === 'boolean' &&
    (candidate.message === undefined || typeof candidate.message === 'string');
  if (isResult) return candidate as PolicyCallbackResult;
  throw new InvariantError(
    'invalid_param',
    `expected the callback \`${key}\` to return a PolicyCallbackResult, found ${describe(value)}`,
  );
}

function describe(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  return typeof value === 'object' ? 'an object of another shape' : `a ${typeof value}`;
}
