import { InvariantError } from '@licet/core';
import { refuseUnknown } from '@licet/core/nodes';
import { didYouMean } from '@licet/core/text';

import { MACHINE_NAME } from './access.ts';
import type { AccessToken, Right } from './access.ts';
import type { Route } from './http/route.ts';
import type { OpenPolicy } from './servedPolicy.ts';

/** How much one server takes on. Every limit has a default, and ends in a refusal, never in a yes. */
export interface ServerLimits {
  /** The most bytes of one body. @defaultValue 8388608 */
  readonly maxBodyBytes?: number;
  /** The most bytes of all bodies that are being read. @defaultValue 67108864 */
  readonly maxHeldBytes?: number;
  /** The most connections; further ones are closed at once. @defaultValue 1024 */
  readonly maxConnections?: number;
  /** The most requests that are answered at the same time. @defaultValue 256 */
  readonly maxRunning?: number;
  /** How long a whole request may take to arrive, in milliseconds. @defaultValue 10000 */
  readonly requestTimeoutMs?: number;
  /** How long a decision may take, in milliseconds. @defaultValue 15000 */
  readonly deadlineMs?: number;
  /** How long a connection may lie still, also one that does not take its answer, in milliseconds. @defaultValue 30000 */
  readonly idleTimeoutMs?: number;
}

/** Routes of another package, and the rights of the tokens that it gives out. */
export interface ServerExtension {
  readonly routes: readonly Route[];
  /** Returns what the bearer of a token may do; undefined for a token that the extension has not given out. */
  rightsOf(token: string): ReadonlySet<Right> | undefined;
}

/** What a server is made of. */
export interface ServerOptions {
  /** Opens the policy, and opens it again when one of its files has changed. */
  readonly open: OpenPolicy;
  /** Who may ask, and for what. At least one: a server without a token would answer everybody on this machine. */
  readonly tokens: readonly AccessToken[];
  /** The address under which callers know the server, where it is behind a proxy: `https://pdp.example.com/licet`. */
  readonly publicUrl?: string;
  /** More names that callers may use for the server: `pdp.example.com:8443`. A name without a port fits every port. */
  readonly allowHosts?: readonly string[];
  /** The key and the certificate, both in PEM, of a server that speaks TLS itself. */
  readonly tls?: { readonly key: string; readonly cert: string };
  readonly limits?: ServerLimits;
  /** What another package adds, as `createConsole` of `@licet/console` does. @defaultValue nothing */
  readonly extension?: ServerExtension;
  /** Called when a caller with the right to do so has told the server to end. @defaultValue no caller can */
  readonly onStop?: () => void;
  /** Called with faults that callers are not told. @defaultValue no listener */
  readonly onFault?: (error: unknown) => void;
}

const LIMITS: Readonly<Required<ServerLimits>> = Object.freeze({
  maxBodyBytes: 8 * 1024 * 1024,
  maxHeldBytes: 64 * 1024 * 1024,
  maxConnections: 1_024,
  maxRunning: 256,
  requestTimeoutMs: 10_000,
  deadlineMs: 15_000,
  idleTimeoutMs: 30_000,
});

const OPTIONS: Readonly<Record<keyof ServerOptions, true>> = {
  open: true,
  tokens: true,
  publicUrl: true,
  allowHosts: true,
  tls: true,
  limits: true,
  extension: true,
  onStop: true,
  onFault: true,
};

const RIGHTS: Readonly<Record<Right, true>> = {
  decide: true,
  report: true,
  look: true,
  fleet: true,
  answer: true,
  pair: true,
  stop: true,
};

const LEAST_TOKEN = 32;

/** Checks the options of a server and returns its limits. Throws an {@link InvariantError}. */
export function checkServerOptions(options: ServerOptions): Required<ServerLimits> {
  refuseUnknown('a server', options, Object.keys(OPTIONS));
  if (typeof options.open !== 'function') throw invalid('a server needs `open`, a function that opens the policy');
  const { limits = {}, publicUrl } = options;
  const tokens: readonly AccessToken[] = options.tokens;
  if (!Array.isArray(options.tokens) || tokens.length === 0) throw invalid('a server needs at least one token');
  for (const { token, may, principals, machine, ...others } of tokens) {
    refuseUnknown('a token of a server', others, []);
    if (typeof token !== 'string' || token.length < LEAST_TOKEN || !/^[\x21-\x7E]+$/u.test(token))
      throw invalid(`expected a token of at least ${LEAST_TOKEN} visible ASCII characters, found a shorter or another one`);
    if (principals !== undefined && !principals.every(id => typeof id === 'string' && id !== ''))
      throw invalid('the `principals` of a token are identities, as texts');
    if (machine !== undefined && !MACHINE_NAME.test(machine))
      throw invalid('the `machine` of a token has letters, digits, spaces and `_.-` only, and at most 64 of them');
    const stray = may.find(right => !Object.hasOwn(RIGHTS, right));
    if (stray !== undefined) throw invalid(`there is no right \`${String(stray)}\`${didYouMean(stray, Object.keys(RIGHTS))}`);
  }
  refuseUnknown('the limits of a server', limits, Object.keys(LIMITS));
  for (const [name, value] of Object.entries(limits))
    if (!Number.isInteger(value) || value < 1)
      throw invalid(`\`${name}\` must be a whole number of at least 1, found \`${String(value)}\``);
  if (publicUrl !== undefined) checkPublicUrl(publicUrl);
  return { ...LIMITS, ...limits };
}

function checkPublicUrl(text: string): void {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.search !== '' || url.hash !== '' || url.username !== '' || !/^https?:$/u.test(url.protocol))
    throw invalid(`expected an address like \`https://pdp.example.com\`, found \`${text}\``);
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw invalid(`expected \`https:\` in \`${text}\`: plain HTTP is for the loopback interface only`);
}

/** Tells whether an address or a name never leaves this machine. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/u, '$1').toLowerCase();
  return bare === 'localhost' || bare === '::1' || /^127(?:\.\d{1,3}){3}$/u.test(bare);
}

const invalid = (message: string): InvariantError => new InvariantError('invalid_param', message);
