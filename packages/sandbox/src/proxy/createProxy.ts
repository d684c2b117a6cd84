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
  const addressOf = async (named: string, port: number, uploads: boolean): Promise<Reached> => {
    const host = named.replace(/^\[|\]$/gu, '');
    if (!permits(host, port, false)) return { refused: 'the policy does not open this host' };
    if (!permits(host, port, uploads)) return { refused: 'data may not be sent there, and a tunnel could carry some' };
    const addresses = isIP(host) === 0 ? await resolve(host).catch(() => []) : [host];
    const isNamed = (address: string): boolean => names(address, port) || (host === 'localhost' && names(host, port));
    const wrong = addresses.find(address => denies(address, port) || (isLocalAddress(address) && !isNamed(address)));
    if (wrong !== undefined) return { refused: `it leads to \`${wrong}\`, an address of a local network` };
    const [address] = addresses;
    return address === undefined ? { refused: 'the name has no address' } : { address };
  };
  const server = createServer({ maxHeaderSize: MOST_HEADERS }, (asked, answer) => {
    const target = URL.parse(asked.url ?? '');
    const refuse = (why: string, name: string): void => {
      onRefusal(name, why);
      answer.writeHead(403, { 'content-type': 'text/plain', connection: 'close' }).end(refusalText(name, why));
    };
    if (target?.protocol !== 'http:') return refuse('expected an address that begins with `http://`', asked.url ?? '');
    const port = Number(target.port || 80);
    void addressOf(target.hostname, port, sendsData(asked)).then(reached => {
      if ('refused' in reached) refuse(reached.refused, `${target.hostname}:${port}`);
      else forward(asked, answer, { address: reached.address, port, target });
    });
  });
  server.on('connect', (asked, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const [, host = '', port = ''] = /^(\[[^\]]+\]|[^:]+):(\d+)$/u.exec(asked.url ?? '') ?? [];
    void addressOf(host, Number(port), true).then(reached => {
      if ('address' in reached) return tunnel(socket, head, reached.address, Number(port));
      onRefusal(`${host}:${port}`, reached.refused);
      return refuseTunnel(socket, refusalText(`${host}:${port}`, reached.refused));
    });
  });
  return server;
}

/** The address that is connected to, or why there is none. */
type Reached = { readonly address: string } | { readonly refused: string };

/** A request without a body by a method that only asks. */
const sendsData = ({ method = '', headers }: IncomingMessage): boolean =>
  !['GET', 'HEAD', 'OPTIONS'].includes(method) ||
  headers['transfer-encoding'] !== undefined ||
  Number(headers['content-length'] ?? 0) > 0;

const refusalText = (name: string, why: string): string => `licet: network ${name} refused: ${why}\n`;

function refuseTunnel(socket: Duplex, text: string): void {
  const headers = [
    'HTTP/1.1 403 Forbidden',
    'content-type: text/plain',
    `content-length: ${Buffer.byteLength(text)}`,
    'connection: close',
  ];
  socket.end(`${headers.join('\r\n')}\r\n\r\n${text}`);
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
