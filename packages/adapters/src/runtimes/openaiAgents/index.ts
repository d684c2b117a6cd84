export type { CallOptions } from '../seenCall.ts';
export { openaiAgents } from './facts.ts';
export { licetTools } from './enforce.ts';
export type { OpenAiOptions } from './enforce.ts';
