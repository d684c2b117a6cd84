import { isRecord } from '@licet/core/nodes';
import type { McpMessage, McpRequest, McpTransport } from './message.ts';
import { CODES, failed, isRequest, metaOf, readMessage } from './message.ts';

/** How a server is reached over HTTP. */
export interface HttpServer {
  /** Sent with every request: what the server wants to see of whoever calls. @defaultValue none */
  readonly headers?: Readonly<Record<string, string>>;
  /** @defaultValue the `fetch` of this process */
  readonly fetch?: typeof fetch;
}

/** How often a stream that broke off is taken up again, where the server lets it be. */
const MOST_RESUMED = 5;
const RESUME_MS = 1_000;

/** What of a message names it in a header, since protocol version 2026-07-28. */
const NAMED: Readonly<Record<string, string>> = { 'tools/call': 'name', 'prompts/get': 'name', 'resources/read': 'uri' };

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

/** What a server has said of itself. */
interface Known {
  session?: string;
  version?: string;
}

function headersFor({ session, version }: Known): Readonly<Record<string, string>> {
  return {
    ...(session !== undefined && { 'mcp-session-id': session }),
    ...(version !== undefined && { 'mcp-protocol-version': version }),
  };
}

type Send = (method: string, headers: Readonly<Record<string, string>>, body?: string) => Promise<Response>;

/** What the parts of a transport share. */
interface Line {
  readonly send: Send;
  readonly signal: AbortSignal;
  readonly deliver: (value: unknown) => void;
}

const BROKE_OFF = 'the server broke off before it answered';

function isStream({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/event-stream') === true;
}

/** Takes an answer that is no stream. A request that gets none that is a message gets an error: whoever asked waits for it. */
async function answered({ deliver }: Line, response: Response, request: McpRequest | undefined): Promise<void> {
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  const text = await response.text();
  if (request === undefined) {
    if (!response.ok) throw new Error(`the server answered with HTTP ${response.status}`);
    return;
  }
  const answer = isJson ? readMessage(withId(parsed(text), request)) : undefined;
  deliver(answer ?? failed(request.id, CODES.refused, `the server answered with HTTP ${response.status}`));
}

/** Reads a stream, and takes it up again where it breaks off with an event that has an identity. */
async function streamed({ send, signal, deliver }: Line, response: Response, request?: McpRequest): Promise<void> {
  let from: Response | undefined = response;
  let last: string | undefined;
  let isDone = request === undefined;
  try {
    for (let time = 0; from?.ok === true && from.body !== null && time < MOST_RESUMED; time += 1) {
      let wait = RESUME_MS;
      for await (const event of eventsOf(from.body)) {
        last = event.id ?? last;
        wait = event.retry ?? wait;
        const value = parsed(event.data);
        if (value === undefined) continue;
        isDone ||= isRecord(value) && value['id'] === request?.id && !('method' in value);
        deliver(value);
      }
      if (isDone || last === undefined) break;
      await new Promise(resolve => setTimeout(resolve, wait));
      from = signal.aborted ? undefined : await send('GET', { accept: 'text/event-stream', 'last-event-id': last });
    }
  } finally {
    if (!isDone && request !== undefined) deliver(failed(request.id, CODES.refused, BROKE_OFF));
  }
}

/** Hears what the server says of its own accord, where it has a place for that. */
async function listened(line: Line): Promise<void> {
  const response = await line.send('GET', { accept: 'text/event-stream' });
  if (response.ok && isStream(response)) await streamed(line, response);
  else await response.body?.cancel();
}

/** The headers that repeat a message of protocol version 2026-07-28, for what stands between us and the server. */
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

/** An error that is about no message is about the one that was sent. */
function withId(value: unknown, { id }: McpRequest): unknown {
  return isRecord(value) && value['error'] !== undefined && (value['id'] === null || value['id'] === undefined)
    ? { ...value, id }
    : value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface ServerEvent {
  readonly data: string;
  readonly id: string | undefined;
  readonly retry: number | undefined;
}

/** The events of a stream, as HTML has them. */
async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const bytes of body) {
    const text = decoder.decode(bytes, { stream: true });
    const blocks = (rest + text).replaceAll('\r\n', '\n').split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const all = (name: string): string[] =>
        block.split('\n').flatMap(line => (line.startsWith(`${name}:`) ? [line.slice(name.length + 1).replace(/^ /u, '')] : []));
      const retry = Number(all('retry').at(-1));
      yield { data: all('data').join('\n'), id: all('id').at(-1), retry: retry > 0 ? Math.min(retry, 60_000) : undefined };
    }
  }
}
