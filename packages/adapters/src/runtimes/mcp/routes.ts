import { escapeText } from '@licet/core';
import { messageOf } from '@licet/core/text';

import type { McpMessage, McpNotification, McpRequest, McpResponse, McpTransport, MessageId } from '../../mcp/message.ts';
import { CODES, failed, isOwnId, isRequest, isResponse, metaOf } from '../../mcp/message.ts';
import type { Peer } from '../../mcp/peer.ts';
import { isRecord } from '@licet/core/nodes';

import { judgedAnswer } from './embedded.ts';
import { governed } from './governed.ts';
import { FOR_CLIENTS, FOR_SERVERS, PASSED_TO_CLIENTS, PASSED_TO_SERVERS, TOLD_TO_CLIENTS, TOLD_TO_SERVERS } from './methods.ts';
import type { CallPlace, McpCall } from './place.ts';
import { answeredHere, withOwnTools } from './ownTools.ts';
import { subscribed } from './subscriptions.ts';

type Respond = (request: McpRequest, extra: unknown, signal: AbortSignal) => Promise<McpResponse>;

/** What the ways of messages share. */
export interface Ways {
  readonly place: CallPlace;
  /** Methods and notifications that the host has named. */
  readonly methods: readonly string[];
  readonly onFault: (text: string) => void;
  /** What is not answered yet. */
  readonly work: Set<Promise<void>>;
}

/** Where messages of the client go: to the policy, to the server, or to the question that they answer. */
export function fromClient(ways: Ways, upstream: McpTransport): (message: McpMessage, extra: unknown) => void {
  const { place, methods } = ways;
  const respond: Respond = async (request, extra, signal) => {
    const { method } = request;
    const about: McpCall = { request, greeted: place.greeted, from: 'client', extra };
    const rules = FOR_SERVERS.get(method);
    if (rules !== undefined) return (await answeredHere(place, about)) ?? governed(place, rules, about, signal);
    if (!PASSED_TO_SERVERS.has(method) && !methods.includes(method)) return unknownMethod(request);
    const stop = await subscribed(place, about, signal);
    if (stop !== undefined) return failed(request.id, CODES.refused, stop);
    if (method === 'initialize') place.greeted = request.params ?? {};
    return passedOn(place, upstream, about, signal);
  };
  return receiver(ways, place.client, place.server, TOLD_TO_SERVERS, respond);
}

/** Where messages of the server go: to the policy, to the client, or to the request that they answer. */
export function fromServer(ways: Ways): (message: McpMessage, extra: unknown) => void {
  const { place, methods } = ways;
  const respond: Respond = async (request, extra, signal) => {
    const { id, method } = request;
    const rules = FOR_CLIENTS.get(method);
    if (rules !== undefined) return governed(place, rules, { request, greeted: place.greeted, from: 'server', extra }, signal);
    if (!PASSED_TO_CLIENTS.has(method) && !methods.includes(method)) return unknownMethod(request);
    return (await place.client.ask(request, { signal })) ?? failed(id, CODES.refused, 'licet: the client has gone');
  };
  const take = receiver(ways, place.server, place.client, TOLD_TO_CLIENTS, respond);
  return (message, extra) => {
    if ('method' in message && message.method === 'notifications/tools/list_changed') place.tools.forget();
    take(message, extra);
  };
}

function receiver(
  { methods, onFault, work }: Ways,
  from: Peer,
  to: Peer,
  told: ReadonlySet<string>,
  respond: Respond,
): (message: McpMessage, extra: unknown) => void {
  const running = new Map<MessageId, AbortController>();
  const answer = async (request: McpRequest, extra: unknown): Promise<void> => {
    const { id } = request;
    if (isOwnId(id) || running.has(id))
      return from.send(failed(id, CODES.request, 'licet: a request of this identity is not answered yet'));
    const abort = new AbortController();
    running.set(id, abort);
    try {
      from.send(await respond(request, extra, abort.signal), id);
    } catch (error) {
      const why = escapeText(messageOf(error), 500);
      from.send(failed(id, CODES.refused, `licet: the request could not be judged: ${why}`), id);
    } finally {
      running.delete(id);
    }
  };
  const tell = (message: McpNotification): void => {
    const { method, params = {} } = message;
    // A question that arrives without a request could not be answered by the policy before the client has it.
    if ((!told.has(method) && !methods.includes(method)) || isRecord(params['inputRequests']))
      return onFault(`the message \`${escapeText(method, 200)}\` is none that is passed on, and was dropped`);
    to.send(message, relatedTo(message));
    if (method === 'notifications/cancelled') running.get(params['requestId'] as MessageId)?.abort();
  };
  return (message, extra) => {
    if (isResponse(message)) return from.answer(message);
    if (!isRequest(message)) return tell(message);
    const done = answer(message, extra).finally(() => work.delete(done));
    work.add(done);
  };
}

function unknownMethod({ id, method }: McpRequest): McpResponse {
  return failed(id, CODES.method, `licet: \`${escapeText(method, 200)}\` is no method that is passed on`);
}

async function passedOn(place: CallPlace, upstream: McpTransport, about: McpCall, signal: AbortSignal): Promise<McpResponse> {
  const { request } = about;
  const { id, method } = request;
  const answer = (await place.server.ask(request, { signal })) ?? failed(id, CODES.refused, 'licet: the server has gone');
  const response = await judgedAnswer(place, about, answer, signal);
  if ('why' in response) return failed(id, CODES.refused, response.why);
  const version = method === 'initialize' ? response.result?.['protocolVersion'] : undefined;
  if (typeof version === 'string') upstream.setProtocolVersion?.(version);
  return method === 'tools/list' ? withOwnTools(await place.tools.shown(response, request), place) : response;
}

/** The request that a message belongs to, if its token names it. */
function relatedTo(message: McpNotification): MessageId | undefined {
  const related = metaOf(message)['io.modelcontextprotocol/subscriptionId'];
  return typeof related === 'string' || typeof related === 'number' ? related : undefined;
}
