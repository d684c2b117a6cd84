export type { Declaration } from './declaredConcepts.ts';
export { declaredConcepts, readDeclaration, withoutDeclaration } from './declaredConcepts.ts';
export { fileConcepts, otherConcepts, programConcepts } from './deriveConcepts.ts';
export type { EdgePoliciesParams } from './edgePolicies.ts';
export { edgePoliciesDefinition, edgePoliciesDefinitionFor } from './edgePolicies.ts';
export type { GroundedParams } from './grounded.ts';
export { groundedDefinition, groundedDefinitionFor } from './grounded.ts';
export type { GroundingHost } from './host.ts';
export type { OrphanedPlacement } from '../policies/registry.ts';
