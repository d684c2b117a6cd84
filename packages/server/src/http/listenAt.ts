import type { Server } from 'node:http';

import { shutDown } from './shutDown.ts';

/**
 * Has servers listen on every address of a host: `localhost` has two, and one that was left to another process would be answered by it.
 * Rejects where an address is taken; then nothing listens.
 */
export async function listenAt(
  make: () => Server,
  host: string,
  port: number,
): Promise<{ readonly port: number; readonly servers: readonly Server[] }> {
  const [first, second] = host === 'localhost' ? ['127.0.0.1', '::1'] : [host];
  const server = make();
  const bound = await bind(server, first, port);
  if (second === undefined) return { port: bound, servers: [server] };
  try {
    return { port: bound, servers: [server, ...(await alsoOn(second, bound, make()))] };
  } catch (error) {
    await shutDown(server);
    throw error;
  }
}

/** Listens on one more address, where the machine has it. Rejects where another process does. */
async function alsoOn(host: string, port: number, server: Server): Promise<readonly Server[]> {
  try {
    await bind(server, host, port);
    return [server];
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT') return [];
    throw error;
  }
}

function bind(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, exclusive: true }, () => {
      server.off('error', reject);
      resolve((server.address() as { readonly port: number }).port);
    });
  });
}
