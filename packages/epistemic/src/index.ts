export type { EpistemicErrorCode } from './model/errors.ts';
export { EpistemicError } from './model/errors.ts';
export type { GraphDocument } from './exchange/document.ts';
export { exportGraph } from './exchange/exportGraph.ts';
export type { ImportMode, ImportOptions, ImportResult } from './exchange/importGraph.ts';
export { importGraph } from './exchange/importGraph.ts';
export type { ConceptGraph, GraphChange, PendingProposal, WriteOptions } from './graph/conceptGraph.ts';
export type { RetryOptions } from './graph/retryConflicts.ts';
export { retryConflicts } from './graph/retryConflicts.ts';
export { writeInTurn } from './graph/turns.ts';
export type { GraphSnapshot } from './graph/snapshot.ts';
export type { GroundOptions } from './grounding/ground.ts';
export { ground, groundIn } from './grounding/ground.ts';
export type { EpistemicStep, EpistemicTrace, GroundingResult, ResolutionNote } from './grounding/result.ts';
export type { DepthRecordInput, PrimitiveInput, RelatumInput } from './model/define.ts';
export { definePrimitive, defineRelatum } from './model/define.ts';
export type { DepthInput, DepthLevel } from './model/depth.ts';
export type {
  AmbiguityGap,
  DepthGap,
  ExistenceGap,
  FadedGap,
  Gap,
  GapSubject,
  PeerFault,
  PeerGap,
  ReachabilityGap,
  RelationalGap,
} from './model/gap.ts';
export type { Cardinality, ConfirmMode, EdgePolicy, EdgePolicyInput } from './model/policy.ts';
export { edgePolicy } from './model/policy.ts';
export type { Depth, Primitive, PrimitiveMetrics, Relatum } from './model/primitive.ts';
export type { Provenance, ProvenanceSource } from './model/provenance.ts';
export { provenance } from './model/provenance.ts';
export type { RelationType } from './model/relation.ts';
export type { SeedName } from './seeds/names.ts';
export { SEEDS } from './seeds/seeds.ts';
export type { MemoryGraph } from './graph/memoryGraph.ts';
export { memoryGraph } from './graph/memoryGraph.ts';
export type { DerivedConcepts } from './guards/deriveConcepts.ts';
export { DEFAULT_RULES, deriveConcepts } from './guards/deriveConcepts.ts';
export type { ActStep } from './grounding/result.ts';
export type { EdgePoliciesOptions } from './guards/edgePolicies.ts';
export { EdgePolicies } from './guards/edgePolicies.ts';
export type { GroundedOptions } from './guards/grounded.ts';
export { Grounded } from './guards/grounded.ts';
export type { FromCall, GroundedCalls, GroundedCallsOptions } from './guards/groundedCalls.ts';
export { groundedCalls } from './guards/groundedCalls.ts';
export type { ConceptOptions, ConceptSource } from './guards/situation.ts';
export type { PolicyCallback, PolicyCallbackContext, PolicyCallbackResult, TriggeringEdge } from './policies/callback.ts';
export type { EdgePolicyFound, PoliciesForOptions } from './policies/policiesFor.ts';
export { policiesFor } from './policies/policiesFor.ts';
export type { RequestedPolicy, TriggeredPolicy } from './policies/triggered.ts';
export { triggeredPolicies } from './policies/triggered.ts';
export type { PlacementInput, PolicyPlacement, PolicyRegistry } from './policies/registry.ts';
export { policyRegistry } from './policies/registry.ts';
export type { LintCode, LintFinding, LintOptions } from './policies/lintGraph.ts';
export { lintGraph } from './policies/lintGraph.ts';
export type { Memory, MemoryInput } from './memory/memory.ts';
export { defineMemory } from './memory/memory.ts';
export { withMemory } from './memory/withMemory.ts';
export { renewConcept } from './memory/renew.ts';
export type { AskOptions, KnowledgeAnswer, KnownConcept, MissingKnowledge } from './dialogue/askKnowledge.ts';
export { askKnowledge } from './dialogue/askKnowledge.ts';
export { recallKnowledge } from './dialogue/recallKnowledge.ts';
export type { FederationOptions } from './peers/federatedGraph.ts';
export { federatedGraph } from './peers/federatedGraph.ts';
export type { Peer, PeerKnowledge, PeerTrust } from './peers/peer.ts';
export type { ConceptPair } from './guards/taskConcepts.ts';
export type { ConceptRule } from './guards/programConcepts.ts';
