export type { LicetCode, MisuseCode, PolicyIssueCode } from './model/codes.ts';
export type { CombinatorOptions, ThresholdParams, WhenParams } from './combinators/index.ts';
export { MATCH_KEYS, ROLES, actingRoles, toCondition } from './model/condition.ts';
export type { Condition, ConditionInput, Match } from './model/condition.ts';
export { CONTAINMENT_LEVELS, isContained } from './model/containment.ts';
export type { Annotation, FactScope, SessionView, Take } from './model/context.ts';
export type { Confinement, HostConfinement } from './policy/confinement.ts';
export { defineNode } from './policy/definition.ts';
export type {
  AnyDefinition,
  ApprovedCall,
  BuildContext,
  ChildrenShape,
  Exemption,
  NodeDefinition,
  StoppedCall,
  Zod,
} from './policy/definition.ts';
export type { Certainty, EffectAnalyzer, EffectTarget, Evidence, NamedTarget, ProgramTarget, Span } from './model/effects.ts';
export { STANDING, standingOf } from './engine/standing.ts';
export type { OpenObligation, Standing, StandingFact } from './engine/standing.ts';
export type { ParamPath } from './model/errors.ts';
export { evaluateChild, evaluateChildren, intervalOf, verdictFor } from './engine/evaluator.ts';
export { toGuard } from './model/guard.ts';
export { LAYERS, label } from './model/node.ts';
export type { GuardInput } from './model/guard.ts';
export { ADVICE_TOPICS } from './model/advice.ts';
export type { Advice } from './model/advice.ts';
export { COUNTER_SCOPES, keyPart, memberAt, scopeKey, valueDigest } from './model/counterKey.ts';
export type { CounterScope } from './model/counterKey.ts';
export type { CommitResult, CompositeNode, DescribedNode, Join, Layer, Need, NodeLabels, StatefulNode } from './model/node.ts';
export { ACTION_KINDS, OUTCOME_STATUSES } from './model/action.ts';
export type { CapabilityRequest, GrantWish, HandleFacts } from './model/action.ts';
export { defined, isRecord } from './model/json.ts';
export { attempt, chain, inTurn, isPromiseLike } from './model/maybe.ts';
export { OUTPUT_OBLIGATIONS, RESPONSE_MODES, outputObligations } from './model/obligations.ts';
export type { ResponseMode } from './model/obligations.ts';
export { compareBy, paramOrder, patternOf } from './policy/comparison.ts';
export type { Comparison, Includes, ParamOrder } from './policy/comparison.ts';
export { isRuling, rulingAt, severityOf } from './model/ruling.ts';
export type { Severity } from './model/ruling.ts';
export type { NodeStatus } from './model/context.ts';
export type { ApprovalQuorum, ApprovalTerms } from './model/verdict.ts';
export { checkOptions } from './model/checkOptions.ts';
export { param, params } from './model/params.ts';
export type { OptionalParam, Param, ParamMembers, ParamShape, ParamSpec, ParamsOf } from './model/params.ts';
