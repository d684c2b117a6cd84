import type { ApprovalAnswer, ApprovalRequest, Approver } from '../ports/approval.ts';
import type { Action } from '../model/action.ts';
import type { Effect, EffectAnalyzer } from '../model/effects.ts';
import { GovernanceError } from '../model/errors.ts';
import type { Guard } from '../model/guard.ts';
import { guard } from '../model/guard.ts';
import type { GuardNode } from '../model/node.ts';
import { memorySessions } from '../store/memorySessions.ts';
import type { SessionStore } from '../ports/session.ts';
import type { Verdict } from '../model/verdict.ts';

/**
 * A guard that always says the same.
 *
 * @example
 * ```ts
 * import { PolicyEngine, warn } from '@licet/core';
 * import { fixedGuard } from '@licet/core/testing';
 *
 * new PolicyEngine(fixedGuard(warn('it is late'))).evaluateSync({ kind: 'bash' }).ruling; // => 'warn'
 * ```
 */
export function fixedGuard(verdict: Verdict, name = 'fixed'): Guard {
  return guard(name, () => verdict);
}

/** A guard that remembers what it was asked to do. */
export interface RecordingGuard extends GuardNode {
  /** The calls so far, oldest first. */
  readonly calls: readonly { readonly phase: 'check' | 'commit' | 'record'; readonly action: Action }[];
}

/** A guard that always says the same and writes down every call of `check`, `commit` and `record`. */
export function recordingGuard(verdict: Verdict, name = 'recording'): RecordingGuard {
  const calls: { phase: 'check' | 'commit' | 'record'; action: Action }[] = [];
  return Object.freeze({
    name,
    calls,
    check(action: Action): Verdict {
      calls.push({ phase: 'check', action });
      return verdict;
    },
    commit: (action: Action): void => void calls.push({ phase: 'commit', action }),
    record: (action: Action): void => void calls.push({ phase: 'record', action }),
  });
}

/**
 * A session store in memory whose named methods fail with `store_unavailable`, at once or by promise.
 *
 * @example
 * ```ts
 * import { PolicyEngine, pass } from '@licet/core';
 * import { failingSessions, fixedGuard } from '@licet/core/testing';
 *
 * const engine = new PolicyEngine(fixedGuard(pass()), { sessions: failingSessions(['append']) });
 * engine.evaluateSync({ kind: 'bash' }).code; // => 'store_unavailable'
 * ```
 */
export function failingSessions(methods: readonly (keyof SessionStore)[], later = false): SessionStore {
  const fail = (): never => {
    throw new GovernanceError('store_unavailable', 'the store was made to fail');
  };
  const failing = later ? async (): Promise<never> => fail() : fail;
  return Object.freeze({ ...memorySessions(), ...Object.fromEntries(methods.map(method => [method, failing])) });
}

/** An approver that answers every question alike and remembers the requests. */
export interface FakeApprover extends Approver {
  readonly requests: readonly ApprovalRequest[];
}

/** An approver that says yes or no to everything, or whatever `answer` makes of a request. */
export function fakeApprover(answer: boolean | ((request: ApprovalRequest) => ApprovalAnswer)): FakeApprover {
  const requests: ApprovalRequest[] = [];
  return Object.freeze({
    requests,
    approve(request: ApprovalRequest): ApprovalAnswer {
      requests.push(request);
      if (typeof answer === 'function') return answer(request);
      return { granted: request.questions.map(() => answer), by: 'a fake' };
    },
  });
}

/** An analyser that finds the same effects in every action. Of each only what matters has to be given. */
export function fakeEffects(...effects: readonly (Partial<Effect> & Pick<Effect, 'kind'>)[]): EffectAnalyzer {
  const found = effects.map(effect => Object.freeze<Effect>(Object.assign({ via: [], certainty: 'certain' }, effect)));
  return () => found;
}
