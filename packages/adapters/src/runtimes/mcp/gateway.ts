import { randomUUID } from 'node:crypto';

import type { PolicyEngine } from '@licet/core';
import { InvariantError, escapeText } from '@licet/core';

import type { CallOptions } from '../inProcess.ts';
import { gateOf } from '../inProcess.ts';
import { isRecord } from '@licet/core/nodes';
import { begunCalls } from './begun.ts';
import { governed } from './call.ts';
import type { CallPlace, McpCall } from './call.ts';
import { mcp } from './facts.ts';
import type { Members, McpMessage, McpRequest, McpResponse, McpTransport, MessageId } from './message.ts';
import { CODES, failed, isRequest, isResponse, readMessage } from './message.ts';
import type { Peer } from './peer.ts';
import { peerOf } from './peer.ts';
import type { ToolPins } from './pins.ts';
import { memoryPins, pinnedTools } from './pins.ts';

/** How a server is governed. `sessionId` may be found in what is known of a call. */
export interface GatewayOptions extends CallOptions<McpCall> {
  /** The server's name in the policy: its tool `x` is `mcp__NAME__x` there. @defaultValue 'server' */
  readonly name?: string;
  /** What the tools of the server are pinned to. @defaultValue what it lists first, for as long as the gateway lives */
  readonly pins?: ToolPins;
  /** More methods that clients may use, beside those of the protocol. They are passed on unseen. @defaultValue none */
  readonly methods?: readonly string[];
  /** Is told what goes wrong with a message, and which tools are kept from the client. @defaultValue nobody */
  readonly onFault?: (text: string) => void;
}

/** A server behind a policy. */
export interface McpGateway {
  /** Connects a client: once. Resolves when both sides have started. */
  connect(client: McpTransport): Promise<void>;
  /** Resolves when either side has gone and the other one was closed. */
  readonly closed: Promise<void>;
}

/** What clients ask for that acts on nothing, or that the server has to answer for to the user: passed on. */
const PASSED: readonly string[] = Object.freeze(
  (
    'initialize ping server/discover logging/setLevel completion/complete subscriptions/listen tools/list prompts/list prompts/get ' +
    'resources/list resources/templates/list resources/subscribe resources/unsubscribe ' +
    'tasks/get tasks/list tasks/result tasks/cancel tasks/update'
  ).split(' '),
);

const GOVERNED: ReadonlySet<string> = new Set(['tools/call', 'resources/read']);
const NAME = /^[a-z\d](?:_?[a-z\d.-])*$/iu;

/**
 * Puts a policy between a client and a server of the Model Context Protocol. Both sides are transports, those of either SDK or of this
 * package; every message goes through as it is, whatever version of the protocol it is of. Calls of tools and reads of resources are
 * decided about first: a stop is a result in words for the model, a question goes to the human by elicitation where the client has
 * it, and a tool whose description is not what it was pinned to is neither listed nor called. Methods that the protocol does not
 * have are refused.
 *
 * The session is the gateway itself, or what the transport of the client calls its session, unless `sessionId` says otherwise.
 * What a server tells of its own accord (progress, logs, questions of its own) is passed on unseen.
 *
 * Throws an `InvariantError` of code `invalid_param` for a name that could be taken for that of another server.
 *
 * @example
 * ```ts
 * import { licetGateway, streamTransport } from '@licet/adapters/mcp';
 * import { PolicyEngine, block, guard } from '@licet/core';
 * import { PassThrough } from 'node:stream';
 *
 * const engine = new PolicyEngine(guard('closed', () => block('the project is frozen', { fix: 'come back on Monday' })));
 * const upstream = streamTransport(new PassThrough(), new PassThrough());
 * const gateway = licetGateway(upstream, engine, { name: 'files' });
 * await gateway.connect(streamTransport(new PassThrough(), new PassThrough()));
 * ```
 */
