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
    // Many tests wait for processes, servers and time limits: one more than there are cores keeps the cores busy.
    maxWorkers: Math.min(availableParallelism() + 1, 8),
    testTimeout: 300_000,
    hookTimeout: 120_000,
    // What happens by itself happens late on a busy machine.
    expect: { poll: { timeout: 60_000 } },
  },
});
