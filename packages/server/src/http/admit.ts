import type { IncomingMessage } from 'node:http';

import { rightsOfToken } from '../access.ts';
import type { AccessToken, Right } from '../access.ts';
import type { ServerExtension } from '../options.ts';
import { secretCheck } from './digest.ts';
import { RequestFault } from './fault.ts';

/** Says who may ask. */
export interface Admission {
  /**
   * Refuses what no honest caller sends: a name of the host that is not ours (a rebinding name), a page of another origin. Then
   * looks at the token, and returns it. Throws a {@link RequestFault}.
   */
  check(request: IncomingMessage, hosts: ReadonlySet<string>, right: Right): string;
}

/**
 * Makes the check of a server's tokens. They are compared in constant time, every one of them. `extension` knows the
 * tokens that it has given out meanwhile.
 */
export function admission(tokens: readonly AccessToken[], extension?: Pick<ServerExtension, 'rightsOf'>): Admission {
  const known = tokens.map(each => ({ is: secretCheck(each.token), may: rightsOfToken(each) }));
  const rightsOf = (shown: string): ReadonlySet<Right> | undefined => {
    let found: ReadonlySet<Right> | undefined;
    for (const each of known) if (each.is(shown)) found = each.may;
    return found ?? extension?.rightsOf(shown);
  };
  return {
    check(request, hosts, right) {
      checkOrigin(request, hosts);
      const { authorization = '' } = request.headers;
      const [, shown] = /^Bearer +([\x21-\x7E]+)$/iu.exec(authorization) ?? [];
      const rights = shown === undefined ? undefined : rightsOf(shown);
      if (shown === undefined || rights === undefined)
        throw new RequestFault('unauthorized', 'expected a token of this server in `Authorization: Bearer TOKEN`');
      if (!rights.has(right)) throw new RequestFault('forbidden', `this token does not have the right \`${right}\``);
      return shown;
    },
  };
}

/** What browsers say of requests by the server's own pages, and by people who type the address. */
const OWN_SITES: ReadonlySet<string | readonly string[]> = new Set(['same-origin', 'none']);

/** Refuses a request under a name that is not the server's, or from a page that the server has not sent. */
export function checkOrigin({ headers }: IncomingMessage, hosts: ReadonlySet<string>): void {
  const host = headers.host?.toLowerCase();
  if (host === undefined || !(hosts.has(host) || hosts.has(host.replace(/:\d+$/, ''))))
    throw new RequestFault('forbidden_host', 'the `Host` of the request is no name of this server: allow it with `--allow-host`');
  const { origin } = headers;
  const site = headers['sec-fetch-site'];
  if (origin !== undefined && !isOwn(origin, host))
    throw new RequestFault('forbidden_origin', 'pages of other origins are refused');
  if (site !== undefined && !OWN_SITES.has(site))
    throw new RequestFault('forbidden_origin', 'pages of other origins are refused');
}

function isOwn(origin: string, host: string): boolean {
  const lower = origin.toLowerCase();
  return lower === `http://${host}` || lower === `https://${host}`;
}
