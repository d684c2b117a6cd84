export type {
  Action,
  ActionInput,
  ActionKind,
  ApprovalEvidence,
  Outcome,
  OutcomeInput,
  OutcomeStatus,
  Principal,
} from './action.ts';
export { UNKNOWN, best, definite, escalated, isDefinite, kthBest, reverse, worst } from './algebra.ts';
export type { Interval, Maybe } from './algebra.ts';
export { grantsAll, verifyClaim } from './approval.ts';
export type {
  ApprovalAnswer,
  ApprovalBinding,
  ApprovalClaim,
  ApprovalRequest,
  ApprovalState,
  ApprovalStatus,
  ApprovalStore,
  Approver,
  ClaimResult,
  Question,
  StoredApproval,
} from './approval.ts';
export { memoryAudit, redactPayload } from './audit.ts';
export type { AnomalyRecord, AuditRecord, AuditSink, EvaluationRecord, MemoryAudit, OutcomeRecord } from './audit.ts';
export { canonicalJson } from './canonical.ts';
export { systemClock } from './clock.ts';
export type { Clock } from './clock.ts';
export type { ErrorCode, LicetCode, MisuseCode, PolicyIssueCode, ReasonCode } from './codes.ts';
export { All, Any, Escalate, Not, Threshold, When } from './combinators/index.ts';
export type { CombinatorOptions, ThresholdParams, WhenParams } from './combinators/index.ts';
export { COMPILED_FORMAT, buildPolicy } from './compiledPolicy.ts';
export type { BuildOptions, BuiltPolicy, CompiledPolicy, PolicySource } from './compiledPolicy.ts';
export { MATCH_KEYS, match, toCondition } from './condition.ts';
export type { Condition, ConditionInput, Match } from './condition.ts';
export type { Annotation, GovernanceContext, SessionView, Take } from './context.ts';
export type { Mode } from './decide.ts';
export { defineNode } from './definition.ts';
export type { AnyDefinition, BuildContext, ChildrenShape, NodeDefinition, Zod } from './definition.ts';
export { digestAction, digestPolicy } from './digest.ts';
export type {
  Certainty,
  Effect,
  EffectAnalyzer,
  EffectKind,
  EffectReport,
  EffectTarget,
  FileTarget,
  NamedTarget,
  NetworkTarget,
  ProgramTarget,
  Span,
} from './effects.ts';
export { PolicyEngine } from './engine.ts';
export type { EvaluateOptions } from './engine.ts';
export type { EngineOptions, Hook } from './engineOptions.ts';
export { GovernanceError, InvariantError } from './errors.ts';
export type { ParamPath } from './errors.ts';
export type { Evaluation } from './evaluation.ts';
export { escapeText } from './escapeText.ts';
export { evaluateChild, evaluateChildren, intervalOf, speakFor } from './evaluator.ts';
export { freezeAction } from './freezeAction.ts';
export { LAYERS, guard, label, toGuard } from './guard.ts';
export type { CommitResult, Guard, GuardInput, Layer, NodeLabels } from './guard.ts';
export { uuids } from './ids.ts';
export type { Json, MaybePromise } from './json.ts';
export { attempt, chain, isPromiseLike } from './maybe.ts';
export { memoryApprovals } from './memoryApprovals.ts';
export { memorySessions } from './memorySessions.ts';
export { narrow } from './narrow.ts';
export { mergeObligations } from './obligations.ts';
export type { MergedObligations, Obligations } from './obligations.ts';
export { buildTree, describeTree } from './policyData.ts';
export type { NodeData } from './policyData.ts';
export type { ApprovalSettings, GraphSettings, PolicySettings, StoreSettings } from './policySettings.ts';
export { createRegistry } from './registry.ts';
export type { Registry } from './registry.ts';
export { RULINGS, isRuling, rulingAt, severityOf } from './ruling.ts';
export type { Ruling, Severity } from './ruling.ts';
export { emptySession, foldSession } from './session.ts';
export type {
  CounterQuery,
  Reservation,
  ReservationRequest,
  SessionEvent,
  SessionState,
  SessionStore,
  Settlement,
} from './session.ts';
export { sha256 } from './sha256.ts';
export { renderPolicy } from './render/renderPolicy.ts';
export { renderTrace } from './render/renderTrace.ts';
export type { RenderFormat, RenderOptions } from './render/drawing.ts';
export { textTracer } from './render/textTracer.ts';
export type { TextTracerOptions } from './render/textTracer.ts';
export type { NodeStatus, TraceNode } from './trace.ts';
export { collectingTracer } from './tracer.ts';
export type { CollectingTracer, Tracer } from './tracer.ts';
export { ask, block, pass, skip, warn } from './verdict.ts';
export type { Fault, Fix, KnowledgeGap, Recover, StopDetails, Verdict, VerdictDetails } from './verdict.ts';
export { matchesWildcard } from './wildcard.ts';
