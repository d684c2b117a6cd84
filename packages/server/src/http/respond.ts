import type { IncomingMessage, ServerResponse } from 'node:http';

import { RequestFault } from './fault.ts';
import type { Reply, Route } from './route.ts';

const NOTHING_ELSE = "default-src 'none'; frame-ancestors 'none'";

/** The headers of every answer: it is not cached, and no browser takes it for anything but data. Names and values in turns. */
const headersOf = (type: string, contentPolicy = NOTHING_ELSE): string[] => [
  'cache-control',
  'no-store',
  'x-content-type-options',
  'nosniff',
  'referrer-policy',
  'no-referrer',
  'content-security-policy',
  contentPolicy,
  'content-type',
  type,
];

const NOT_MODIFIED = 304;

/** Sends an answer, and returns its status. */
export function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status = 200, body, text, contentPolicy, retryAfterS, etag }: Reply,
): number {
  if (etag !== undefined && request.headers['if-none-match'] === etag)
    return send(request, response, { status: NOT_MODIFIED, text: { type: 'text/plain', content: '' } });
  const content = text?.content ?? JSON.stringify(body);
  const headers = headersOf(text?.type ?? 'application/json', contentPolicy);
  // The length of a 304 would be that of the content that the caller has.
  if (status !== NOT_MODIFIED) headers.push('content-length', String(Buffer.byteLength(content)));
  echo(request, headers);
  if (etag !== undefined) headers.push('etag', etag);
  if (retryAfterS !== undefined) headers.push('retry-after', String(retryAfterS));
  if (status === 401) headers.push('www-authenticate', 'Bearer');
  // A body that was not read to its end would be taken for the next request.
  if (!request.complete) headers.push('connection', 'close');
  response.writeHead(status, headers);
  response.end(content);
  return status;
}

/** Sends a piece of a stream of events; the first one begins the answer. Resolves when the caller can take more, or is gone. */
export function sendEvent(request: IncomingMessage, response: ServerResponse, text: string): Promise<void> {
  if (!response.headersSent) {
    const headers = headersOf('text/event-stream; charset=utf-8');
    headers.push('connection', 'close');
    echo(request, headers);
    response.writeHead(200, headers);
  }
  if (response.destroyed || response.write(text)) return Promise.resolve();
  return new Promise(resolve => {
    const end = (): void => {
      response.off('drain', end);
      response.off('close', end);
      resolve();
    };
    response.once('drain', end);
    response.once('close', end);
  });
}

/** The status of what may work later, and after how many seconds a caller may try that. */
const [UNAVAILABLE, RETRY_AFTER_S] = [503, 1] as const;

/** Turns what was thrown into an answer. What is no fault of the request's stays on the server. */
export function refusalOf(error: unknown, route: Route | undefined): Reply {
  const fault =
    error instanceof RequestFault ? error : new RequestFault('internal_error', 'the server failed: nothing was decided');
  const { code, status, message } = fault;
  const body = route?.refusal?.(code, message) ?? { error: { code, message } };
  return { status, body, ...(status === UNAVAILABLE && { retryAfterS: RETRY_AFTER_S }) };
}

function echo({ headers }: IncomingMessage, into: string[]): void {
  const id = headers['x-request-id'];
  if (typeof id === 'string' && /^[\x21-\x7E]{1,200}$/u.test(id)) into.push('x-request-id', id);
}
