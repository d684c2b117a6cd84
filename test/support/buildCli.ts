import { fileURLToPath } from 'node:url';

import type { Plugin } from 'esbuild';

import { bundleCli, writePlugins } from '../../packages/cli/bundle.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const faulty: Plugin = {
  name: 'faulty-registry',
  setup(builder) {
    builder.onResolve({ filter: /\/registry\.ts$/ }, ({ importer }) =>
      importer.includes('/packages/cli/src/') ? { path: at('faultyRegistry.ts') } : undefined,
    );
  },
};

/**
 * Builds the command line once for all tests that start it: as it is shipped, and with a guard that fails on demand. What Node
 * compiles of it is kept for the thousand processes of a run: compiling it is a third of what a command costs.
 */
export async function setup(): Promise<void> {
  process.env['NODE_COMPILE_CACHE'] ??= at('../../packages/cli/node_modules/.cache/test/v8');
  const shipped = at('../../packages/cli/node_modules/.cache/test/cli');
  await bundleCli(shipped);
  await writePlugins(shipped);
  await bundleCli(at('../../packages/cli/node_modules/.cache/test/faulty'), [faulty]);
}
