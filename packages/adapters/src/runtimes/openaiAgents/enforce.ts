import { InvariantError } from '@licet/core';
import type { PolicyEngine } from '@licet/core';

import { isRecord } from '@licet/core/nodes';

import { carryOut } from '../carryOut.ts';
import type { Decided } from '../decided.ts';
import { mayRun, noticeOf, wasAsked } from '../decided.ts';
import { decisionText } from '../decision.ts';
import { BEGUN, gateOf } from '../gate.ts';
import type { CallOptions, SeenCall } from '../seenCall.ts';
import { digestOfTool } from '../toolDigest.ts';
import { openaiAgents } from './facts.ts';
import type { FunctionTool, Run } from './functionTool.ts';
import { argumentsIn, copyOf, isApproved, withNotice } from './functionTool.ts';
import type { CallGate } from '../carryOut.ts';

/** How the tools are governed. `sessionId` may be found in the `context` of a run. */
export interface OpenAiOptions extends CallOptions {
  /** Tools that do not run here, or not as functions: no policy sees their calls. They must be named to be let be. @defaultValue none */
  readonly ungoverned?: readonly string[];
}

/**
 * Puts the function tools of an OpenAI agent under a policy: returns copies. A stop is the result of the call, in words for the
 * model; a question is an interruption, and the approved call is decided about again before it runs. A yes for all calls of a tool
 * to come counts for none: each is another call.
 *
 * Throws an `InvariantError` of code `invalid_param` for a tool that is no function tool, unless `ungoverned` names it.
 *
 * @example
 * ```ts
 * import { licetTools } from '@licet/adapters/openai-agents';
 * import { PolicyEngine, block, guard } from '@licet/core';
 *
 * const engine = new PolicyEngine(guard('closed', () => block('the project is frozen', { fix: 'come back on Monday' })));
 * const search = { type: 'hosted_tool', name: 'web_search' };
 * licetTools(engine, [search], { ungoverned: ['web_search'] }).length; // => 1
 * ```
 */
export function licetTools<Tool extends { readonly type: string; readonly name?: string }>(
  engine: PolicyEngine,
  tools: readonly Tool[],
  options: OpenAiOptions = {},
): Tool[] {
  const gate = gateOf(openaiAgents, engine, options, { more: ['ungoverned'] });
  return tools.map(tool => {
    if (tool.type === 'function') return copyOf(tool, governed(tool as unknown as FunctionTool, gate));
    if (tool.name !== undefined && options.ungoverned?.includes(tool.name) === true) return tool;
    const named = tool.name ?? tool.type;
    throw new InvariantError(
      'invalid_param',
      `\`${named}\` is no function tool: no policy would see its calls; name it in \`ungoverned\``,
    );
  });
}

function governed(
  { name, description, parameters, needsApproval, invoke }: FunctionTool,
  gate: CallGate,
): Pick<FunctionTool, 'needsApproval' | 'invoke'> {
  const seen = (run: Run, input: unknown, callId?: string, signal?: AbortSignal): SeenCall => ({
    tool: name,
    input: input as SeenCall['input'],
    callId,
    signal,
    context: run.context,
    toolDigest: digestOfTool(name, description, parameters),
  });
  return {
    async needsApproval(run, input, callId) {
      if (callId !== undefined && isApproved(run, name, callId)) return true;
      if (await needsApproval(run, input, callId)) return true;
      return isRecord(input) && gate.asks(seen(run, input, callId));
    },
    async invoke(run, text, details) {
      const input = argumentsIn(text);
      if (input === undefined) return 'licet: the call could not be judged: its arguments are no JSON object';
      const callId = details?.toolCall?.callId;
      const call: SeenCall = { ...seen(run, input, callId, details?.signal), cannotAsk: true };
      let decided: Decided = await gate.decide(call);
      if (wasAsked(decided) && callId !== undefined && isApproved(run, name, callId))
        decided = await gate.decide(call, { granted: true });
      if (!mayRun(decided)) return decisionText(decided.decision);
      const args = gate.begin(decided);
      if (args === undefined) return BEGUN;
      const invoked = (): unknown => invoke(run, JSON.stringify(args), details);
      const output = await carryOut(gate, call.signal, decided.evaluation, invoked);
      return withNotice(output, noticeOf(decided));
    },
  };
}
