export type { CallOptions } from '../seenCall.ts';
export { langchain } from './facts.ts';
export { licetMiddleware } from './licetMiddleware.ts';
export type { LicetMiddleware, ToolCallRequest } from './licetMiddleware.ts';
