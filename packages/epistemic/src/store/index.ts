export type { EpistemicErrorCode } from '../model/errors.ts';
export { EpistemicError } from '../model/errors.ts';
export { admit, admitAlias } from '../graph/admit.ts';
export { buildSnapshot, snapshotOf } from '../graph/buildSnapshot.ts';
export type { ConceptGraph, GraphChange, PendingProposal, WriteOptions } from '../graph/conceptGraph.ts';
export type { MemoryState } from '../graph/memoryState.ts';
export { applyChanges, emptyState, findCycle } from '../graph/memoryState.ts';
export {
  aliasConflict,
  cyclicRelationship,
  danglingTarget,
  graphClosed,
  nameConflict,
  versionConflict,
} from '../graph/refusals.ts';
export type { GraphSnapshot, PeerProblem } from '../graph/snapshot.ts';
export type { TakeTurn, TurnLock } from '../graph/turns.ts';
export { makeTurns } from '../graph/turns.ts';
export { edgeIsTransitive, edgeRelation, edgeSourceDepth, edgeTargetDepth, newScratch, packEdge } from '../graph/snapshot.ts';
export type { DepthLevel } from '../model/depth.ts';
export { foldConceptName } from '../model/name.ts';
export type { Depth, Primitive, PrimitiveMetrics, Relatum } from '../model/primitive.ts';
export { addMetrics, levelMask } from '../model/primitive.ts';
export type { Provenance } from '../model/provenance.ts';
export type { RelationType } from '../model/relation.ts';
export { RELATION_TYPES } from '../model/relation.ts';
export { resolve } from '../graph/resolve.ts';
export { wordStarts } from '../graph/formIndex.ts';
export { confirmedAt } from '../memory/renew.ts';
export type { Remembered } from '../memory/fading.ts';
export { rememberedOf } from '../memory/fading.ts';
export { countersIn, recalling } from '../memory/counters.ts';
export { packRemembered, unpackRemembered } from '../memory/packed.ts';
