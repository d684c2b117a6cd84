export {
  approvalStatus,
  currentAmong,
  foldPersonName,
  heldBy,
  isForAnybody,
  isName,
  isOpen,
  judgeClaim,
  newestOf,
  openAmong,
  standingOf,
  storedApproval,
} from './approvalRules.ts';
export { answerChallenge, isSignature, requestDigest } from './answerChallenge.ts';
export { UNPROVEN, isYes, needsProof, provenApprovals } from './provenApprovals.ts';
export type { CheckSignature, ProofOptions } from './provenApprovals.ts';
export { deedIn, deedOf, provenState, signedRequest } from './deeds.ts';
export { factsWithin } from './factsWithin.ts';
export { scopeWithin } from './answerWithin.ts';
export { factRequest, signedFact, withSignedFacts } from './signedFacts.ts';
export type { SignedFact } from './signedFacts.ts';
export type { Deed } from './deeds.ts';
export { generalizationOf } from '../engine/generalized.ts';
export { coverageLines, endWords } from './scopeWords.ts';
export { answerToAll, endApproval, giveAnswer } from './giveAnswer.ts';
export { refusalOf, takeAnswer } from './takeAnswer.ts';
export {
  LONGEST_SCOPE_MS,
  MOST_SCOPED_USES,
  TASK_KIND,
  UNNAMED_TASK_MS,
  endScope,
  isInForce,
  lapsesAt,
  scopeOf,
  scopeRefusal,
} from './scopeRules.ts';
export { REGIONS, coversActs, effectForm } from '../model/generalization.ts';
export type { Act, Region, WordForm } from '../model/generalization.ts';
export type { ApproverRefusal } from './takeAnswer.ts';
export { GENESIS, chainCheck, chainHash, deedKey, fitsChain, indexRecord } from './auditChain.ts';
export type { ChainCheck, ChainCheckOptions, ChainLink, HashText, NeighboredLink, TrailIndex } from './auditChain.ts';
export { matchesQuery, pruneRecord } from './auditReader.ts';
export { emptySession, foldSession } from './foldSession.ts';
export { callChange, requireExpected } from './openCalls.ts';
export type { CallChange } from './openCalls.ts';
export { LATE_SETTLEMENT_MS, OPEN_CALL_MS } from '../ports/session.ts';
export { GRANT_FACT, HOLD_FACT, LONGEST_PAUSE_MS, PAUSE_FACT, pauseIn } from './liftingFacts.ts';
export type { Pause } from './liftingFacts.ts';
export { TRAIL } from '../ports/audit.ts';
export { isCounterOf } from '../ports/inspect.ts';
export { LATE, timely } from '../model/timely.ts';
export { SCOPE_ENDS } from '../ports/approval.ts';
export type {
  AnswerRefusal,
  AnswerResult,
  AnswerScope,
  AnswerSignature,
  ApprovalBinding,
  ApprovalClaim,
  ApprovalQuery,
  ApprovalRow,
  ApprovalState,
  ApprovalStatus,
  ClaimRefusal,
  ClaimResult,
  GivenAnswer,
  OpenResult,
  Question,
  StoredApproval,
} from '../ports/approval.ts';
export { APPROVAL_CODE_BYTES, approvalCode, readApprovalCode } from './approvalCode.ts';
export { askRecord } from '../engine/records.ts';
export type {
  AnomalyRecord,
  AnswerRecord,
  KeyChange,
  KeyRecord,
  Passkey,
  AskRecord,
  BatchAuditSink,
  DeedReader,
  CommitFailureRecord,
  FactRecord,
  EvaluationRecord,
  JointWriter,
  OutcomeRecord,
  RotationRecord,
} from '../ports/audit.ts';
export type { Anchor, ChainReport, ChainedRecord } from './auditChain.ts';
export { readAll } from './auditReader.ts';
export type { AuditPruner, AuditQuery, AuditReader, PruneReport } from './auditReader.ts';
export type { CounterState, ReservationState, ResetReport, ResetScope, StateInspector } from '../ports/inspect.ts';
export { projectFile } from './projectFile.ts';
export { randomBytes, uuids } from '../ports/ids.ts';
export { heldFacts, isEstablished, stampKey, stampOf } from '../ports/facts.ts';
export { PROJECT_SESSION } from '../ports/session.ts';
export type {
  Among,
  CounterQuery,
  ExpectedSession,
  OpenCall,
  Reservation,
  ReservationRequest,
  SessionEvent,
  SessionState,
  Settlement,
} from '../ports/session.ts';
export { verdictsOf } from '../engine/verdictTree.ts';
export type { GivenRuling, RecordedCall, RecordedEvent } from '../ports/recorded.ts';
export { answerRecord } from './answerRecord.ts';
