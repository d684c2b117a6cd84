export type { CallOptions } from '../seenCall.ts';
export { langchain } from './facts.ts';
export { licetMiddleware } from './enforce.ts';
export type { LicetMiddleware, ToolCallRequest } from './enforce.ts';
