import type { IncomingMessage, RequestListener } from 'node:http';

import type { AccessToken } from './access.ts';
import { METADATA_PATH } from './authzen/routes.ts';
import { admission, checkOrigin } from './http/admit.ts';
import { RequestFault } from './http/fault.ts';
import { bodyReader } from './http/readBody.ts';
import type { Body } from './http/readBody.ts';
import { refusalOf, send } from './http/respond.ts';
import type { Reply, Route } from './http/route.ts';
import { router } from './http/router.ts';
import type { Metrics } from './metrics.ts';
import type { ServerLimits } from './options.ts';
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
  /** The address that callers know, and the path that stands before the server's own paths there. */
  readonly outside: { readonly origin: string; readonly prefix: string } | undefined;
}

/** Makes what answers each request: once, whatever happens. */
export function requestListener(listening: Listening): RequestListener {
  const { limits, counted, onFault } = listening;
  const find = router(listening.routes);
  const answer = answering(listening);
  return (request, response) => {
    counted.began();
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), limits.deadlineMs);
    response.once('close', () => abort.abort());
    let route: Route | undefined;
    const handled = async (): Promise<Reply> => {
      const [url = '/', query = ''] = (request.url ?? '/').split('?', 2);
      const path = ownPath(url, listening.outside?.prefix ?? '');
      route = find(request.method ?? '', path);
      if (counted.running() > limits.maxRunning && path !== HEALTH_PATH)
        throw new RequestFault('overloaded', 'the server answers as many requests as it can: try again');
      return answer(request, { path, query, route, signal: abort.signal });
    };
    const write = (reply: Reply): number => (response.writableEnded || response.destroyed ? 0 : send(request, response, reply));
    void handled()
      .then(write)
      .catch((error: unknown) => {
        if (!(error instanceof RequestFault)) onFault(error);
        return response.headersSent ? 0 : write(refusalOf(error, route));
      })
      .then(status => {
        clearTimeout(timer);
        counted.answered(route?.path ?? 'none', status);
      });
  };
}

const NO_BODY: Body = Object.freeze({ value: undefined, bytes: 0 });

interface Matched {
  readonly path: string;
  readonly query: string;
  readonly route: Route;
  readonly signal: AbortSignal;
}

function answering({ limits, tokens, hosts, policy, scheme, outside }: Listening) {
  const bodies = bodyReader(limits);
  const admitted = admission(tokens);
  return async (request: IncomingMessage, { path, query, route, signal }: Matched): Promise<Reply> => {
    if (route.right !== undefined) admitted.check(request, hosts, route.right);
    else if (path !== HEALTH_PATH) checkOrigin(request, hosts);
    const base = outside === undefined ? `${scheme}://${request.headers.host ?? ''}` : `${outside.origin}${outside.prefix}`;
    const { value: body, bytes } = route.takes === undefined ? NO_BODY : await bodies.read(request);
    const { handle, plain } = route;
    if (plain !== undefined) return plain({ base });
    return policy.use(async served => {
      if (handle === undefined) throw new Error(`the route \`${route.path}\` does nothing`);
      return handle({ path, query: new URLSearchParams(query), body, bytes, policy: served, base, signal });
    });
  };
}

/** Takes away what stands before the server's own paths. In the path of the metadata it stands at the end. */
function ownPath(path: string, prefix: string): string {
  if (prefix === '' || path === HEALTH_PATH) return path;
  if (path === `${METADATA_PATH}${prefix}`) return METADATA_PATH;
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : '';
}
