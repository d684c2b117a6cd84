import { randomUUID } from 'node:crypto';

import type { HumanAnswer, PolicyEngine } from '@licet/core';

import type { CallGate, Decided, SeenCall } from '../inProcess.ts';
import { mayRun, noticeOf, owedOf, wordsOf } from '../inProcess.ts';
import { isRecord } from '@licet/core/nodes';
import type { ToolCall } from '../runtime.ts';
import type { Begun } from './begun.ts';
import type { Members, McpRequest, McpResponse } from './message.ts';
import { CODES, failed, ownId } from './message.ts';
import type { Peer } from './peer.ts';
import type { PinnedTools, ToolStanding } from './pins.ts';
import { QUESTION, answerIn, canBeAsked, elicitation, isStateless } from './question.ts';

/** What the gateway knows of a call beside its tool and its arguments. */
export interface McpCall {
  readonly request: McpRequest;
  /** What the client said of itself when it connected; nothing since protocol version 2026-07-28. */
  readonly greeted: Members;
  /** What the transport adds to a message: who has logged in, for one over HTTP. */
  readonly extra: unknown;
}

/** What a call needs of its gateway. */
export interface CallPlace {
  readonly engine: PolicyEngine;
  /** The policy in front of calls; `later` for those whose output comes by another request, where nothing can be taken out of it. */
  readonly gates: { readonly now: CallGate<McpCall>; readonly later: CallGate<McpCall> };
  readonly server: Peer;
  readonly client: Peer;
  readonly tools: PinnedTools;
  /** What a tool of the server is called in the policy. */
  readonly nameOf: (tool: string) => string;
  /** Where a call goes on that has been answered with a question. */
  readonly begun: Begun;
}

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
  if (before?.decided !== undefined) return carriedOut(place, gate, seen, before.decided);
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
  if (!mayRun(decided)) return stopped(call, wordsOf(decided.decision), decided);
  if (call.signal?.aborted !== true) return carriedOut(place, gate, call, decided);
  await gate.settle(decided.evaluation, { status: 'cancelled' });
  return stopped(call, 'licet: the call was cancelled before it ran', decided);
}

/** A stop is a result for the model to read. Where there is none that says so, it is an error. */
function stopped({ context }: SeenCall<McpCall>, text: string, { evaluation }: Partial<Decided> = {}): McpResponse {
  const request = context?.request as McpRequest;
  if (request.method !== 'tools/call') return failed(request.id, CODES.refused, text);
  const about = evaluation && { 'licet/ruling': evaluation.ruling, 'licet/code': evaluation.code };
  const result = {
    content: [{ type: 'text', text }],
    isError: true,
    ...(about !== undefined && { _meta: about }),
    ...(isStateless(request) && { resultType: 'complete' }),
  };
  return { jsonrpc: '2.0', id: request.id, result };
}

async function carriedOut(
  { server, begun }: CallPlace,
  gate: CallGate<McpCall>,
  call: SeenCall<McpCall>,
  decided: Required<Decided>,
): Promise<McpResponse> {
  const { decision, evaluation } = decided;
  const { request } = call.context as McpCall;
  const { signal } = call;
  const response = await server.ask(changed(request, decision.do === 'rewrite' ? decision.args : undefined), {
    ...(signal !== undefined && { signal }),
  });
  if (response?.result === undefined) {
    const message = response?.error?.message ?? 'licet: the server has gone before it answered';
    const status = response !== undefined ? 'error' : signal?.aborted === true ? 'cancelled' : 'unknown';
    const shown = await gate.settle(evaluation, { status, error: message });
    return failed(request.id, response?.error?.code ?? CODES.refused, String(shown));
  }
  const { result } = response;
  const kind = result['resultType'] ?? 'complete';
  if (kind === 'input_required') {
    const state = result['requestState'];
    const callId = call.callId ?? '';
    if (typeof state === 'string') begun.keep(state, { callId, call: JSON.stringify([call.tool, call.input]), decided });
    return response;
  }
  if (kind !== 'complete' && owedOf(evaluation).length > 0) {
    await gate.settle(evaluation, { status: 'unknown' });
    return stopped(call, 'licet: the result would come later, where nothing that the policy demands of it can be done', decided);
  }
  const isError = result['isError'] === true;
  const shown = await gate.settle(evaluation, {
    status: isError ? 'error' : 'ok',
    output: result,
    ...(isError && { error: wordsIn(result) }),
  });
  return { jsonrpc: '2.0', id: request.id, result: withNotice(shown as Members, noticeOf(decided)) };
}

function changed(request: McpRequest, args: Members | undefined): McpRequest {
  const members = request.method === 'tools/call' ? { arguments: args } : args;
  return args === undefined ? request : { ...request, params: { ...request.params, ...members } };
}

function wordsIn({ content }: Members): string {
  const texts = Array.isArray(content) ? content.flatMap(each => (isRecord(each) ? [each['text']] : [])) : [];
  return texts.filter(text => typeof text === 'string').join('\n');
}

/** A notice stands below what a tool has said. */
function withNotice(result: Members, text: string | undefined): Members {
  if (text === undefined) return result;
  const { content, contents } = result;
  if (Array.isArray(contents))
    return { ...result, contents: [...(contents as unknown[]), { uri: 'licet:notice', mimeType: 'text/plain', text }] };
  return { ...result, content: [...(Array.isArray(content) ? (content as unknown[]) : []), { type: 'text', text }] };
}
