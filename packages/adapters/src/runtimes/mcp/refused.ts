import { mayRun } from '../decided.ts';
import type { SeenCall } from '../seenCall.ts';
import type { McpResponse } from '../../mcp/message.ts';
import type { CallPlace, McpCall } from './place.ts';
import { stopped } from './result.ts';
import type { CallGate } from '../carryOut.ts';

/** A tool that is not what it was: the policy is asked all the same, so that the trail has the call. */
export async function refusedFor(
  problem: string,
  { engine }: CallPlace,
  gate: CallGate<McpCall>,
  call: SeenCall<McpCall>,
): Promise<McpResponse> {
  const decided = await gate.decide({ ...call, cannotAsk: true });
  if (mayRun(decided)) await engine.postAction(decided.evaluation, { status: 'denied', error: problem });
  const way = 'Do not use it: tell the user, who looks at the tools of a server with `licet mcp tools`';
  return stopped(call, `licet: ${problem}. ${way}`);
}
