import type { PolicyEngine } from '@licet/core';

import type { Decided } from '../decided.ts';
import { mayRun, wasAsked } from '../decided.ts';
import { decisionText } from '../decision.ts';
import { gateOf } from '../gate.ts';
import type { CallOptions, SeenCall } from '../seenCall.ts';
import { digestOfTool } from '../toolDigest.ts';
import { carryOut } from './carryOut.ts';
import { langchain } from './facts.ts';
import type { Interrupt } from './question.ts';
import { isInterrupt, reviewed } from './question.ts';
import type { Say } from './result.ts';
import { said, standIn } from './result.ts';
import type { CallGate } from '../carryOut.ts';

/** What the middleware reads of a request. */
export interface ToolCallRequest {
  readonly toolCall: {
    readonly id?: string | undefined;
    readonly name: string;
    readonly args: Readonly<Record<string, unknown>>;
  };
  readonly tool?: { readonly description?: unknown; readonly schema?: unknown } | undefined;
  readonly runtime: {
    readonly configurable?: { readonly thread_id?: unknown } | undefined;
    readonly interrupt?: Interrupt | undefined;
    readonly signal?: AbortSignal | undefined;
    readonly context?: unknown;
  };
}

/** The middleware, as `createAgent` takes it. */
export interface LicetMiddleware {
  readonly name: string;
  readonly wrapToolCall: <Request extends ToolCallRequest, Result>(
    request: Request,
    handler: (request: Request) => Result | PromiseLike<Result>,
  ) => Promise<Result>;
}

/**
 * Puts the tools of a LangChain agent under a policy. Name it last in `middleware`: a middleware further in can change a call after
 * the policy has judged it, and run it more than once. A stop is a tool message with status `error`; a question interrupts the
 * graph in the words of `humanInTheLoopMiddleware`, which needs a checkpointer, and the approved call is decided about again. The
 * thread is the session. Because a middleware is around the tools, their errors become tool messages here, as they do without.
 *
 * @example
 * ```ts
 * import { licetMiddleware } from '@licet/adapters/langchain';
 * import { PolicyEngine, guard, pass } from '@licet/core';
 *
 * const engine = new PolicyEngine(guard('less', () => pass({ obligations: { rewrite: { limit: 10 } } })));
 * const middleware = licetMiddleware(engine); // createAgent({ model, tools, middleware: [middleware] })
 * const request = { toolCall: { id: 'c', name: 'rows', args: { limit: 99 } }, runtime: { configurable: { thread_id: 't' } } };
 * await middleware.wrapToolCall(request, ({ toolCall }) => `ran with ${toolCall.args.limit}`); // => 'ran with 10'
 * ```
 */
export function licetMiddleware(engine: PolicyEngine, options: CallOptions = {}): LicetMiddleware {
  const gate = gateOf(langchain, engine, options);
  return {
    name: 'Licet',
    async wrapToolCall<Request extends ToolCallRequest, Result>(
      request: Request,
      handler: (request: Request) => Result | PromiseLike<Result>,
    ): Promise<Result> {
      const { toolCall, runtime, tool } = request;
      const { thread_id: thread } = runtime.configurable ?? {};
      const call: SeenCall = {
        tool: toolCall.name,
        input: toolCall.args,
        callId: toolCall.id,
        sessionId: typeof thread === 'string' ? thread : undefined,
        signal: runtime.signal,
        context: runtime,
        toolDigest: tool === undefined ? undefined : digestOfTool(toolCall.name, tool.description, tool.schema),
      };
      const decided = await answered(gate, call, runtime.interrupt);
      const say: Say = async (content, status) => said(await handler(standIn(request, content)), content, status);
      if (!mayRun(decided)) return say(decisionText(decided.decision), 'error') as Promise<Result>;
      const run = (args: SeenCall['input']): unknown => handler({ ...request, toolCall: { ...toolCall, name: call.tool, args } });
      return (await carryOut(gate, call, decided, run, say)) as Result;
    },
  };
}

/** Decides about a call, and asks where the policy does and the graph can. */
async function answered(gate: CallGate, call: SeenCall, interrupt: Interrupt | undefined): Promise<Decided> {
  const decided = await gate.decide(call);
  if (decided.decision.do !== 'ask') return decided;
  if (interrupt === undefined) return gate.decide({ ...call, cannotAsk: true });
  try {
    const shown = decided.evaluation?.action.payload;
    const answer = reviewed(interrupt, call.tool, shown, decisionText(decided.decision));
    return await (wasAsked(decided) ? gate.decide(call, answer) : gate.decide({ ...call, cannotAsk: true }));
  } catch (error) {
    if (isInterrupt(error)) throw error;
    return gate.decide({ ...call, cannotAsk: true });
  }
}
