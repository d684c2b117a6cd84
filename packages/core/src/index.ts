export type { Action, ActionInput, ActionKind, ApprovalEvidence, Outcome, OutcomeInput, OutcomeStatus, Principal } from './action.ts';
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
export type { Json, MaybePromise } from './json.ts';
