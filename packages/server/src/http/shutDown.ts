import type { Server } from 'node:http';

/** How long answers may still take when a server ends. */
const LAST_WORDS_MS = 5_000;

/** Takes no more callers, and resolves when the last one is gone. */
export async function shutDown(server: Server): Promise<void> {
  const closed = new Promise<void>(resolve => server.close(() => resolve()));
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), LAST_WORDS_MS);
  await closed;
  clearTimeout(timer);
}
