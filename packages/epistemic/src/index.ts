export type { EpistemicErrorCode } from './model/errors.ts';
export { EpistemicError } from './model/errors.ts';
export type {
  DepthDocument,
  DepthText,
  GraphDocument,
  PolicyDocument,
  PrimitiveDocument,
  ProvenanceDocument,
  RelatumDocument,
} from './exchange/document.ts';
export { exportGraph, exportSnapshot, graphJson } from './exchange/exportGraph.ts';
export type { ImportMode, ImportOptions, ImportResult } from './exchange/importGraph.ts';
export { importGraph, prepareImport } from './exchange/importGraph.ts';
export { readGraphDocument } from './exchange/readDocument.ts';
export type { VreEdge, VreNode, VreReading } from './exchange/vreDocument.ts';
export { vreDocument } from './exchange/vreDocument.ts';
export type { ConceptGraph, GraphChange, PendingProposal, WriteOptions } from './graph/conceptGraph.ts';
export type { RetryOptions } from './graph/retryConflicts.ts';
export { retryConflicts } from './graph/retryConflicts.ts';
export type { GraphSnapshot } from './graph/snapshot.ts';
export type { GroundOptions } from './grounding/ground.ts';
export { ground, groundIn } from './grounding/ground.ts';
export type { EpistemicStep, EpistemicTrace, GroundingResult, ResolutionNote } from './grounding/result.ts';
export type { DepthRecordInput, PrimitiveInput, RelatumInput } from './model/define.ts';
export { definePrimitive, defineRelatum } from './model/define.ts';
export type { DepthInput, DepthLevel } from './model/depth.ts';
export { DEPTH_LEVELS, DEPTH_NAMES, depthLabel, isDepthLevel, parseDepth } from './model/depth.ts';
export type { AmbiguityGap, DepthGap, ExistenceGap, Gap, GapSubject, ReachabilityGap, RelationalGap } from './model/gap.ts';
export { gapIdentity } from './model/gap.ts';
export { foldName } from './model/name.ts';
export type { Cardinality, ConfirmMode, EdgePolicy, EdgePolicyInput } from './model/policy.ts';
export { DEFAULT_CONFIRMATION, edgePolicy } from './model/policy.ts';
export type { Depth, Primitive, PrimitiveMetrics, Relatum } from './model/primitive.ts';
export { contiguousDepth, grounds, relatumId } from './model/primitive.ts';
export type { Provenance, ProvenanceSource } from './model/provenance.ts';
export { provenance } from './model/provenance.ts';
export type { RelationType } from './model/relation.ts';
export { RELATION_TYPES, TRANSITIVE_RELATIONS } from './model/relation.ts';
export { validatePrimitive } from './model/validate.ts';
export { formatDot, formatMermaid } from './render/diagram.ts';
export { formatTrace } from './render/formatTrace.ts';
export type { TreeColours } from './render/formatTree.ts';
export { formatTree } from './render/formatTree.ts';
export { gapFix, gapLine, gapText } from './render/gapText.ts';
export { conceptsText, knowledgeText } from './render/knowledgeText.ts';
export { inflect } from './graph/inflect.ts';
export type { SeedName } from './seeds/seeds.ts';
export { SEEDS } from './seeds/seeds.ts';
export type { MemoryGraph } from './graph/memoryGraph.ts';
export { memoryGraph } from './graph/memoryGraph.ts';
export { cardinalityOf } from './guards/situation.ts';
export type { Declaration } from './guards/declaredConcepts.ts';
export { declaredConcepts, readDeclaration, withoutDeclaration } from './guards/declaredConcepts.ts';
export type { ConceptPair, ConceptRule, DerivedConcepts } from './guards/deriveConcepts.ts';
export { DEFAULT_RULES, deriveConcepts, fileConcepts, otherConcepts } from './guards/deriveConcepts.ts';
export { programConcepts } from './guards/programConcepts.ts';
export type { ActStep } from './grounding/result.ts';
export type { EdgePoliciesOptions, EdgePoliciesParams } from './guards/edgePolicies.ts';
export { EdgePolicies, edgePoliciesDefinition, edgePoliciesDefinitionFor } from './guards/edgePolicies.ts';
export type { GroundedOptions, GroundedParams } from './guards/grounded.ts';
export { Grounded, groundedDefinition, groundedDefinitionFor } from './guards/grounded.ts';
export type { GroundingHost } from './guards/host.ts';
export type { FromCall, GroundedCalls, GroundedCallsOptions } from './guards/groundedCalls.ts';
export { groundedCalls } from './guards/groundedCalls.ts';
export type { ConceptOptions, ConceptSource } from './guards/situation.ts';
export type {
  AmbiguityCandidate,
  DepthCandidate,
  ExistenceCandidate,
  LearningCandidate,
  ProposedDepth,
  ProposedRelatum,
  ReachabilityCandidate,
  RelationalCandidate,
} from './learning/candidates.ts';
export { templateFor } from './learning/candidates.ts';
export type { EdgeProposal, EditedEdge } from './learning/failure.ts';
export { acceptEdge, pendingEdges, proposeFromFailure, rejectEdge } from './learning/failure.ts';
export type { LearningOutcome, LearningRun, LearnOptions } from './learning/learnAll.ts';
export { learnAll } from './learning/learnAll.ts';
export type { CandidateDecision, Learner, LearningAnswer, LearningRequest } from './learning/learner.ts';
export { edgePrerequisites, learnGap } from './learning/learnGap.ts';
export type { AskModel, ModelLearnerOptions, ModelMessage, Proposal, Review } from './learning/modelLearner.ts';
export { modelLearner } from './learning/modelLearner.ts';
export type { PolicyCallback, PolicyCallbackContext, PolicyCallbackResult, TriggeringEdge } from './policies/callback.ts';
export type { RequestedPolicy, TriggeredPolicy } from './policies/triggered.ts';
export { triggeredPolicies } from './policies/triggered.ts';
export type { OrphanedPlacement, PlacementInput, PolicyPlacement, PolicyRegistry } from './policies/registry.ts';
export { policyRegistry } from './policies/registry.ts';
export { validatePlacements } from './policies/registry.ts';
export type { LintCode, LintFinding, LintOptions } from './policies/lintGraph.ts';
export { lintGraph } from './policies/lintGraph.ts';
export { visible } from './render/escape.ts';
export type { MetricsRecorder } from './grounding/recordMetrics.ts';
export { metricsRecorder } from './grounding/recordMetrics.ts';
