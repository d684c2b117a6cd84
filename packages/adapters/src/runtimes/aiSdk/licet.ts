import type { PolicyEngine } from '@licet/core';
import { isRecord } from '@licet/core/nodes';
import { messageOf } from '@licet/core/text';

import type { Decided } from '../decided.ts';
import { mayRun } from '../decided.ts';
import { decisionText } from '../decision.ts';
import { gateOf } from '../gate.ts';
import type { CallOptions, SeenCall } from '../seenCall.ts';
import { digestOfTool } from '../toolDigest.ts';
import { aiSdk } from './facts.ts';
import { answerIn } from './question.ts';

/** A call as version 7 hands it over. */
interface ToolCallFacts {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: unknown;
}

type Status = 'not-applicable' | { readonly type: 'denied' | 'user-approval'; readonly reason: string };

/** What `licet` adds to the settings of an agent or of one call of `generateText` or `streamText`. */
export interface LicetSettings<Context> {
  readonly toolApproval: (options: {
    readonly toolCall: ToolCallFacts;
    readonly messages: readonly unknown[];
    readonly runtimeContext: Context;
    readonly tools?: Readonly<Record<string, unknown>> | undefined;
  }) => Promise<Status>;
  readonly onToolExecutionEnd: (event: {
    readonly toolCall: ToolCallFacts;
    readonly toolExecutionMs: number;
    readonly toolOutput: { readonly type: string; readonly output?: unknown; readonly error?: unknown };
  }) => Promise<void>;
}

/** How many calls may run at a time whose outcome is still to come. */
const MOST_OPEN = 10_000;

/**
 * Puts the tools of an AI SDK agent, from version 7 on, under a policy: spread it into the settings. A pass is no opinion, a
 * question becomes a request for approval, and the approved call is decided about again before it runs. Tools that the provider
 * executes do not come by here. The `sessionId` may be found in `runtimeContext`.
 *
 * @example
 * ```ts
 * import { licet } from '@licet/adapters/ai-sdk';
 * import { PolicyEngine, block, guard } from '@licet/core';
 *
 * const engine = new PolicyEngine(guard('closed', () => block('the project is frozen', { fix: 'come back on Monday' })));
 * const settings = licet(engine, { sessionId: 's' }); // new ToolLoopAgent({ model, tools, ...settings })
 * const toolCall = { toolCallId: 'c', toolName: 'bash', input: { command: 'ls' } };
 * await settings.toolApproval({ toolCall, messages: [], runtimeContext: {} });
 * // => { type: 'denied', reason: 'licet: the project is frozen. What to do instead: come back on Monday' }
 * ```
 */
export function licet<Context = unknown>(engine: PolicyEngine, options: CallOptions<Context> = {}): LicetSettings<Context> {
  const gate = gateOf<Context>(aiSdk, engine, options);
  const open = new Map<string, Decided>();
  const seen = ({ toolCallId, toolName, input }: ToolCallFacts): SeenCall<Context> => ({
    tool: toolName,
    input: inputOf(input),
    callId: toolCallId,
  });
  return {
    async toolApproval({ toolCall, messages, runtimeContext, tools }) {
      const toolDigest = digestIn(tools, toolCall.toolName);
      const call = { ...seen(toolCall), context: runtimeContext, toolDigest };
      const decided = await gate.decide(call, answerIn(messages, toolCall.toolCallId));
      if (mayRun(decided)) {
        if (open.size >= MOST_OPEN) open.delete(open.keys().next().value ?? '');
        open.set(toolCall.toolCallId, decided);
        return 'not-applicable';
      }
      return { type: decided.decision.do === 'ask' ? 'user-approval' : 'denied', reason: decisionText(decided.decision) };
    },
    async onToolExecutionEnd({ toolCall, toolExecutionMs: durationMs, toolOutput: { type, output, error } }) {
      const evaluation = open.get(toolCall.toolCallId)?.evaluation;
      open.delete(toolCall.toolCallId);
      const subject = evaluation ?? gate.action(seen(toolCall));
      const message = messageOf(error);
      await engine.postAction(
        subject,
        type === 'tool-error' ? { status: 'error', error: message, durationMs } : { status: 'ok', output, durationMs },
      );
    },
  };
}

/** The digest of what the model is told of a tool. */
function digestIn(tools: Readonly<Record<string, unknown>> | undefined, name: string): string | undefined {
  const tool = tools !== undefined && Object.hasOwn(tools, name) ? tools[name] : undefined;
  return isRecord(tool) ? digestOfTool(name, tool['description'], tool['inputSchema']) : undefined;
}

/** The input of a call as a payload. */
export function inputOf(input: unknown): Readonly<Record<string, unknown>> {
  if (input === undefined || input === null) return {};
  return isRecord(input) ? input : { input };
}
