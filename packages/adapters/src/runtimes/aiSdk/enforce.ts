import { InvariantError } from '@licet/core';
import type { PolicyEngine } from '@licet/core';

import { ActionBlockedError } from '../../actionBlockedError.ts';
import { carryOut } from '../carryOut.ts';
import type { Decided } from '../decided.ts';
import { mayRun } from '../decided.ts';
import { decisionText } from '../decision.ts';
import { BEGUN, gateOf } from '../gate.ts';
import type { CallOptions, SeenCall } from '../seenCall.ts';
import { digestOfTool } from '../toolDigest.ts';
import { argumentsOf, inputFrom } from '../toolInput.ts';
import { aiSdkTools } from './facts.ts';
import { answerIn } from './question.ts';
import { lastOf } from './tools.ts';
import type { ExecuteOptions } from './tools.ts';
import { userMessages } from '../userMessages.ts';
import type { HearsUser, HearUser } from '../userMessages.ts';
import type { CallGate } from '../carryOut.ts';

/** How wrapped tools are governed. `sessionId` may be found in the context of a call. */
export interface AiSdkOptions extends CallOptions, HearsUser {
  /** Tools that run elsewhere, in the browser or at the provider, past every policy. They must be named to be let be. @defaultValue none */
  readonly ungoverned?: readonly string[];
}

interface AnyTool {
  readonly description?: unknown;
  readonly inputSchema?: unknown;
  /** Whether the provider runs it, whatever else it has. Version 5 says it by the type alone. */
  readonly isProviderExecuted?: unknown;
  readonly execute?: (input: unknown, options: ExecuteOptions) => unknown;
  readonly needsApproval?: boolean | ((input: unknown, options: ExecuteOptions) => unknown);
}

/**
 * Puts the tools of an AI SDK agent under a policy, in versions 5, 6 and 7: returns copies whose `execute` is decided about
 * first. A stop is thrown as an `ActionBlockedError`, whose text the model gets. Versions 6 and 7 ask the user; the approved call
 * is decided about again before it runs. Version 5 cannot ask: there a question is a stop. Of a tool that streams, the last value
 * is the result: nothing is shown before the policy has seen it.
 *
 * A tool runs with a copy of the arguments that were judged. Throws an `InvariantError` of code `invalid_param` for a tool without
 * `execute`, and for one that the provider executes, unless `ungoverned` names it.
 *
 * @example
 * ```ts
 * import { licetTools } from '@licet/adapters/ai-sdk';
 * import { PolicyEngine, block, guard } from '@licet/core';
 *
 * const engine = new PolicyEngine(guard('closed', () => block('the project is frozen', { fix: 'come back on Monday' })));
 * const tools = licetTools(engine, { now: { execute: async (_input: object, _options: { toolCallId: string }) => 'noon' } }, { sessionId: 's' });
 * await tools.now.execute({}, { toolCallId: 'c' }).catch((error: Error) => error.message);
 * // => 'licet: the project is frozen. What to do instead: come back on Monday'
 * ```
 */
export function licetTools<Tools extends Readonly<Record<string, object>>>(
  engine: PolicyEngine,
  tools: Tools,
  options: AiSdkOptions = {},
): Tools {
  const gate = gateOf(aiSdkTools, engine, options, { more: ['ungoverned', 'userMessages'] });
  const hear = userMessages(engine, gate, options);
  const governed = Object.entries(tools).map(([name, tool]) => {
    const { execute, isProviderExecuted } = tool as AnyTool;
    if (typeof execute === 'function' && isProviderExecuted !== true) return [name, governedTool(name, tool, gate, hear)];
    if (options.ungoverned?.includes(name) === true) return [name, tool];
    throw new InvariantError(
      'invalid_param',
      `the tool \`${name}\` does not run here, so no policy would see its calls: name it in \`ungoverned\``,
    );
  });
  return Object.fromEntries(governed) as Tools;
}

function governedTool(tool: string, given: AnyTool, gate: CallGate, hear: HearUser): object {
  const { execute, needsApproval, description, inputSchema } = given as Required<AnyTool>;
  const seen = (input: unknown, { toolCallId, abortSignal, experimental_context, context }: ExecuteOptions): SeenCall => ({
    tool,
    input: argumentsOf(input),
    callId: toolCallId,
    signal: abortSignal,
    context: experimental_context ?? context,
    toolDigest: digestOfTool(tool, description, inputSchema),
  });
  const admitted = async (call: SeenCall, messages: unknown): Promise<Required<Decided>> => {
    const decided = await gate.decide({ ...call, cannotAsk: true }, answerIn(messages, call.callId ?? ''));
    if (mayRun(decided)) return decided;
    const { evaluation, decision } = decided;
    throw evaluation === undefined
      ? new Error(decisionText(decision))
      : new ActionBlockedError(evaluation, decisionText(decision));
  };
  const asks = async (input: unknown, options: ExecuteOptions): Promise<boolean> => {
    if (answerIn(options.messages, options.toolCallId) !== undefined) return true;
    const wants = typeof needsApproval === 'function' ? await needsApproval(input, options) : needsApproval;
    if (wants) return true;
    const call = seen(input, options);
    await hear(call, options.messages);
    return gate.asks(call);
  };
  return {
    ...given,
    needsApproval: asks,
    execute: async (input: unknown, options: ExecuteOptions) => {
      const call = seen(input, options);
      await hear(call, options.messages);
      const decided = await admitted(call, options.messages);
      const args = gate.begin(decided);
      if (args === undefined) throw new Error(BEGUN);
      const run = (): unknown => lastOf(execute.call(given, inputFrom(args, input), options));
      return carryOut(gate, call.signal, decided.evaluation, run);
    },
  };
}
