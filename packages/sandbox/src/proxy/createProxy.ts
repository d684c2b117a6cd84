import { lookup } from 'node:dns/promises';
import { createServer, request } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { connect, isIP } from 'node:net';
import type { Duplex } from 'node:stream';

import { hostTests } from '../plan/planPermits.ts';
import type { SandboxPlan } from '../plan/sandboxPlan.ts';
import { isLocalAddress } from './addresses.ts';

/** How a proxy is made. */
export interface ProxyOptions {
  /** Hears of each refusal: the host with its port, and why. */
  readonly onRefusal: (host: string, why: string) => void;
  /** Finds the addresses of a name. @defaultValue the system's */
  readonly resolve?: (host: string) => Promise<readonly string[]>;
}

const MOST_HEADERS = 64 * 1024;

const bySystem = async (host: string): Promise<readonly string[]> =>
  (await lookup(host, { all: true })).map(({ address }) => address);

/**
 * Makes the proxy that is the only way out of a sandbox. It opens tunnels (`CONNECT`) and forwards plain requests to the hosts of the plan. A name that
 * leads to an address of this machine or of a local network is refused, unless the plan names `localhost` or the address itself. The proxy connects to
 * the address that it has checked. The caller listens and closes.
 */
export function createProxy(
  plan: Pick<SandboxPlan, 'hosts' | 'deniedHosts'>,
  { onRefusal, resolve = bySystem }: ProxyOptions,
): Server {
  const { permits, names, denies } = hostTests(plan);
  const addressOf = async (named: string, port: number, uploads: boolean): Promise<string> => {
    const host = named.replace(/^\[|\]$/gu, '');
    if (!permits(host, port, false)) throw refusal('the policy does not open this host');
    if (!permits(host, port, uploads)) throw refusal('data may not be sent there, and a tunnel could carry some');
    const addresses = isIP(host) === 0 ? await resolve(host) : [host];
    const isNamed = (address: string): boolean => names(address, port) || (host === 'localhost' && names(host, port));
    const wrong = addresses.find(address => denies(address, port) || (isLocalAddress(address) && !isNamed(address)));
    if (wrong !== undefined) throw refusal(`it leads to \`${wrong}\`, an address of a local network`);
    const [first] = addresses;
    if (first === undefined) throw refusal('the name has no address');
    return first;
  };
  const server = createServer({ maxHeaderSize: MOST_HEADERS }, (asked, answer) => {
    const target = URL.parse(asked.url ?? '');
    if (target?.protocol !== 'http:')
      return refuse(answer, 'expected an address that begins with `http://`', asked.url ?? '', onRefusal);
    const port = Number(target.port || 80);
    const name = `${target.hostname}:${port}`;
    addressOf(target.hostname, port, sendsData(asked)).then(
      address => forward(asked, answer, { address, port, target }),
      (error: unknown) => refuse(answer, textOf(error), name, onRefusal),
    );
  });
  server.on('connect', (asked, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const [, host = '', port = ''] = /^(\[[^\]]+\]|[^:]+):(\d+)$/u.exec(asked.url ?? '') ?? [];
    addressOf(host, Number(port), true).then(
      address => tunnel(socket, head, address, Number(port)),
      (error: unknown) => refuseTunnel(socket, textOf(error), `${host}:${port}`, onRefusal),
    );
  });
  return server;
}

class Refusal extends Error {}

const refusal = (why: string): Refusal => new Refusal(why);

const textOf = (error: unknown): string => (error instanceof Refusal ? error.message : 'the name cannot be resolved');

/** A request without a body by a method that only asks. */
const sendsData = ({ method = '', headers }: IncomingMessage): boolean =>
  !['GET', 'HEAD', 'OPTIONS'].includes(method) ||
  headers['transfer-encoding'] !== undefined ||
  Number(headers['content-length'] ?? 0) > 0;

const refusalText = (name: string, why: string): string => `licet: network ${name} refused: ${why}\n`;

function refuse(answer: ServerResponse, why: string, name: string, onRefusal: ProxyOptions['onRefusal']): void {
  onRefusal(name, why);
  answer.writeHead(403, { 'content-type': 'text/plain', connection: 'close' }).end(refusalText(name, why));
}

function refuseTunnel(socket: Duplex, why: string, name: string, onRefusal: ProxyOptions['onRefusal']): void {
  onRefusal(name, why);
  const text = refusalText(name, why);
  socket.end(
    `HTTP/1.1 403 Forbidden\r\ncontent-type: text/plain\r\ncontent-length: ${Buffer.byteLength(text)}\r\nconnection: close\r\n\r\n${text}`,
  );
}

function tunnel(socket: Duplex, head: Buffer, address: string, port: number): void {
  const upstream = connect(port, address, () => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    upstream.write(head);
    upstream.pipe(socket).pipe(upstream);
  });
  upstream.on('error', () => socket.destroy());
  upstream.on('close', () => socket.destroy());
  socket.on('close', () => upstream.destroy());
}

/** Headers that are for the next hop only. */
const OF_HOP: ReadonlySet<string> = new Set([
  'connection',
  'proxy-connection',
  'proxy-authorization',
  'keep-alive',
  'te',
  'trailer',
  'upgrade',
]);

function forward(
  asked: IncomingMessage,
  answer: ServerResponse,
  { address, port, target }: { readonly address: string; readonly port: number; readonly target: URL },
): void {
  const headers = Object.fromEntries(Object.entries(asked.headers).filter(([name]) => !OF_HOP.has(name)));
  const options = {
    host: address,
    port,
    method: asked.method,
    path: `${target.pathname}${target.search}`,
    headers: { ...headers, host: target.host },
    setHost: false,
  };
  const upstream = request(options, reply => {
    answer.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.pipe(answer);
  });
  upstream.on('error', () => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end()));
  asked.pipe(upstream);
}
