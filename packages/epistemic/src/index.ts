export type { EpistemicErrorCode } from './errors.ts';
export { EpistemicError } from './errors.ts';
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
export type { ImportOptions } from './exchange/importGraph.ts';
export { documentChanges, importGraph } from './exchange/importGraph.ts';
export { readGraphDocument } from './exchange/readDocument.ts';
export type { ConceptGraph, GraphChange, PendingProposal, WriteOptions } from './graph/conceptGraph.ts';
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
export { inflect } from './resolution/inflect.ts';
export type { SeedName } from './seeds/seeds.ts';
export { SEEDS } from './seeds/seeds.ts';
export type { MemoryGraph } from './stores/memory/memoryGraph.ts';
export { memoryGraph } from './stores/memory/memoryGraph.ts';
