import { answered, isStream, listened, streamed } from './httpAnswers.ts';
import type { Line, Send } from './httpAnswers.ts';
import { isRequest, metaOf } from './message.ts';
import type { McpMessage, McpRequest, McpTransport } from './message.ts';

/** What a server has said of itself. */
interface Known {
  session?: string;
  version?: string;
}

/** The headers that say which session a request belongs to, and which version of the protocol was agreed on. */
function headersFor({ session, version }: Known): Readonly<Record<string, string>> {
  return {
    ...(session !== undefined && { 'mcp-session-id': session }),
    ...(version !== undefined && { 'mcp-protocol-version': version }),
  };
}

/** What of a message names it in a header, since protocol version 2026-07-28. */
const NAMED: Readonly<Record<string, string>> = { 'tools/call': 'name', 'prompts/get': 'name', 'resources/read': 'uri' };

/** The headers that repeat a message of protocol version 2026-07-28, for proxies between us and the server. */
function headersOf(request: McpRequest | undefined): Readonly<Record<string, string>> {
  const version = request === undefined ? undefined : metaOf(request)['io.modelcontextprotocol/protocolVersion'];
  if (request === undefined || typeof version !== 'string') return {};
  const name = request.params?.[NAMED[request.method] ?? ''];
  return {
    'mcp-protocol-version': version,
    'mcp-method': request.method,
    ...(typeof name === 'string' && {
      'mcp-name': /^[\x21-\x7E](?:[\x20-\x7E]*[\x21-\x7E])?$/u.test(name) ? name : encoded(name),
    }),
  };
}

function encoded(text: string): string {
  return `=?base64?${Buffer.from(text, 'utf8').toString('base64')}?=`;
}

/** How a server is reached over HTTP. */
export interface HttpServer {
  /** Sent with every request: the server's credentials for the caller. @defaultValue none */
  readonly headers?: Readonly<Record<string, string>>;
  /** @defaultValue the `fetch` of this process */
  readonly fetch?: typeof fetch;
}

/**
 * Talks to a server over HTTP, as the protocol calls *streamable*: a message a request, answered at once or in a stream of events,
 * with the session of the server where it has one. Redirections are refused, because headers would go along. Logging in by
 * OAuth is not done here: give a token in `headers`, or a transport of an SDK to the gateway.
 */
export function httpTransport(url: URL | string, { headers = {}, fetch: get = fetch }: HttpServer = {}): McpTransport {
  const abort = new AbortController();
  const known: Known = {};
  const send: Send = (method, more, body) => {
    const own = { ...headers, ...headersFor(known), ...more };
    return get(url, { method, headers: own, signal: abort.signal, redirect: 'error', ...(body !== undefined && { body }) });
  };
  const line: Line = { send, signal: abort.signal, deliver: value => transport.onmessage?.(value) };
  const inBackground = (work: Promise<void>): void => {
    work.catch((error: unknown) => {
      if (!abort.signal.aborted) transport.onerror?.(error instanceof Error ? error : new Error(String(error)));
    });
  };
  const transport: McpTransport = {
    async start() {},
    async send(message: McpMessage) {
      const request = isRequest(message) ? message : undefined;
      const own = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headersOf(request) };
      const response = await send('POST', own, JSON.stringify(message));
      const session = response.headers.get('mcp-session-id');
      if (session !== null) known.session = session;
      if (response.ok && isStream(response)) return inBackground(streamed(line, response, request));
      await answered(line, response, request);
      if ('method' in message && message.method === 'notifications/initialized') inBackground(listened(line));
    },
    async close() {
      if (abort.signal.aborted) return;
      if (known.session !== undefined) await send('DELETE', {}).catch(() => undefined);
      abort.abort();
      transport.onclose?.();
    },
    setProtocolVersion(version) {
      known.version = version;
    },
  };
  return transport;
}
