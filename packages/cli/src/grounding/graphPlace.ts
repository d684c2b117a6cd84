import { resolve } from 'node:path';
import { statSync } from 'node:fs';

import type { GraphSettings } from '@licet/core/policy';
import type { OpenDriver } from '@licet/adapters/sqlite';
import type { SqliteGraphOptions } from '@licet/adapters/sqlite/graph';

/** Where a graph in a file lies when the policy does not say so, from the policy's folder: where `licet concepts` looks too. */
export const DEFAULT_GRAPH = '.licet/concepts.db';

/** How long a writer of the file, and a server, is waited for, in milliseconds: less than a guard may take. */
export const PATIENCE: { readonly file: number; readonly server: number } = Object.freeze({ file: 2_000, server: 3_000 });

/** Where a graph lies. `named` is how a person names the place; absent where it need not be named. */
type GraphPlace =
  | { readonly lies: 'in a file'; readonly file: string; readonly named?: string }
  | { readonly lies: 'on a server'; readonly named: string }
  | { readonly lies: 'in memory' };

const PLACES: Readonly<Record<GraphSettings['store'], (settings: GraphSettings, root: string) => GraphPlace>> = {
  memory: () => ({ lies: 'in memory' }),
  sqlite: ({ path = DEFAULT_GRAPH }, root) => ({
    lies: 'in a file',
    file: resolve(root, path),
    ...(path !== DEFAULT_GRAPH && { named: path }),
  }),
  neo4j: ({ uri, uriEnv = '' }) => ({ lies: 'on a server', named: uri ?? `$${uriEnv}` }),
};

/** Says where a graph lies that a policy declares. `root` is the policy's folder. */
export function graphPlace(settings: GraphSettings, root: string): GraphPlace {
  return PLACES[settings.store](settings, root);
}

/** How a graph in a file is opened by a process of `openGrounding`. */
export const fileOptions = ({ sqlite }: { readonly sqlite?: OpenDriver }): SqliteGraphOptions => ({
  busyTimeoutMs: PATIENCE.file,
  ...(sqlite !== undefined && { open: sqlite }),
});

/** Tells whether there is a file with something in it. SQLite leaves an empty one where it was only about to begin. */
export function hasContent(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0;
}
