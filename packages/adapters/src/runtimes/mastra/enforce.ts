import type { PolicyEngine } from '@licet/core';

import { mayRun } from '../decided.ts';
import { decisionText } from '../decision.ts';
import { gateOf } from '../gate.ts';
import { failureOf } from '../carryOut.ts';
import type { CallOptions, SeenCall } from '../seenCall.ts';
import { mastra } from './facts.ts';

interface HookCall {
  readonly toolName: string;
  readonly input: unknown;
  readonly context: unknown;
}

/** What `licetHooks` gives to an agent. */
export interface LicetHooks {
  readonly beforeToolCall: (call: HookCall) => Promise<undefined | { readonly proceed: false; readonly output: unknown }>;
  readonly afterToolCall: (call: HookCall & { readonly output?: unknown; readonly error?: unknown }) => Promise<void>;
}

/**
 * Puts the tools of a Mastra agent under a policy: `new Agent({ …, hooks: licetHooks(engine) })`. A stop is the result of the call,
 * `{ error }` in words for the model, and so is a question. Hooks that are given to a single run take the place of these: give them both.
 * The `sessionId` may be found in the context of a call, where `requestContext` is.
 *
 * @example
 * ```ts
 * import { licetHooks } from '@licet/adapters/mastra';
 * import { PolicyEngine, block, guard } from '@licet/core';
 *
 * const engine = new PolicyEngine(guard('closed', () => block('the project is frozen', { fix: 'come back on Monday' })));
 * const hooks = licetHooks(engine);
 * await hooks.beforeToolCall({ toolName: 'bash', input: { command: 'ls' }, context: { toolCallId: 'c' } });
 * // => { proceed: false, output: { error: 'licet: the project is frozen. What to do instead: come back on Monday' } }
 * ```
 */
export function licetHooks(engine: PolicyEngine, options: CallOptions = {}): LicetHooks {
  const gate = gateOf(mastra, engine, options);
  const seen = ({ toolName, input, context }: HookCall): SeenCall => {
    const { toolCallId, abortSignal } = (context ?? {}) as { readonly toolCallId?: string; readonly abortSignal?: AbortSignal };
    return { tool: toolName, input: { ...(input as SeenCall['input']) }, callId: toolCallId, signal: abortSignal, context };
  };
  return {
    async beforeToolCall(call) {
      const decided = await gate.decide(seen(call));
      const { decision } = decided;
      if (!mayRun(decided)) return { proceed: false, output: { error: decisionText(decision) } };
      if (decision.do === 'rewrite') replaceMembers(call.input as Record<string, unknown>, decision.args);
      return undefined;
    },
    async afterToolCall(call) {
      const { output, error } = call;
      const known = seen(call);
      await engine.postAction(
        gate.action(known),
        error === undefined ? { status: 'ok', output } : failureOf(error, known.signal),
      );
    },
  };
}

function replaceMembers(target: Record<string, unknown>, members: Readonly<Record<string, unknown>>): void {
  for (const name of Object.keys(target)) if (!Object.hasOwn(members, name)) delete target[name];
  Object.assign(target, members);
}
