import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { conditions: ['@licet/source'] },
  ssr: { resolve: { conditions: ['@licet/source'], externalConditions: ['@licet/source'] } },
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/setup.ts'],
    exclude: ['**/node_modules/**', 'test/bench/**'],
    globalSetup: ['test/support/buildCli.ts'],
    pool: 'threads',
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
