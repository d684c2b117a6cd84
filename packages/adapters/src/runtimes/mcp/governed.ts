import { randomUUID } from 'node:crypto';

import type { HumanAnswer } from '@licet/core';

import { isRecord } from '@licet/core/nodes';

import type { Decided } from '../decided.ts';
import { mayRun } from '../decided.ts';
import { decisionText } from '../decision.ts';
import { copyOfData } from '../ownCopy.ts';
import type { SeenCall } from '../seenCall.ts';
import type { Running } from './carryOut.ts';
import { carryOut } from './carryOut.ts';
import type { McpResponse, Members } from '../../mcp/message.ts';
import { CODES, failed, ownId } from '../../mcp/message.ts';
import type { GovernedMethod } from './methods.ts';
import type { ToolStanding } from './pins.ts';
import type { CallPlace, McpCall } from './place.ts';
import type { BegunCall } from './rounds.ts';
import { refusedFor } from './refused.ts';
import { keyOf, passedParams } from './rounds.ts';
import { QUESTION, answerIn, canBeAsked, elicitation, isStateless } from './question.ts';
import { stopped } from './result.ts';

/** What would ask is a stop with a code, where there is one. */
const NO_ASKING = { cannotAsk: true } as const;

/** Decides about a request, has the other side carry it out, and answers it. Every round of a call that goes on is decided about. */
export async function governed(
  place: CallPlace,
  method: GovernedMethod,
  given: McpCall,
  signal: AbortSignal,
): Promise<McpResponse> {
  const params = copyOfData(given.request.params ?? {});
  const { id, method: name } = given.request;
  const named = method.called(params);
  if (named === undefined) return failed(id, CODES.params, `licet: the parameters are not those of \`${name}\``);
  const tool = place.nameOf(named.tool);
  const key = keyOf(name, tool, named.input);
  const before = given.from === 'client' ? place.begun.take(params, key) : undefined;
  const about: McpCall = { ...given, request: { ...given.request, params: passedParams(params, before) } };
  const { request, greeted } = about;
  const call: SeenCall<McpCall> = {
    tool,
    input: named.input,
    callId: before?.callId ?? randomUUID(),
    signal,
    context: about,
    ...(!canBeAsked(given.from === 'client' ? request : { ...request, params: {} }, greeted) && NO_ASKING),
  };
  const gate = params['task'] === undefined ? place.gates.now : place.gates.later;
  const { digest: toolDigest, problem }: ToolStanding =
    name === 'tools/call' ? await place.tools.standing(named.tool, request) : {};
  const seen = { ...call, toolDigest };
  const run = { place, gate, method };
  if (problem !== undefined) return refusedFor(problem, place, gate, seen);
  return before?.decided === undefined ? answered(run, seen, before, params) : continued(run, seen, before.decided);
}

/** Goes on with a call that the server has asked about. A stop now ends what had begun. */
async function continued(run: Running, call: SeenCall<McpCall>, last: Required<Decided>): Promise<McpResponse> {
  const decided = await run.gate.decide({ ...call, ...NO_ASKING });
  if (!mayRun(decided)) await run.gate.settle(last.evaluation, { status: 'cancelled' });
  return ended(run, call, decided);
}

/** Decides about a call that has not begun, and asks where the policy does. */
async function answered(
  run: Running,
  seen: SeenCall<McpCall>,
  before: BegunCall | undefined,
  params: Members,
): Promise<McpResponse> {
  const { place, gate } = run;
  const { request, from } = seen.context as McpCall;
  const responses = before === undefined ? undefined : params['inputResponses'];
  const answer = answerIn(isRecord(responses) ? responses[QUESTION] : undefined);
  // A question that comes back without an answer is not put a second time.
  const call = { ...seen, ...(before !== undefined && answer === undefined && NO_ASKING) };
  const decided = await gate.decide(call, answer);
  if (decided.decision.do !== 'ask' || call.cannotAsk === true) return ended(run, call, decided);
  if (from === 'server' || !isStateless(request)) {
    const said = await askedFor(place, call, decided);
    return ended(run, call, await gate.decide(said === undefined ? { ...call, ...NO_ASKING } : call, said));
  }
  const state = ownId();
  place.begun.keep(state, { callId: call.callId ?? '', call: keyOf(request.method, call.tool, call.input) });
  const asked = { method: 'elicitation/create', params: { mode: 'form', ...elicitation(call, decided.decision) } };
  const result = { resultType: 'input_required', inputRequests: { [QUESTION]: asked }, requestState: state };
  return { jsonrpc: '2.0', id: request.id, result };
}

/** Asks by a request of our own, as the protocol had it before 2026-07-28. */
async function askedFor({ client }: CallPlace, call: SeenCall<McpCall>, { decision }: Decided): Promise<HumanAnswer | undefined> {
  const { context, signal } = call;
  if (decision.do !== 'ask' || context === undefined) return undefined;
  const question = { jsonrpc: '2.0', id: ownId(), method: 'elicitation/create', params: elicitation(call, decision) } as const;
  const response = await client.ask(question, {
    ...(context.from === 'client' && { about: context.request.id }),
    ...(signal !== undefined && { signal }),
  });
  return answerIn(response?.result);
}

/** Runs what may run, and answers in words what may not. */
async function ended({ place, gate, method }: Running, call: SeenCall<McpCall>, decided: Decided): Promise<McpResponse> {
  if (!mayRun(decided)) return stopped(call, decisionText(decided.decision), decided);
  if (call.signal?.aborted !== true) return carryOut({ place, gate, method }, call, decided);
  await gate.settle(decided.evaluation, { status: 'cancelled' });
  return stopped(call, 'licet: the call was cancelled before it ran', decided);
}
