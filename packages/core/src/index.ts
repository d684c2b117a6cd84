export type {
  Action,
  ActionInput,
  ActionKind,
  ApprovalEvidence,
  CapabilityRequest,
  Outcome,
  OutcomeInput,
  OutcomeStatus,
  Principal,
  Usage,
} from './model/action.ts';
export { UNKNOWN, best, definite, escalated, isDefinite, kthBest, reverse, worst } from './algebra.ts';
export type { Interval, Maybe } from './algebra.ts';
export type {
  AnswerRefusal,
  AnswerResult,
  ApprovalAnswer,
  ApprovalBinding,
  ApprovalClaim,
  ApprovalQuery,
  ApprovalRequest,
  ApprovalRow,
  ApprovalState,
  ApprovalStatus,
  ApprovalStore,
  Approver,
  ClaimRefusal,
  ClaimResult,
  GivenAnswer,
  OpenResult,
  Question,
  StoredApproval,
} from './ports/approval.ts';
export { APPROVAL_CODE_BYTES, approvalCode, readApprovalCode } from './store/approvalCode.ts';
export { answerRecord, askRecord } from './engine/approvalRecords.ts';
export { foldName, isName } from './store/approverName.ts';
export { redactPayload } from './ports/audit.ts';
export type {
  AnomalyRecord,
  AnswerRecord,
  AskRecord,
  AuditRecord,
  AuditSink,
  BatchAuditSink,
  CommitFailureRecord,
  FactRecord,
  EvaluationRecord,
  JointWriter,
  OutcomeRecord,
  RotationRecord,
} from './ports/audit.ts';
export type { Anchor, ChainReport, ChainedRecord } from './store/auditChain.ts';
export { readAll } from './store/auditReader.ts';
export type { AuditQuery, AuditReader } from './store/auditReader.ts';
export type { CounterState, ReservationState, ResetReport, ResetScope, StateInspector } from './ports/inspect.ts';
export { canonicalJson } from './text/canonical.ts';
export { systemClock } from './ports/clock.ts';
export type { Clock } from './ports/clock.ts';
export type { ErrorCode, LicetCode, MisuseCode, PolicyIssueCode, ReasonCode } from './model/codes.ts';
export { All, Any, Escalate, Not, Threshold, When } from './combinators/index.ts';
export type { CombinatorOptions, ThresholdParams, WhenParams } from './combinators/index.ts';
export { COMPILED_FORMAT, buildPolicy, placeOfNode } from './policy/compiledPolicy.ts';
export type { BuildOptions, CompiledPolicy, FindResource, PolicySource } from './policy/compiledPolicy.ts';
export { MATCH_KEYS, match, toCondition } from './model/condition.ts';
export type { Condition, ConditionInput, Match } from './model/condition.ts';
export type { Annotation, FactScope, GovernanceContext, SessionView, Take } from './model/context.ts';
export { defineNode } from './policy/definition.ts';
export type { AnyDefinition, BuildContext, ChildrenShape, NodeDefinition, Zod } from './policy/definition.ts';
export { digestAction, digestPolicy } from './engine/digest.ts';
export type {
  Certainty,
  Effect,
  EffectAnalyzer,
  EffectKind,
  EffectReport,
  EffectTarget,
  Evidence,
  FileTarget,
  NamedTarget,
  NetworkTarget,
  ProgramTarget,
  Span,
} from './model/effects.ts';
export { PolicyEngine } from './engine/engine.ts';
export type { OutcomeReceipt } from './engine/settle.ts';
export type { EvaluateOptions } from './engine/evaluationMode.ts';
export type { EngineOptions, Hook } from './engine/engineOptions.ts';
export { GovernanceError, InvariantError, isGovernanceError } from './model/errors.ts';
export type { ParamPath } from './model/errors.ts';
export type { HumanAnswer } from './engine/consent.ts';
export type { Evaluation } from './engine/evaluation.ts';
export { escapeText } from './text/escapeText.ts';
export { evaluateChild, evaluateChildren, intervalOf, verdictFor } from './engine/evaluator.ts';
export { freezeAction } from './engine/freezeAction.ts';
export { LAYERS, guard, label, toGuard } from './model/guard.ts';
export type { CommitResult, Guard, GuardInput, Layer, Need, NodeLabels } from './model/guard.ts';
export { randomBytes, uuids } from './ports/ids.ts';
export type { Json, MaybePromise } from './model/json.ts';
export { attempt, chain, isPromiseLike } from './model/maybe.ts';
export { memoryApprovals } from './store/memoryApprovals.ts';
export { memoryAudit } from './store/memoryAudit.ts';
export type { MemoryAudit } from './store/memoryAudit.ts';
export { memorySessions } from './store/memorySessions.ts';
export type { MemorySessions } from './store/memorySessions.ts';
export { narrow } from './policy/narrow.ts';
export { mergeObligations } from './model/obligations.ts';
export type { MergedObligations, Obligations, OutputObligations } from './model/obligations.ts';
export { buildTree, describeTree } from './policy/policyData.ts';
export type { NodeData } from './policy/policyData.ts';
export { parseDuration, parseSize, readDuration } from './text/quantity.ts';
export type {
  ApprovalSettings,
  AuditSettings,
  BuiltPolicy,
  GraphSettings,
  Mode,
  PolicySettings,
  StoreSettings,
} from './model/settings.ts';
export { compareBy, paramOrder } from './policy/comparison.ts';
export type { Comparison, Includes, ParamOrder } from './policy/comparison.ts';
export { createRegistry } from './policy/registry.ts';
export type { Registry } from './policy/registry.ts';
export { RULINGS, isRuling, rulingAt, severityOf } from './model/ruling.ts';
export type { Ruling, Severity } from './model/ruling.ts';
export { heldFacts, isEstablished, stampKey, stampOf } from './ports/facts.ts';
export { PROJECT_SESSION } from './ports/session.ts';
export type {
  CounterQuery,
  OpenCall,
  Reservation,
  ReservationRequest,
  SessionEvent,
  SessionState,
  SessionStore,
  Settlement,
} from './ports/session.ts';
export { sha256 } from './text/sha256.ts';
export { renderPolicy } from './render/renderPolicy.ts';
export { renderTrace } from './render/renderTrace.ts';
export type { RenderFormat, RenderOptions } from './render/drawing.ts';
export { textTracer } from './render/textTracer.ts';
export type { TextTracerOptions } from './render/textTracer.ts';
export type { NodeStatus, TraceNode } from './engine/trace.ts';
export { collectingTracer } from './engine/tracer.ts';
export type { CollectingTracer, Tracer } from './engine/tracer.ts';
export { ask, block, pass, skip, warn } from './model/verdict.ts';
export type {
  ApprovalQuorum,
  ApprovalTerms,
  Fault,
  Fix,
  KnowledgeGap,
  Recover,
  StopDetails,
  Verdict,
  VerdictDetails,
} from './model/verdict.ts';
export { matchesWildcard } from './model/wildcard.ts';
export { didYouMean } from './text/suggest.ts';
export { checkOptions } from './model/checkOptions.ts';
export { param, params } from './model/params.ts';
export type { OptionalParam, Param, ParamMembers, ParamShape, ParamSpec, ParamsOf } from './model/params.ts';
