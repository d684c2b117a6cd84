import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { networkInterfaces } from 'node:os';

import { describe, expect, it, onTestFinished } from 'vitest';

import { listenAt } from '../../../../packages/server/src/http/listenAt.ts';

const HAS_IPV6 = Object.values(networkInterfaces()).some(all => all?.some(({ address }) => address === '::1') === true);
if (!HAS_IPV6) console.warn('the second address of localhost is not tried: this machine has none');

function make(): Server {
  const server = createServer((_request, response) => response.end('ours'));
  onTestFinished(() => void server.close());
  return server;
}

const isHeld = async (host: string, port: number): Promise<boolean> =>
  new Promise(resolve => {
    const server = createServer();
    server.once('error', () => resolve(true));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(false)));
  });

describe('listenAt', () => {
  it.skipIf(!HAS_IPV6)('holds both addresses of localhost, so that no other process answers under that name', async () => {
    const { port, servers } = await listenAt(make, 'localhost', 0);

    expect(servers).toHaveLength(2);
    expect(await isHeld('127.0.0.1', port)).toBe(true);
    expect(await isHeld('::1', port)).toBe(true);
  });

  it.skipIf(!HAS_IPV6)('holds neither where another process has one of them', async () => {
    const other = make();
    const port = await new Promise<number>(resolve =>
      other.listen({ host: '::1', port: 0 }, () => resolve((other.address() as { readonly port: number }).port)),
    );

    await expect(listenAt(make, 'localhost', port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
    expect(await isHeld('127.0.0.1', port)).toBe(false);
  });

  it('holds one address that is named', async () => {
    expect((await listenAt(make, '127.0.0.1', 0)).servers).toHaveLength(1);
  });
});
