import type { Adapter } from '../adapter.ts';
import { enforce } from './enforce.ts';
import type { HookEvent } from './event.ts';
import { refuse } from './reply.ts';
import type { HookReply } from './reply.ts';
import { toAction } from './toAction.ts';

/** Claude Code, through its command hooks. Output cannot be rewritten yet: what demands it is denied. */
export const claudeCode: Adapter<HookEvent, HookReply> = Object.freeze({
  runtime: 'claude-code',
  capabilities: Object.freeze({
    canAsk: true,
    canRewriteArgs: true,
    canRewriteOutput: false,
    canInjectContext: true,
    failClosed: true,
    hasCallId: true,
    reportsOutcome: true,
  }),
  toAction,
  enforce,
  refuse,
});