export function licetGateway(upstream: McpTransport, engine: PolicyEngine, options: GatewayOptions = {}): McpGateway {
  const { name = 'server', methods = [], onFault = () => undefined } = options;
  if (!NAME.test(name))
    throw new InvariantError('invalid_param', `a server is named by letters, digits, dots and single dashes, found \`${name}\``);
  const passed = new Set([...PASSED, ...methods]);
  let end = (): void => undefined;
  const closed = new Promise<void>(resolve => (end = resolve));
  let isConnected = false;
  return {
    closed,
    async connect(downstream) {
      if (isConnected) throw new InvariantError('invalid_param', 'a gateway serves one client: make another one');
      isConnected = true;
      const [client, server] = [peerOf(downstream, onFault), peerOf(upstream, onFault)];
      const place = placeOf(client, server, engine, { ...options, name, onFault }, downstream);
      const work = new Set<Promise<void>>();
      const onerror = (error: Error): void => onFault(escapeText(error.message, 500));
      let isLeaving = false;
      const leave = (): void => {
        if (isLeaving) return;
        isLeaving = true;
        for (const side of [server, client]) side.leave();
        void Promise.allSettled(work)
          .then(() => Promise.allSettled([upstream.close(), downstream.close()]))
          .then(end);
      };
      // What waits is answered before the client is closed.
      const upstreamLeft = (): void => {
        server.leave();
        void Promise.allSettled(work).then(leave);
      };
      listen(upstream, { onmessage: receiver(fromServer(place), onFault), onerror, onclose: upstreamLeft });
      listen(downstream, { onmessage: receiver(fromClient(place, upstream, passed, work), onFault), onerror, onclose: leave });
      await upstream.start();
      await downstream.start();
    },
  };
}

function placeOf(
  client: Peer,
  server: Peer,
  engine: PolicyEngine,
  { name, pins = memoryPins(), onFault, ...options }: GatewayOptions & Required<Pick<GatewayOptions, 'name' | 'onFault'>>,
  downstream: McpTransport,
): CallPlace {
  const own = `mcp:${randomUUID()}`;
  const { shaper: _shaper, ...rest } = options;
  const session = { sessionId: options.sessionId ?? (() => downstream.sessionId ?? own) };
  return {
    engine,
    gates: {
      now: gateOf<McpCall>(mcp, engine, { ...options, ...session }),
      later: gateOf<McpCall>(mcp, engine, { ...rest, ...session }),
    },
    client,
    server,
    tools: pinnedTools(pins, server, onFault),
    nameOf: tool => `mcp__${name}__${tool}`,
    begun: begunCalls(),
  };
}

/** Both SDKs have these as members, and only as members. */
function listen(transport: McpTransport, to: Required<Pick<McpTransport, 'onmessage' | 'onerror' | 'onclose'>>): void {
  Object.assign(transport, to);
}

/** Reads what arrives. What is no message is told, and goes nowhere. */
function receiver(take: (message: McpMessage, extra: unknown) => void, onFault: (text: string) => void) {
  return (value: unknown, extra?: unknown): void => {
    for (const each of Array.isArray(value) ? (value as unknown[]) : [value]) {
      const message = readMessage(each);
      if (message === undefined) onFault('something arrived that is no message, and was dropped');
      else take(message, extra);
    }
  };
}

function fromClient(place: CallPlace, upstream: McpTransport, passed: ReadonlySet<string>, work: Set<Promise<void>>) {
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
      const why = escapeText(error instanceof Error ? error.message : String(error), 500);
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

function fromServer({ client, server, tools }: CallPlace) {
  return (message: McpMessage): void => {
    if (isResponse(message)) return server.answer(message);
    if ('method' in message && message.method === 'notifications/tools/list_changed') tools.forget();
    client.send(message, relatedTo(message));
  };
}

/** The request that a message of the server belongs to, where its token says so. */
function relatedTo({ params }: Exclude<McpMessage, McpResponse>): MessageId | undefined {
  const meta = isRecord(params?.['_meta']) ? params['_meta'] : {};
  const related = meta['io.modelcontextprotocol/subscriptionId'];
  return typeof related === 'string' || typeof related === 'number' ? related : undefined;
}
