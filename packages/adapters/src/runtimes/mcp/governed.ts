import { randomUUID } from 'node:crypto';

import type { HumanAnswer } from '@licet/core';

import { isRecord } from '@licet/core/nodes';

import type { Decided } from '../decided.ts';
import { mayRun } from '../decided.ts';
import { decisionText } from '../decision.ts';
import type { CallGate } from '../gate.ts';
import type { ToolCall } from '../runtime.ts';
import type { SeenCall } from '../seenCall.ts';
import { carryOut } from './carryOut.ts';
import type { McpRequest, McpResponse } from '../../mcp/message.ts';
import { CODES, failed, ownId } from '../../mcp/message.ts';
import type { ToolStanding } from './pins.ts';
import type { CallPlace, McpCall } from './place.ts';
import { QUESTION, answerIn, canBeAsked, elicitation, isStateless } from './question.ts';
import { stopped } from './result.ts';

/** What would ask is a stop with a code, where there is one. */
const NO_ASKING = { cannotAsk: true } as const;

/** Decides about a call, has the server carry it out, and answers it. */
export async function governed(place: CallPlace, about: McpCall, signal: AbortSignal): Promise<McpResponse> {
  const { request, greeted } = about;
  const params = request.params ?? {};
  const named = namedCall(request);
  if (named === undefined)
    return failed(request.id, CODES.params, 'licet: the call names no tool, or its arguments are no object');
  const tool = place.nameOf(named.tool);
  const key = JSON.stringify([tool, named.input]);
  const before = place.begun.take(params, key);
  const seen: SeenCall<McpCall> = {
    tool,
    input: named.input,
    callId: before?.callId ?? randomUUID(),
    signal,
    context: about,
    ...(!canBeAsked(request, greeted) && NO_ASKING),
  };
  const gate = params['task'] === undefined ? place.gates.now : place.gates.later;
  if (before?.decided !== undefined) return carryOut(place, gate, seen, before.decided);
  const { digest: toolDigest, problem }: ToolStanding =
    request.method === 'tools/call' ? await place.tools.standing(named.tool, request) : {};
  const responses = before === undefined ? undefined : params['inputResponses'];
  const answer = answerIn(isRecord(responses) ? responses[QUESTION] : undefined);
  // A question that comes back without an answer is not put a second time.
  const call = { ...seen, toolDigest, ...(before !== undefined && answer === undefined && NO_ASKING) };
  if (problem !== undefined) return refusedFor(problem, place, gate, call);
  const decided = await gate.decide(call, answer);
  if (decided.decision.do !== 'ask' || call.cannotAsk === true) return ended(place, gate, call, decided);
  if (!isStateless(request)) {
    const said = await askedFor(place, call, decided);
    return ended(place, gate, call, await gate.decide(said === undefined ? { ...call, ...NO_ASKING } : call, said));
  }
  const state = ownId();
  place.begun.keep(state, { callId: call.callId ?? '', call: key });
  const asked = { method: 'elicitation/create', params: { mode: 'form', ...elicitation(call, decided.decision) } };
  const result = { resultType: 'input_required', inputRequests: { [QUESTION]: asked }, requestState: state };
  return { jsonrpc: '2.0', id: request.id, result };
}

/** What a request calls: a tool, or the resource that it reads. */
function namedCall({ method, params = {} }: McpRequest): ToolCall | undefined {
  if (method === 'resources/read')
    return typeof params['uri'] === 'string' ? { tool: 'read_resource', input: { uri: params['uri'] } } : undefined;
  const { name, arguments: input = {} } = params;
  return typeof name === 'string' && name !== '' && isRecord(input) ? { tool: name, input } : undefined;
}

/** Asks by a request of our own, as the protocol had it before 2026-07-28. */
async function askedFor({ client }: CallPlace, call: SeenCall<McpCall>, { decision }: Decided): Promise<HumanAnswer | undefined> {
  const { context, signal } = call;
  if (decision.do !== 'ask' || context === undefined) return undefined;
  const question = { jsonrpc: '2.0', id: ownId(), method: 'elicitation/create', params: elicitation(call, decision) } as const;
  const response = await client.ask(question, { about: context.request.id, ...(signal !== undefined && { signal }) });
  return answerIn(response?.result);
}

/** A tool that is not what it was: the policy is asked all the same, so that the trail has the call. */
async function refusedFor(
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

/** Runs what may run, and answers in words what may not. */
async function ended(place: CallPlace, gate: CallGate<McpCall>, call: SeenCall<McpCall>, decided: Decided): Promise<McpResponse> {
  if (!mayRun(decided)) return stopped(call, decisionText(decided.decision), decided);
  if (call.signal?.aborted !== true) return carryOut(place, gate, call, decided);
  await gate.settle(decided.evaluation, { status: 'cancelled' });
  return stopped(call, 'licet: the call was cancelled before it ran', decided);
}
