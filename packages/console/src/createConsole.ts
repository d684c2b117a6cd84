import type { ServerExtension } from '@licet/server';

import type { ConsoleOptions } from './options.ts';
import { pairings } from './pairings.ts';
import type { Pairing } from './pairings.ts';
import { consoleRoutes } from './routes.ts';

/** The page of one server: pass it to `createServer` as its `extension`. */
export interface Console extends ServerExtension {
  /**
   * Makes what a person needs to open the page at `/console`: a code for its address, `#pair=CODE`, good for one use within five minutes, and
   * a code that is typed there when something is approved. Show the second on a terminal only.
   */
  pair(): Pairing;
}

/**
 * Makes the page for the person whose agent is working, with its routes.
 *
 * @example
 * ```ts
 * import { createConsole } from '@licet/console';
 * import { PolicyEngine, guard, pass } from '@licet/core';
 * import { createServer } from '@licet/server';
 *
 * const page = createConsole({ page: '<!doctype html><title>Licet</title>', by: 'ann' });
 * const engine = new PolicyEngine(guard('all', () => pass()));
 * const token = 'a-secret-that-cannot-be-guessed-0123456789';
 * const server = createServer({
 *   open: () => ({ engine, settings: {}, sources: [] }),
 *   tokens: [{ token, may: ['decide'] }],
 *   extension: page,
 * });
 * const base = await server.listen();
 * const { status } = await fetch(`${base}/console#pair=${page.pair().code}`);
 * status; // => 200
 * await server.close();
 * ```
 */
export function createConsole(options: ConsoleOptions): Console {
  const pages = pairings();
  return { routes: consoleRoutes(options, pages), rightsOf: token => pages.rightsOf(token), pair: () => pages.issue() };
}
