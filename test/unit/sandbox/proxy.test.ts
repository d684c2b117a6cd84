import { createServer, request } from 'node:http';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';

import { describe, expect, it, onTestFinished } from 'vitest';

import { createProxy } from '../../../packages/sandbox/src/proxy/createProxy.ts';

const listen = async (server: Server): Promise<number> => {
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
};

interface World {
  readonly hosts: readonly string[];
  readonly uploads?: boolean;
  readonly addresses?: Readonly<Record<string, readonly string[]>>;
}

/** A proxy with its refusals, and a server behind it. */
async function world({ hosts, uploads = true, addresses = {} }: World) {
  const refused: string[] = [];
  const plan = { hosts: hosts.map(pattern => ({ pattern, uploads })), deniedHosts: ['169.254.0.0/16', 'metadata.example'] };
  const proxy = await listen(
    createProxy(plan, {
      onRefusal: (host, why) => refused.push(`${host}: ${why}`),
      resolve: async host => addresses[host] ?? [],
    }),
  );
  const server = await listen(
    createServer((asked, answer) => void answer.end(`${asked.method} ${asked.headers.host} ${asked.url}`)),
  );
  return { proxy, server, refused };
}

const get = (proxy: number, address: string, method = 'GET'): Promise<string> =>
  new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port: proxy, path: address, method }, answer => {
      let text = '';
      answer
        .on('data', (part: Buffer) => (text += part.toString()))
        .on('end', () => resolve(`${answer.statusCode} ${text.trim()}`));
    });
    asked.on('error', reject).end(method === 'POST' ? 'data' : undefined);
  });

/** The first line that a proxy answers to `CONNECT`. */
const tunnel = (proxy: number, target: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(proxy, '127.0.0.1', () => socket.write(`CONNECT ${target} HTTP/1.1\r\nhost: ${target}\r\n\r\n`));
    socket.on('error', reject).once('data', (part: Buffer) => {
      resolve(part.toString().split('\r\n')[0] ?? '');
      socket.destroy();
    });
  });

describe('the proxy of a sandbox', () => {
  it('forwards requests and tunnels to hosts of the plan', async () => {
    const { proxy, server } = await world({ hosts: ['127.0.0.1'] });

    expect(await get(proxy, `http://127.0.0.1:${server}/a?b`)).toBe(`200 GET 127.0.0.1:${server} /a?b`);
    expect(await tunnel(proxy, `127.0.0.1:${server}`)).toBe('HTTP/1.1 200 Connection established');
  });

  it('refuses every other host, and says which', async () => {
    const { proxy, refused } = await world({
      hosts: ['api.example', '*.b.example:443'],
      addresses: { 'x.b.example': ['93.184.216.34'] },
    });

    expect(await get(proxy, 'http://evil.example/')).toContain('403 licet: network evil.example:80 refused');
    expect(await tunnel(proxy, 'evil.example:443')).toBe('HTTP/1.1 403 Forbidden');
    expect(await tunnel(proxy, 'x.b.example:80')).toBe('HTTP/1.1 403 Forbidden');
    expect(await tunnel(proxy, 'nonsense')).toBe('HTTP/1.1 403 Forbidden');
    expect(refused).toHaveLength(4);
  });

  it.each([
    ['a name that leads to this machine', 'api.example', ['127.0.0.1']],
    ['a name that leads to a local network, among others', 'api.example', ['93.184.216.34', '10.0.0.1']],
    ['a name that leads to the metadata of a cloud', 'api.example', ['169.254.169.254']],
    ['such an address within IPv6', 'api.example', ['::ffff:10.0.0.1']],
    ['a name without an address', 'api.example', []],
  ])('refuses %s', async (_case, host, found) => {
    const { proxy, refused } = await world({ hosts: ['*'], addresses: { [host]: found } });

    expect(await tunnel(proxy, `${host}:443`)).toBe('HTTP/1.1 403 Forbidden');
    expect(refused).toHaveLength(1);
  });

  it('opens no local address by a wildcard, and one that the policy names', async () => {
    const any = await world({ hosts: ['*'] });
    expect(await tunnel(any.proxy, `127.0.0.1:${any.server}`)).toBe('HTTP/1.1 403 Forbidden');
    const named = await world({ hosts: ['inner.example', '127.0.0.0/8'], addresses: { 'inner.example': ['127.0.0.1'] } });
    expect(await tunnel(named.proxy, `inner.example:${named.server}`)).toBe('HTTP/1.1 200 Connection established');
  });

  it('refuses what is denied, whatever is open', async () => {
    const { proxy } = await world({ hosts: ['*', '169.254.169.254'], addresses: { 'metadata.example': ['93.184.216.34'] } });

    for (const target of ['metadata.example:80', '169.254.169.254:80', '169.254.169.254.nip.io:80'])
      expect(await tunnel(proxy, target)).toBe('HTTP/1.1 403 Forbidden');
  });

  it('lets plain requests without data through where data may not be sent, and no tunnel', async () => {
    const { proxy, server } = await world({ hosts: ['127.0.0.1'], uploads: false });
    const address = `http://127.0.0.1:${server}/`;

    expect(await get(proxy, address)).toContain('200 GET');
    expect(await get(proxy, address, 'POST')).toContain('403');
    expect(await get(proxy, address, 'DELETE')).toContain('403');
    expect(await tunnel(proxy, `127.0.0.1:${server}`)).toBe('HTTP/1.1 403 Forbidden');
  });
});
