export type { CallOptions } from '../seenCall.ts';
export { openaiAgents } from './facts.ts';
export { licetTools } from './licetTools.ts';
export type { OpenAiOptions } from './licetTools.ts';
