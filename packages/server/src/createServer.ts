import { createServer as createPlain } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import { createServer as createSecure } from 'node:https';

import { InvariantError } from '@licet/core';

import { LOOK_ROUTES } from './api/look.ts';
import { openApi } from './api/openapi.ts';
import { apiRoutes } from './api/routes.ts';
import { METADATA_PATH, authzenRoutes, metadata } from './authzen/routes.ts';
import { principalCheck } from './access.ts';
import { decisions } from './decide.ts';
import { listenAt } from './http/listenAt.ts';
import type { Route } from './http/route.ts';
import { shutDown } from './http/shutDown.ts';
import { metrics } from './metrics.ts';
import { opaRoutes } from './opa/routes.ts';
import type { ServerOptions } from './options.ts';
import { checkServerOptions, isLoopback } from './options.ts';
import { HEALTH_PATH, requestListener } from './requestListener.ts';
import { currentPolicy } from './servedPolicy.ts';

/** A server that answers requests for decisions. */
export interface DecisionServer {
  /**
   * Starts to listen and returns the address: on a free port when it is 0 or absent, on the loopback interface when no host is named.
   * `localhost` is both of its addresses, so that no other process of this machine can answer under that name. Throws an
   * `InvariantError` for a network without TLS, and rejects where the port is taken or the policy does not load.
   */
  listen(where?: { readonly host?: string; readonly port?: number }): Promise<string>;
  /** Ends: no new requests, the running ones are answered, the policy is closed. */
  close(): Promise<void>;
}

/**
 * Makes the decision server of one policy: its own interface under `/v1`, the AuthZEN Authorization API 1.0 under `/access/v1`, OPA's REST
 * interface under `/v1/data`, and an OpenAPI document of all of them at `/openapi.json`. Whatever goes wrong is answered with a status that is a
 * yes in none of them. Every request but `/health`, `/openapi.json` and the metadata of AuthZEN needs a token. Throws an `InvariantError`
 * for options that do not fit.
 *
 * @example
 * ```ts
 * import { PolicyEngine, block, guard, pass } from '@licet/core';
 * import { createServer } from '@licet/server';
 *
 * const engine = new PolicyEngine(guard('no_writes', ({ kind }) => (kind === 'write' ? block('the project is frozen', { fix: 'read instead' }) : pass())));
 * const token = 'a-secret-that-cannot-be-guessed-0123456789';
 * const server = createServer({ open: () => ({ engine, settings: {}, sources: [] }), tokens: [{ token, may: ['decide'] }] });
 * const base = await server.listen();
 * const response = await fetch(`${base}/v1/evaluate`, {
 *   method: 'POST',
 *   headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
 *   body: JSON.stringify({ action: { kind: 'write', payload: { path: 'a.txt' } } }),
 * });
 * const answer = (await response.json()) as { readonly passed: boolean };
 * answer.passed; // => false
 * await server.close();
 * ```
 */
export function createServer(options: ServerOptions): DecisionServer {
  const limits = checkServerOptions(options);
  const { tls, publicUrl, onFault = () => undefined } = options;
  const outside = publicUrl === undefined ? undefined : new URL(publicUrl);
  const hosts = new Set([...(options.allowHosts ?? []), ...(outside === undefined ? [] : [outside.host])].map(lower));
  const policy = currentPolicy(options.open, onFault);
  const scheme = tls === undefined ? 'http' : 'https';
  const [startedAt, closing] = [Date.now(), new AbortController()];
  const counted = metrics(startedAt);
  const listener = requestListener({
    routes: routesOf(options, { startedAt, counted }),
    ...(options.extension !== undefined && { extension: options.extension }),
    closing: closing.signal,
    hosts,
    limits,
    policy,
    counted,
    onFault,
    scheme,
    tokens: options.tokens,
    outside: outside && { origin: outside.origin, prefix: outside.pathname.replace(/\/+$/u, '') },
  });
  let servers: readonly Server[] = [];
  return {
    async listen({ host = '127.0.0.1', port = 0 } = {}) {
      if (tls === undefined && !isLoopback(host)) throw plainNetwork(host);
      await policy.use(async () => undefined);
      const heard = await listenAt(() => serverFor(options, limits, listener), host, port);
      servers = heard.servers;
      for (const name of namesOf(host, heard.port, scheme)) hosts.add(name);
      return `${scheme}://${bracketed(host)}:${heard.port}`;
    },
    async close() {
      closing.abort();
      await Promise.all(servers.map(shutDown));
      await policy.close();
    },
  };
}

