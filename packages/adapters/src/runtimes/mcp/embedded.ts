import { randomUUID } from 'node:crypto';

import { escapeText } from '@licet/core';
import { isRecord } from '@licet/core/nodes';

import type { McpRequest, McpResponse, Members } from '../../mcp/message.ts';
import { mayRun } from '../decided.ts';
import { decisionText } from '../decision.ts';
import { copyOfData } from '../ownCopy.ts';
import { FOR_CLIENTS, PASSED_TO_CLIENTS } from './methods.ts';
import type { CallPlace, McpCall } from './place.ts';
import { QUESTION } from './question.ts';

/** A question that a server puts inside an answer, and the answer with it as it may be put. */
type Embedded = readonly [key: string, request: unknown];

/** The code of an error that sends the user to an address. */
const NEEDS_URL = -32_042;

/**
 * Has the policy decide about what a server asks the client for inside an answer: questions to the user, and to the model. Returns the
 * answer with these as they were judged, or why none of it may reach the client.
 */
export async function judgedAnswer(
  place: CallPlace,
  about: McpCall,
  response: McpResponse,
  signal?: AbortSignal,
): Promise<McpResponse | { readonly why: string }> {
  const { result, error } = response;
  const requests = result?.['inputRequests'];
  if (requests !== undefined) {
    if (!isRecord(requests)) return { why: 'the server asks for something that is no request' };
    const judged = await judgedAll(place, about, Object.entries(requests), signal);
    return 'why' in judged ? judged : { ...response, result: { ...result, inputRequests: Object.fromEntries(judged) } };
  }
  if (error?.code !== NEEDS_URL || error.data === undefined) return response;
  const elicitations = isRecord(error.data) ? error.data['elicitations'] : undefined;
  const listed: readonly unknown[] = Array.isArray(elicitations) ? elicitations : [undefined];
  const entries = listed.map((params, at): Embedded => [String(at), { method: 'elicitation/create', params }]);
  const judged = await judgedAll(place, about, entries, signal);
  if ('why' in judged) return judged;
  return {
    ...response,
    error: { ...error, data: { elicitations: judged.map(([, request]) => (request as McpRequest).params) } },
  };
}

async function judgedAll(
  place: CallPlace,
  about: McpCall,
  entries: readonly Embedded[],
  signal: AbortSignal | undefined,
): Promise<readonly Embedded[] | { readonly why: string }> {
  const judged: Embedded[] = [];
  for (const [key, request] of entries) {
    const one = key === QUESTION ? undefined : await judgedOne(place, about, request, signal);
    if (one === undefined) return { why: `the server asks for what no server may ask for here: \`${escapeText(key, 200)}\`` };
    if ('why' in one) return one;
    judged.push([key, one.request]);
  }
  return judged;
}

async function judgedOne(
  { gates, nameOf }: CallPlace,
  about: McpCall,
  request: unknown,
  signal: AbortSignal | undefined,
): Promise<{ readonly request: Members } | { readonly why: string } | undefined> {
  const { method, params = {} } = isRecord(request) ? request : {};
  if (typeof method !== 'string' || !isRecord(params)) return undefined;
  if (PASSED_TO_CLIENTS.has(method)) return { request: { method, params } };
  const governed = FOR_CLIENTS.get(method);
  const own = copyOfData(params);
  const called = governed?.called(own);
  if (governed === undefined || called === undefined) return undefined;
  const context: McpCall = { ...about, from: 'server', request: { jsonrpc: '2.0', id: about.request.id, method, params: own } };
  const call = {
    tool: nameOf(called.tool),
    input: called.input,
    callId: randomUUID(),
    context,
    signal,
    cannotAsk: true,
  } as const;
  // The answer comes with another request, where nothing can be taken out of it.
  const decided = await gates.later.decide(call);
  const args = mayRun(decided) ? gates.later.begin(decided) : undefined;
  if (args === undefined || !mayRun(decided)) return { why: decisionText(decided.decision) };
  await gates.later.settle(decided.evaluation, { status: 'unknown' });
  return { request: { method, params: { ...own, ...governed.params(args) } } };
}
