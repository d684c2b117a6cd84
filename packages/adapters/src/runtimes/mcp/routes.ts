import { escapeText } from '@licet/core';
import { messageOf } from '@licet/core/text';

import { governed } from './governed.ts';
import type { McpMessage, McpRequest, McpResponse, McpTransport, Members, MessageId } from '../../mcp/message.ts';
import { CODES, failed, isRequest, isResponse, metaOf } from '../../mcp/message.ts';
import type { CallPlace } from './place.ts';

/** What clients ask for that acts on nothing, or that the server has to answer for to the user: passed on. */
const PASSED: readonly string[] = Object.freeze(
  (
    'initialize ping server/discover logging/setLevel completion/complete subscriptions/listen tools/list prompts/list prompts/get ' +
    'resources/list resources/templates/list resources/subscribe resources/unsubscribe ' +
    'tasks/get tasks/list tasks/result tasks/cancel tasks/update'
  ).split(' '),
);

const GOVERNED: ReadonlySet<string> = new Set(['tools/call', 'resources/read']);

/**
 * Where messages of the client go: to the policy, to the server, or to the question that they answer. `methods` are passed on beside
 * those of the protocol; `work` holds what is not answered yet.
 */
export function fromClient(place: CallPlace, upstream: McpTransport, methods: readonly string[], work: Set<Promise<void>>) {
  const passed = new Set([...PASSED, ...methods]);
  const running = new Map<MessageId, AbortController>();
  let greeted: Members = {};
  const respond = (request: McpRequest, extra: unknown, signal: AbortSignal): Promise<McpResponse> => {
    if (GOVERNED.has(request.method)) return governed(place, { request, greeted, extra }, signal);
    if (request.method === 'initialize') greeted = request.params ?? {};
    return passedOn(place, upstream, passed, request, signal);
  };
  const answer = async (request: McpRequest, extra: unknown): Promise<void> => {
    const { id } = request;
    if (running.has(id))
      return place.client.send(failed(id, CODES.request, 'licet: a request of this identity is not answered yet'));
    const abort = new AbortController();
    running.set(id, abort);
    try {
      place.client.send(await respond(request, extra, abort.signal), id);
    } catch (error) {
      const why = escapeText(messageOf(error), 500);
      place.client.send(failed(id, CODES.refused, `licet: the request could not be judged: ${why}`), id);
    } finally {
      running.delete(id);
    }
  };
  return (message: McpMessage, extra: unknown): void => {
    if (isResponse(message)) {
      if (String(message.id).startsWith('licet:')) place.client.answer(message);
      else place.server.send(message);
    } else if (isRequest(message)) {
      const done = answer(message, extra).finally(() => work.delete(done));
      work.add(done);
    } else {
      place.server.send(message);
      if (message.method === 'notifications/cancelled') running.get(message.params?.['requestId'] as MessageId)?.abort();
    }
  };
}

async function passedOn(
  { server, tools }: CallPlace,
  upstream: McpTransport,
  passed: ReadonlySet<string>,
  request: McpRequest,
  signal: AbortSignal,
): Promise<McpResponse> {
  const { id, method } = request;
  if (!passed.has(method))
    return failed(id, CODES.method, `licet: \`${escapeText(method, 200)}\` is no method that is passed on`);
  const response = (await server.ask(request, { signal })) ?? failed(id, CODES.refused, 'licet: the server has gone');
  const version = method === 'initialize' ? response.result?.['protocolVersion'] : undefined;
  if (typeof version === 'string') upstream.setProtocolVersion?.(version);
  return method === 'tools/list' ? tools.shown(response, request) : response;
}

/** Where messages of the server go: to the request that they answer, or to the client. */
export function fromServer({ client, server, tools }: CallPlace) {
  return (message: McpMessage): void => {
    if (isResponse(message)) return server.answer(message);
    if ('method' in message && message.method === 'notifications/tools/list_changed') tools.forget();
    client.send(message, relatedTo(message));
  };
}

/** The request that a message of the server belongs to, where its token says so. */
function relatedTo(message: Exclude<McpMessage, McpResponse>): MessageId | undefined {
  const related = metaOf(message)['io.modelcontextprotocol/subscriptionId'];
  return typeof related === 'string' || typeof related === 'number' ? related : undefined;
}
