export { buildPolicy } from './compiledPolicy.ts';
export { placeOfNode } from './nodePlaces.ts';
export type { BuildOptions, FindResource } from './compiledPolicy.ts';
export { digestAction, digestPolicy } from '../engine/digest.ts';
export { freezeAction } from '../engine/freezeAction.ts';
export { inFileNames } from './inFileNames.ts';
export { cappedSettings, strictestLimits } from './limits.ts';
export type { CappedSetting } from './limits.ts';
export { asFloor, narrow } from './narrow.ts';
export { mergeObligations } from '../model/obligations.ts';
export type { MergedObligations, OutputObligations, OutputShaper, ShapedOutput } from '../model/obligations.ts';
export { buildTree, COMPILED_FORMAT, describeTree, wayTo } from './policyData.ts';
export { nodeAt, waysIn } from './ways.ts';
export type { CompiledPolicy, NodeData, PolicySource } from './policyData.ts';
export { EXCEPTION_SUBJECTS } from '../model/limits.ts';
export type { ExceptionLimit, ExceptionSubject, PolicyLimits, ScopeLimit, TimeLimit } from '../model/limits.ts';
export type { DeclaredEffect, DeclaredTool, DeclaredTools } from '../model/declaredTools.ts';
export { QUIET_LEVELS } from '../model/certificate.ts';
export { SANDBOX_MODES } from '../model/containment.ts';
export { APPROVAL_PROOFS } from '../model/settings.ts';
export { PROOF_LEVELS, proofOf } from '../model/proofLevels.ts';
export type { ProofLevel } from '../model/proofLevels.ts';
export type {
  AnchorSettings,
  ApprovalProof,
  ApprovalSettings,
  AuditSettings,
  BuiltPolicy,
  GraphSettings,
  Mode,
  NodePlace,
  NotifySettings,
  PeerSettings,
  SignedAnswers,
  PolicySettings,
  StoreSettings,
} from '../model/settings.ts';