const lower = (text: string): string => text.toLowerCase();

const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host);

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/** Whether an address means every address of the machine. */
const isAny = (host: string): boolean => /^(?:0\.0\.0\.0|::)$/.test(host);

/** The names that callers may use for where a server listens. */
function namesOf(host: string, port: number, scheme: 'http' | 'https'): readonly string[] {
  const names = [...(isLoopback(host) ? [] : [bracketed(host)]), ...(isLoopback(host) || isAny(host) ? LOOPBACK : [])];
  const isUsual = port === (scheme === 'http' ? 80 : 443);
  return names.flatMap(name => (isUsual ? [name, `${name}:${port}`] : [`${name}:${port}`]));
}

const plainNetwork = (host: string): InvariantError =>
  new InvariantError('invalid_param', `plain HTTP is for the loopback interface only: \`${host}\` needs a key and a certificate`);

function serverFor({ tls }: ServerOptions, limits: ReturnType<typeof checkServerOptions>, listener: RequestListener): Server {
  const options = {
    requestTimeout: limits.requestTimeoutMs,
    headersTimeout: limits.requestTimeoutMs,
    connectionsCheckingInterval: Math.min(1_000, limits.requestTimeoutMs),
    keepAliveTimeout: limits.idleTimeoutMs,
  };
  const server = tls === undefined ? createPlain(options, listener) : createSecure({ ...options, ...tls }, listener);
  server.maxConnections = limits.maxConnections;
  // Also for answers: who does not take one loses the connection.
  server.setTimeout(limits.idleTimeoutMs, socket => socket.destroy());
  return server;
}

interface Own {
  readonly startedAt: number;
  readonly counted: ReturnType<typeof metrics>;
}

/** What a person finds who opens the address that `licet serve` prints. */
const homeRoute = (hasConsole: boolean): Route => ({
  method: 'GET',
  path: '/',
  summary: 'what answers here, and where it is described',
  plain: ({ base }) => ({
    body: {
      name: 'licet',
      describes: `${base}/openapi.json`,
      health: `${base}${HEALTH_PATH}`,
      ...(hasConsole && { page: `${base}/console`, opens: 'run `licet console` in a terminal: the page needs a code' }),
    },
  }),
});

function routesOf(options: ServerOptions, { startedAt, counted }: Own): readonly Route[] {
  const made = decisions(counted.decided, principalCheck(options.tokens));
  const { onStop } = options;
  const routes: Route[] = [
    ...apiRoutes(made, startedAt),
    ...authzenRoutes(made),
    ...opaRoutes(made),
    ...LOOK_ROUTES,
    ...(options.extension?.routes ?? []),
    homeRoute(options.extension?.routes.some(({ path }) => path === '/console') === true),
    { method: 'GET', path: HEALTH_PATH, summary: 'whether the policy loads', handle: () => ({ body: {} }) },
    {
      method: 'GET',
      path: METADATA_PATH,
      summary: 'AuthZEN: where everything is',
      plain: ({ base }) => ({ body: metadata(base) }),
    },
    {
      method: 'GET',
      path: '/metrics',
      right: 'look',
      summary: 'what the server has done, in the text format of Prometheus',
      plain: () => ({ text: { type: 'text/plain; version=0.0.4; charset=utf-8', content: counted.text() } }),
    },
    { method: 'GET', path: '/openapi.json', summary: 'this document', plain: ({ base }) => ({ body: openApi(routes, base) }) },
  ];
  if (onStop === undefined) return routes;
  const stop: Route = {
    method: 'POST',
    path: '/v1/stop',
    right: 'stop',
    summary: 'end the server',
    plain() {
      setImmediate(onStop);
      return { body: { stopping: true } };
    },
  };
  routes.push(stop);
  return routes;
}
