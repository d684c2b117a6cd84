export type {
  Action,
  ActionInput,
  ActionKind,
  ApprovalEvidence,
  Outcome,
  OutcomeInput,
  OutcomeStatus,
  Principal,
  Usage,
} from './model/action.ts';
export type { ApprovalAnswer, ApprovalRequest, ApprovalStore, Approver } from './ports/approval.ts';
export { redactPayload } from './ports/redactPayload.ts';
export type { AuditRecord, AuditSink } from './ports/audit.ts';
export { systemClock } from './ports/clock.ts';
export type { Clock } from './ports/clock.ts';
export type { ErrorCode, ReasonCode } from './model/codes.ts';
export { All, Any, Escalate, Not, Threshold, When } from './combinators/index.ts';
export { match } from './model/condition.ts';
export type { GovernanceContext } from './model/context.ts';
export type { Certificate, CertifiedLevel, Certify, QuietLevel } from './model/certificate.ts';
export type { Containment, ContainmentLevel, ContainmentOutcome, OfferedContainment, SandboxMode } from './model/containment.ts';
export type { Generalization, Generalize } from './model/generalization.ts';
export type { Effect, EffectKind, FileTarget, NetworkTarget, OfferContainment, PassedOver } from './model/effects.ts';
export { PolicyEngine } from './engine/engine.ts';
export type { HeardPrompt } from './engine/engine.ts';
export type { DeclaredTask, TaskResult } from './engine/declareTask.ts';
export { PolicyEvaluator } from './engine/policyEvaluator.ts';
export type { EvaluatorOptions } from './engine/evaluatorOptions.ts';
export type { OutcomeReceipt } from './engine/settle.ts';
export type { EvaluateOptions } from './engine/evaluationMode.ts';
export type { EngineOptions, Hook } from './engine/engineOptions.ts';
export { GovernanceError, InvariantError, isGovernanceError } from './model/errors.ts';
export type { HumanAnswer } from './engine/consent.ts';
export { escapeText } from './text/escapeText.ts';
export { guard } from './model/guard.ts';
export type { Guard } from './model/guard.ts';
export type { GuardNode } from './model/node.ts';
export type { Json, MaybePromise } from './model/json.ts';
export { memoryApprovals } from './store/memoryApprovals.ts';
export { memoryAudit } from './store/memoryAudit.ts';
export type { MemoryAudit } from './store/memoryAudit.ts';
export { memorySessions } from './store/memorySessions.ts';
export type { MemorySessions } from './store/memorySessions.ts';
export type { Obligations } from './model/obligations.ts';
export { createRegistry } from './policy/registry.ts';
export { RULINGS } from './model/ruling.ts';
export type { Ruling } from './model/ruling.ts';
export type { SessionStore } from './ports/session.ts';
export { renderPolicy } from './render/renderPolicy.ts';
export { renderTrace } from './render/renderTrace.ts';
export type { RenderFormat, RenderOptions } from './render/drawing.ts';
export { textTracer } from './render/textTracer.ts';
export type { TextTracerOptions } from './render/textTracer.ts';
export type { TraceNode } from './model/context.ts';
export { collectingTracer } from './engine/tracer.ts';
export type { CollectingTracer, Tracer } from './engine/tracer.ts';
export { ask, block, pass, skip, warn } from './model/verdict.ts';
export type { Fault, Fix, KnowledgeGap, Recover, StopDetails, Verdict, VerdictDetails } from './model/verdict.ts';
export type { Evaluation } from './model/evaluation.ts';
export type { Registry } from './policy/definition.ts';
