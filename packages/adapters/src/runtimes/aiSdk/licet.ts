import type { Evaluation, PolicyEngine } from '@licet/core';
import { messageOf } from '@licet/core/text';

import { BEGUN, gateOf } from '../gate.ts';
import type { CallOptions, SeenCall } from '../seenCall.ts';
import { argumentsOf } from '../toolInput.ts';
import { approvalOf } from './approval.ts';
import type { ApprovalFacts, Status, ToolCallFacts } from './approval.ts';
import { aiSdk } from './facts.ts';
import { userMessages } from '../userMessages.ts';
import type { HearsUser } from '../userMessages.ts';

/** How the calls of an agent are governed. */
export interface LicetOptions<Context = unknown> extends CallOptions<Context>, HearsUser {
  /** Tools that the provider executes, past every policy. Every call of an agent that has one is stopped until it is named. @defaultValue none */
  readonly ungoverned?: readonly string[];
}

/** What `licet` adds to the settings of an agent or of one call of `generateText` or `streamText`. */
export interface LicetSettings<Context> {
  readonly toolApproval: (options: ApprovalFacts<Context>) => Promise<Status>;
  readonly onToolExecutionEnd: (event: {
    readonly toolCall: ToolCallFacts;
    readonly toolExecutionMs: number;
    readonly toolOutput: { readonly type: string; readonly output?: unknown; readonly error?: unknown };
  }) => Promise<void>;
}

/**
 * Puts the tools of an AI SDK agent, from version 7 on, under a policy: spread it into the settings. A pass leaves the decision to the
 * tool's own `needsApproval`, a question becomes a request for approval, and the approved call is decided about again before it runs.
 * The SDK runs a tool with its own object: what was judged is frozen, and a call with a getter, a proxy or a hidden member is stopped.
 * The `sessionId` may be found in `runtimeContext`.
 *
 * No policy sees a call that the provider executes before it has run: an agent with such a tool runs nothing until `ungoverned` names it.
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
export function licet<Context = unknown>(engine: PolicyEngine, options: LicetOptions<Context> = {}): LicetSettings<Context> {
  const gate = gateOf<Context>(aiSdk, engine, options, { more: ['ungoverned', 'userMessages'] });
  const hear = userMessages(engine, gate, options);
  const open = new WeakMap<object, Evaluation>();
  const seen = ({ toolCallId, toolName, input }: ToolCallFacts): SeenCall<Context> => ({
    tool: toolName,
    input: argumentsOf(input),
    callId: toolCallId,
  });
  return {
    toolApproval: async facts => {
      const call = seen(facts.toolCall);
      await hear({ ...call, context: facts.runtimeContext }, facts.messages);
      const decided = await approvalOf(gate, facts, call, options.ungoverned ?? []);
      if ('type' in decided) return decided;
      if (gate.begin(decided) === undefined) return { type: 'denied', reason: BEGUN };
      open.set(facts.toolCall, decided.evaluation);
      return 'not-applicable';
    },
    async onToolExecutionEnd({ toolCall, toolExecutionMs: durationMs, toolOutput: { type, output, error } }) {
      const subject = open.get(toolCall) ?? gate.action(seen(toolCall));
      open.delete(toolCall);
      const message = messageOf(error);
      await engine.postAction(
        subject,
        type === 'tool-error' ? { status: 'error', error: message, durationMs } : { status: 'ok', output, durationMs },
      );
    },
  };
}
