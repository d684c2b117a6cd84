export type { CallOptions } from '../seenCall.ts';
export { mastra } from './facts.ts';
export { licetHooks } from './enforce.ts';
export type { LicetHooks } from './enforce.ts';
