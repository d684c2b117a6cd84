import { availableParallelism } from 'node:os';

import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { conditions: ['@licet/source'] },
  ssr: { resolve: { conditions: ['@licet/source'], externalConditions: ['@licet/source'] } },
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/setup.ts'],
    exclude: ['**/node_modules/**', 'test/bench/**', 'test/runtimes/**'],
    globalSetup: ['test/support/temporaryFolder.ts', 'test/support/buildCli.ts'],
    pool: 'threads',
    // No package keeps state in its modules, so the files of a worker share them: loading them anew for each costs most of the time.
    isolate: false,
    // Many tests wait for processes and servers: two at a time keep a machine of two cores busy.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
