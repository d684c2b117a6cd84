import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

import { InvariantError } from '@licet/core';

import { originFinder } from './access.ts';
import type { AccessToken } from './access.ts';
import { METADATA_PATH } from './authzen/routes.ts';
import { admission, checkOrigin } from './http/admit.ts';
import { RequestFault } from './http/fault.ts';
import { bodyReader } from './http/readBody.ts';
import type { Body } from './http/readBody.ts';
import { refusalOf, send, sendEvent } from './http/respond.ts';
import type { Reply, Route } from './http/route.ts';
import type { Metrics } from './metrics.ts';
import type { ServerExtension, ServerLimits } from './options.ts';
import type { CurrentPolicy } from './servedPolicy.ts';

/** Where it is asked whether the server is well: by anybody, under any name. */
export const HEALTH_PATH = '/health';

/** What answers requests. */
export interface Listening {
  readonly routes: readonly Route[];
  readonly tokens: readonly AccessToken[];
  /** The names of the server, in lower case; more are added when it listens. */
  readonly hosts: ReadonlySet<string>;
  readonly limits: Required<ServerLimits>;
  readonly policy: CurrentPolicy;
  readonly counted: Metrics;
  readonly onFault: (error: unknown) => void;
  readonly scheme: 'http' | 'https';
  /** The address that callers know, and the prefix of the server's paths there. */
  readonly outside: { readonly origin: string; readonly prefix: string } | undefined;
  readonly extension?: ServerExtension;
  /** Aborted when the server ends. */
  readonly closing: AbortSignal;
}

/** Makes what answers each request: once, whatever happens. */
export function requestListener(listening: Listening): RequestListener {
  const { limits, counted, onFault } = listening;
  const find = router(listening.routes);
  const answer = answering(listening);
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    counted.began();
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), limits.deadlineMs);
    // Who has an answer is done: an abort is for who has not.
    response.once('close', () => response.writableFinished || abort.abort());
    let [route, status]: [Route | undefined, number] = [undefined, 0];
    try {
      const [path, query] = addressOf(request.url ?? '/', listening.outside?.prefix ?? '');
      route = find(request.method ?? '', path);
      if (counted.running() > limits.maxRunning && path !== HEALTH_PATH)
        throw new RequestFault('overloaded', 'the server answers as many requests as it can: try again');
      if (route.stream !== undefined) clearTimeout(timer);
      status = write(request, response, await answer(request, response, { path, query, route, signal: abort.signal }));
    } catch (error) {
      if (!(error instanceof RequestFault)) onFault(error);
      if (response.headersSent) response.end();
      else status = write(request, response, refusalOf(error, route));
    }
    clearTimeout(timer);
    counted.answered(route?.path ?? 'none', status);
  };
  return (request, response) => void respond(request, response);
}

/** Returns the status of what was answered; zero for a caller who is gone. */
function write(request: IncomingMessage, response: ServerResponse, reply: Reply | undefined): number {
  if (response.writableEnded || response.destroyed) return 0;
  if (reply !== undefined) return send(request, response, reply);
  response.end();
  return 200;
}

const NO_BODY: Body = Object.freeze({ value: undefined, bytes: 0 });

interface Matched {
  readonly path: string;
  readonly query: string;
  readonly route: Route;
  readonly signal: AbortSignal;
}

function answering({ limits, tokens, hosts, policy, scheme, outside, extension, closing }: Listening) {
  const bodies = bodyReader(limits);
  const admitted = admission(tokens, extension);
  const findOrigin = originFinder(tokens);
  return async (
    request: IncomingMessage,
    response: ServerResponse,
    { path, query, route, signal }: Matched,
  ): Promise<Reply | undefined> => {
    const bearer = route.right === undefined ? '' : admitted.check(request, hosts, route.right);
    if (route.right === undefined && path !== HEALTH_PATH) checkOrigin(request, hosts);
    const header = (name: string): string | undefined => textOf(request.headers[name]);
    const origin = route.right === undefined ? {} : findOrigin(bearer, header);
    const { handle, plain, stream } = route;
    if (stream !== undefined)
      return stream({
        query: new URLSearchParams(query),
        header,
        origin,
        use: work => policy.use(work),
        write: text => sendEvent(request, response, text),
        signal: AbortSignal.any([signal, closing]),
      }).then(() => undefined);
    const base = outside === undefined ? `${scheme}://${request.headers.host ?? ''}` : `${outside.origin}${outside.prefix}`;
    const { value: body, bytes } = route.takes === undefined ? NO_BODY : await bodies.read(request);
    if (plain !== undefined) return plain({ base, body, bearer });
    if (handle === undefined) throw new InvariantError('wrong_phase', `the route \`${route.path}\` does nothing`);
    const asked = new URLSearchParams(query);
    return policy.use(served => handle({ path, query: asked, body, bytes, policy: served, base, signal, bearer, origin }));
  };
}

const textOf = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** The path and the query of a request, without a second question mark and what follows it. */
function addressOf(url: string, prefix: string): readonly [path: string, query: string] {
  const [path = '/', query = ''] = url.includes('?') ? url.split('?', 2) : [url];
  return [ownPath(path, prefix), query];
}

/** Removes the prefix of the server's paths. In the path of the metadata it is at the end. */
function ownPath(path: string, prefix: string): string {
  if (prefix === '' || path === HEALTH_PATH) return path;
  if (path === `${METADATA_PATH}${prefix}`) return METADATA_PATH;
  if (path === prefix) return '/';
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : '';
}

/** Makes what finds the route of a method and a path, or throws a `RequestFault` where there is none. A path that ends in `/*` matches everything below it; the longest one counts. */
function router(routes: readonly Route[]): (method: string, path: string) => Route {
  const exact = new Map<string, Route[]>();
  const below = new Map<string, Route[]>();
  for (const route of routes) {
    const [table, key] = route.path.endsWith('/*') ? ([below, route.path.slice(0, -1)] as const) : ([exact, route.path] as const);
    table.set(key, [...(table.get(key) ?? []), route]);
  }
  const prefixes = [...below.keys()].sort((a, b) => b.length - a.length);
  return (method, path) => {
    const found =
      exact.get(path) ?? below.get(prefixes.find(prefix => path.startsWith(prefix) && path.length > prefix.length) ?? '');
    if (found === undefined) throw new RequestFault('not_found', 'there is nothing at this path');
    const route = found.find(each => each.method === method);
    if (route !== undefined) return route;
    throw new RequestFault('method_not_allowed', `expected ${found.map(each => `\`${each.method}\``).join(' or ')}`);
  };
}
