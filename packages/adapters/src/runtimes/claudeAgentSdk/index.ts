export { claudeAgentSdk } from './facts.ts';
export { licetCanUseTool } from './question.ts';
export type { CanUseTool, CanUseToolOptions, PermissionQuestion } from './question.ts';
export { licetHooks } from './enforce.ts';
export type { HookMatcher, SdkOptions, SdkReply } from './enforce.ts';
