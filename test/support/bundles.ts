import { fileURLToPath } from 'node:url';

import type { Plugin } from 'esbuild';

import { bundleCli, writePlugins } from '../../packages/cli/bundle.ts';
import { bundleWorkers } from './workers.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const faulty: Plugin = {
  name: 'faulty-registry',
  setup(builder) {
    builder.onResolve({ filter: /\/registry\.ts$/ }, ({ importer }) =>
      importer.includes('/packages/cli/src/') ? { path: at('faultyRegistry.ts') } : undefined,
    );
  },
};

// A new process, from sources: what the bundles are described by lies in packages that a fresh clone has not built.
const shipped = at('../../packages/cli/node_modules/.cache/test/cli');
await bundleCli(shipped);
await writePlugins(shipped);
await bundleCli(at('../../packages/cli/node_modules/.cache/test/faulty'), [faulty]);

// The programs that tests start by the dozen: read from sources, each loads five hundred files.
await bundleWorkers(at('..'));
