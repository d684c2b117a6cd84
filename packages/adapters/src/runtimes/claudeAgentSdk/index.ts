export { claudeAgentSdk } from './facts.ts';
export { licetCanUseTool } from './licetCanUseTool.ts';
export type { CanUseTool, CanUseToolOptions, PermissionQuestion } from './licetCanUseTool.ts';
export { licetHooks } from './licetHooks.ts';
export type { HookMatcher, SdkOptions, SdkReply } from './licetHooks.ts';
