export { DEPTH_LEVELS, DEPTH_NAMES, depthLabel, isDepthLevel, parseDepth } from './depth.ts';
export { gapIdentity } from './gap.ts';
export { foldConceptName } from './name.ts';
export { DEFAULT_CONFIRMATION } from './policy.ts';
export { contiguousDepth, grounds, relatumId } from './primitive.ts';
export { RELATION_TYPES, TRANSITIVE_RELATIONS } from './relation.ts';
