import type { Evaluation, Json, Recover, Verdict } from '@licet/core';
import { ask, block } from '@licet/core';

/** The codes of everything that a capability can be refused for. */
export type CapabilityCode =
  | 'missing_role'
  | 'missing_tenant_attribute'
  | 'missing_attribute'
  | 'insufficient_justification'
  | 'invalid_constraint'
  | 'arg_constraint_violation'
  | 'rate_limited'
  | 'no_matching_rule'
  | 'explicit_deny_rule'
  | 'intent_not_allowed'
  | 'scope_not_allowed'
  | 'memory_write_requires_writer'
  | 'memory_sensitive_read_denied'
  | 'ttl_exceeded'
  | 'token_missing'
  | 'token_revoked'
  | 'token_expired'
  | 'token_invalid'
  | 'token_scope_mismatch'
  | 'token_used'
  | 'handle_not_found'
  | 'handle_expired'
  | 'handle_constraint_violation'
  | 'handle_principal_mismatch'
  | 'tool_changed'
  | 'tool_unverified';

/** One thing that prevents an action: what would be needed, what there is, and what to do. */
export interface FailedCondition {
  /** What was looked at: `roles`, `min_justification`, `tenant_attribute`. */
  readonly condition: string;
  readonly required: string;
  readonly found: string;
  /** What to do, as a sentence for an agent or its operator. */
  readonly fix: string;
  readonly code: CapabilityCode | (string & {});
}

const RECOVER: Readonly<Record<CapabilityCode, Recover>> = {
  missing_role: 'none',
  missing_tenant_attribute: 'none',
  missing_attribute: 'none',
  insufficient_justification: 'justification',
  invalid_constraint: 'fix_request',
  arg_constraint_violation: 'fix_request',
  rate_limited: 'wait',
  no_matching_rule: 'none',
  explicit_deny_rule: 'none',
  intent_not_allowed: 'fix_request',
  scope_not_allowed: 'fix_request',
  memory_write_requires_writer: 'none',
  memory_sensitive_read_denied: 'none',
  ttl_exceeded: 'fix_request',
  token_missing: 'fix_request',
  token_revoked: 'none',
  token_expired: 'fix_request',
  token_invalid: 'none',
  token_scope_mismatch: 'none',
  token_used: 'fix_request',
  handle_not_found: 'fix_request',
  handle_expired: 'fix_request',
  handle_constraint_violation: 'fix_request',
  handle_principal_mismatch: 'none',
  tool_changed: 'approval',
  tool_unverified: 'approval',
};

type Failed = FailedCondition & { readonly code: CapabilityCode };

/** A block for one failed condition. */
export function refuse(reason: string, failed: Failed, more: { readonly retryAfterMs?: number } = {}): Verdict {
  return block(reason, detailsOf(failed, more));
}

/** A question for one failed condition that a human's yes can stand in for. */
export function askFor(reason: string, failed: Failed): Verdict {
  return ask(reason, detailsOf(failed, {}));
}

const detailsOf = (failed: Failed, more: { readonly retryAfterMs?: number }) => ({
  code: failed.code,
  recover: RECOVER[failed.code],
  fix: failed.fix,
  evidence: { conditions: [failed as unknown as Json] },
  ...more,
});

/** Why an action was not let through, with all that prevents it. */
export interface DenialExplanation {
  readonly denied: boolean;
  /** The code of the first condition of those that decide. */
  readonly code: string;
  /** In the order of evaluation: what blocks, and what asks. */
  readonly conditions: readonly FailedCondition[];
  /** What to do, once for each condition. */
  readonly remediation: readonly string[];
  readonly narrative: string;
}

/**
 * Lists everything that prevents an action, in the order of evaluation: what was required, what was found and what to
 * do. A condition that a guard of one's own has not said so is told by its reason. Give it what `engine.explain` or
 * `engine.evaluate` returned; an evaluation that passed has no conditions.
 *
 * @example
 * ```ts
 * import { PolicyEngine } from '@licet/core';
 * import { RequireRole, explainDenial } from '@licet/capabilities';
 *
 * const engine = new PolicyEngine(RequireRole({ roles: ['admin'] }));
 * const { conditions } = explainDenial(engine.evaluateSync({ kind: 'tool', tool: 'tickets.delete' }));
 * conditions[0]?.required; // => 'one of the roles `admin`'
 * conditions[0]?.found; // => 'no roles'
 * ```
 */
export function explainDenial(evaluation: Evaluation): DenialExplanation {
  const against = evaluation.violations.filter(({ applicable }) => applicable !== false);
  const conditions = evaluation.passed ? [] : against.flatMap(conditionsOf);
  const remediation = [...new Set(conditions.map(({ fix }) => fix))];
  const denied = !evaluation.passed;
  return {
    denied,
    code: denied ? evaluation.code : 'ok',
    conditions,
    remediation,
    narrative: denied
      ? conditions.map(({ condition, required, found }) => `${condition}: needs ${required}, found ${found}`).join('; ') ||
        (evaluation.reason ?? evaluation.code)
      : 'nothing prevents the action',
  };
}

function conditionsOf({ guard, code, reason, fix, evidence }: Verdict): readonly FailedCondition[] {
  const told = typeof evidence === 'object' && evidence !== null && 'conditions' in evidence ? evidence['conditions'] : undefined;
  if (Array.isArray(told) && told.length > 0) return told as readonly FailedCondition[];
  return [{ condition: guard, required: 'a yes of this guard', found: reason ?? code, fix: fix?.summary ?? '', code }];
}

/** Lists names for a message; `none` says that there are none. */
export function named(names: readonly string[], none: string): string {
  return names.length === 0 ? none : names.map(name => `\`${name}\``).join(', ');
}
