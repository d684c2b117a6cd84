import type { PolicyEngine } from '@licet/core';
import { InvariantError, escapeText } from '@licet/core';

import type { McpMessage, McpTransport } from '../../mcp/message.ts';
import { readMessage } from '../../mcp/message.ts';
import { peerOf } from '../../mcp/peer.ts';
import type { GatewayOptions } from './place.ts';
import { placeOf } from './place.ts';
import { fromClient, fromServer } from './routes.ts';

/** A server behind a policy. */
export interface McpGateway {
  /** Connects a client: once. Resolves when both sides have started. */
  connect(client: McpTransport): Promise<void>;
  /** Resolves when either side has gone and the other one was closed. */
  readonly closed: Promise<void>;
}

const NAME = /^[a-z\d](?:_?[a-z\d.-])*$/iu;

/**
 * Puts a policy between a client and a server of the Model Context Protocol. Both sides are transports, those of either SDK or of this
 * package; every message goes through as it is, whatever version of the protocol it is of. Calls of tools, reads of resources and
 * subscriptions to them, prompts and completions are decided about first, and so is what a server asks for: the model of the client
 * (`sampling`) and its user (`ask_user`), also inside an answer. A stop is a result in words for the model, a question goes to the human
 * by elicitation where the client has it, and a tool whose description is not what it was pinned to is neither listed nor called.
 * Methods and notifications that the protocol does not have are refused, and so is a call without an identity.
 *
 * The session is the gateway itself, or what the transport of the client calls its session, unless `sessionId` says otherwise.
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
  let end = (): void => undefined;
  const closed = new Promise<void>(resolve => (end = resolve));
  let isConnected = false;
  return {
    closed,
    async connect(downstream) {
      if (isConnected) throw new InvariantError('invalid_param', 'a gateway serves one client: make another one');
      isConnected = true;
      const [client, server] = [peerOf(downstream, onFault), peerOf(upstream, onFault)];
      const work = new Set<Promise<void>>();
      const place = placeOf(client, server, engine, { ...options, name, onFault }, downstream);
      const ways = { place, methods, onFault, work };
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
      listen(upstream, { onmessage: receiver(fromServer(ways), onFault), onerror, onclose: upstreamLeft });
      listen(downstream, { onmessage: receiver(fromClient(ways, upstream), onFault), onerror, onclose: leave });
      await upstream.start();
      await downstream.start();
    },
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
