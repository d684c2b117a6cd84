export { claudeCode } from './adapter.ts';
export { answer } from './answer.ts';
export type { AnswerOptions } from './answer.ts';
export { HOOK_EVENTS, HookInputError, parseEvent } from './event.ts';
export type { HookEvent, HookEventName, ToolCall } from './event.ts';
export { refuse } from './reply.ts';
export type { HookReply } from './reply.ts';
export { rulesText } from './rulesText.ts';
export { toOutcomes } from './toAction.ts';
