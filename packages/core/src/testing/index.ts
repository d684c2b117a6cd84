export { fakeClock, hastyClock } from './fakeClock.ts';
export type { FakeClock } from './fakeClock.ts';
export { laws } from './laws/index.ts';
export type { Law, Policies } from './laws/law.ts';
export { leafSpecs, policySpecs } from './policies.ts';
export type { PolicyArbitraryOptions } from './policies.ts';
export { buildSpec } from './policySpec.ts';
export type { BuildSpecOptions, LeafSays, PolicySpec } from './policySpec.ts';
export { ruled } from './ruled.ts';
