import { limitMs } from '../model/limits.ts';
import type { PolicyLimits, ScopeLimit } from '../model/limits.ts';
import type { AnswerScope, GivenAnswer } from '../ports/approval.ts';

/** The answer as it counts within the limits: none where a yes may cover no other call. */
export function answerWithin(answer: GivenAnswer, limit: PolicyLimits['scopedApprovals']): readonly GivenAnswer[] {
  const { scope, at } = answer;
  if (scope === undefined || limit === undefined) return [answer];
  return limit === 'never' ? [] : [{ ...answer, scope: scopeWithin(scope, limit, at) }];
}

/** What a yes that was given at some time covers within the limits. */
export function scopeWithin(scope: AnswerScope, { for: time, uses }: ScopeLimit, at: number): AnswerScope {
  const until = time === undefined ? scope.until : Math.min(scope.until, at + limitMs(time));
  return { ...scope, until, uses: Math.min(scope.uses, uses ?? scope.uses) };
}
