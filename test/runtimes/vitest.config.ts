import { defineConfig } from 'vitest/config';

/** Our packages from their sources; the SDKs as they are. */
export default defineConfig({
  resolve: { conditions: ['@licet/source'] },
  ssr: { resolve: { conditions: ['@licet/source'], externalConditions: ['@licet/source'] } },
  test: {
    include: ['**/*.test.ts'],
    pool: 'threads',
    testTimeout: 300_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
