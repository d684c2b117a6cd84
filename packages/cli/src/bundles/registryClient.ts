import { isRecord } from '@licet/core/nodes';

import { TIMEOUT_MS, boundedBytes } from '../text/conditionalGet.ts';
import { registryLogin } from './registryLogin.ts';

/** How a registry is asked for bytes whose digest the caller checks. */
export interface RegistryRequest {
  /** Below the path of the repository: `manifests/stable`. */
  readonly path: string;
  readonly accept: string;
  readonly mostBytes: number;
  /** Whether the bytes may be on another host: the registry redirects there. @defaultValue false */
  readonly mayMove?: boolean;
}

/** A repository of a registry. */
export interface Repository {
  /** With the scheme. */
  readonly origin: string;
  readonly host: string;
  readonly name: string;
  /** Whether the registry is on this machine, and needs no TLS. */
  readonly isLocal: boolean;
}

/** No token of a registry is larger, and no content is moved more often. */
const [MOST_TOKEN_BYTES, MOST_MOVES] = [64 << 10, 3];
const VISIBLE = /^[\x21-\x7E]{1,16384}$/u;
const MOVED: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Makes what asks a repository, by the distribution specification of OCI. It shows the login of the host once the registry asks for one: to the registry
 * (Basic), or to the service that the registry names (Bearer), for the right to pull from this repository and nothing else. A redirect is followed for content
 * that may move, over TLS and without the login. Throws for every other answer than 200.
 */
export function registryClient(repository: Repository): (request: RegistryRequest) => Promise<Buffer> {
  let authorization: string | undefined;
  return async ({ path, accept, mostBytes, mayMove = false }) => {
    const url = new URL(`${repository.origin}/v2/${repository.name}/${path}`);
    const isShown = authorization !== undefined;
    let response = await get(url, accept, authorization);
    if (response.status === 401 && !isShown) {
      authorization = await logIn(response.headers.get('www-authenticate') ?? '', repository);
      response = await get(url, accept, authorization);
    }
    if (mayMove) response = await follow(response, url, accept, repository);
    if (response.status === 401 || response.status === 403)
      throw new Error(`the registry answers ${response.status}: it does not let this login pull from \`${repository.name}\``);
    if (response.status !== 200) throw new Error(`the server answers ${response.status}`);
    return boundedBytes(response, mostBytes);
  };
}

/** Asks, and follows nothing by itself. */
async function get(url: URL, accept: string, authorization?: string): Promise<Response> {
  const headers = { accept, ...(authorization !== undefined && { authorization }) };
  return fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS), headers });
}

/** Follows a redirect of content. The login is for the registry, so no other request has it. */
async function follow(first: Response, from: URL, accept: string, repository: Repository): Promise<Response> {
  let [response, at] = [first, from];
  for (let moves = 0; MOVED.has(response.status); moves++) {
    if (moves === MOST_MOVES) throw new Error('the registry redirects too often');
    at = checkedUrl(response.headers.get('location') ?? '', repository, 'redirects to', at);
    await response.body?.cancel();
    response = await get(at, accept);
  }
  return response;
}

/** An address that a registry names. Throws where it is not one over TLS; a registry on this machine may name another place on it. */
function checkedUrl(text: string, { isLocal }: Repository, what: string, base?: URL): URL {
  const url = URL.canParse(text, base?.href) ? new URL(text, base?.href) : undefined;
  const isSafe =
    url?.protocol === 'https:' ||
    (isLocal && url?.protocol === 'http:' && /^(?:127\.0\.0\.1|localhost|\[::1\])$/u.test(url.hostname));
  if (url === undefined || text === '' || !isSafe || url.username !== '' || url.password !== '')
    throw new Error(`the registry ${what} an address that is not \`https:\`, or that holds a password`);
  return url;
}

/** Returns the value of the header that a registry has asked for. */
async function logIn(challenge: string, repository: Repository): Promise<string> {
  const login = registryLogin(repository.host);
  if (login !== undefined && 'token' in login) return `Bearer ${login.token}`;
  const [, scheme = ''] = /^(\w+)/u.exec(challenge) ?? [];
  if (scheme.toLowerCase() === 'basic' && login !== undefined) return `Basic ${login.basic}`;
  if (scheme.toLowerCase() === 'bearer') return `Bearer ${await tokenFor(challenge, repository, login?.basic)}`;
  if (scheme.toLowerCase() === 'basic') throw noLogin(repository);
  throw new Error('the registry answers 401, and asks for neither `Basic` nor `Bearer`');
}

/** Asks the service that a registry names for a token. What the registry says that the token is to be good for does not count. */
async function tokenFor(challenge: string, repository: Repository, basic: string | undefined): Promise<string> {
  const said = new Map(Array.from(challenge.matchAll(/(\w+)="([^"]*)"/gu), ([, name = '', value = '']) => [name, value]));
  const url = checkedUrl(said.get('realm') ?? '', repository, 'asks for a token of');
  const service = said.get('service');
  if (service !== undefined) url.searchParams.set('service', service);
  url.searchParams.set('scope', `repository:${repository.name}:pull`);
  const response = await get(url, 'application/json', basic === undefined ? undefined : `Basic ${basic}`);
  if (response.status === 401 || response.status === 403)
    throw basic === undefined ? noLogin(repository) : refused(url, response);
  if (response.status !== 200) throw refused(url, response);
  const text = (await boundedBytes(response, MOST_TOKEN_BYTES)).toString('utf8');
  const token = tokenIn(text);
  if (token === undefined) throw new Error(`${url.host} answers without a token`);
  return token;
}

/** The parser quotes what it found, which may be a token: nothing of it is told. */
function tokenIn(text: string): string | undefined {
  try {
    const answer: unknown = JSON.parse(text);
    if (!isRecord(answer)) return undefined;
    const token = answer['token'] ?? answer['access_token'];
    return typeof token === 'string' && VISIBLE.test(token) ? token : undefined;
  } catch {
    return undefined;
  }
}

const refused = ({ host }: URL, { status }: Response): Error =>
  new Error(`${host} answers ${status} to the login of the registry`);

const noLogin = ({ host }: Repository): Error =>
  new Error(
    `it wants a login, and there is none for \`${host}\`: run \`docker login ${host}\` or set \`DOCKER_AUTH_CONFIG\`, so that \`auths\` names it`,
  );
