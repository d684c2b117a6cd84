export type { CallOptions } from '../seenCall.ts';
export { mastra } from './facts.ts';
export { licetHooks } from './licetHooks.ts';
export type { LicetHooks } from './licetHooks.ts';
