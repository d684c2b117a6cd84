import { defineConfig, mergeConfig } from 'vitest/config';

import config from './vitest.config.ts';

/** What must be covered: every line of the algebra and of the nodes, nine lines of ten in core. */
const EVERYTHING = { lines: 100, functions: 100 };

export default mergeConfig(
  config,
  defineConfig({
    test: {
      coverage: {
        enabled: true,
        provider: 'v8',
        include: ['packages/core/src/**'],
        reporter: ['text-summary', 'json-summary', 'html'],
        thresholds: {
          'packages/core/src/algebra.ts': EVERYTHING,
          'packages/core/src/combinators/*.ts': EVERYTHING,
          'packages/core/src/**': { lines: 90 },
        },
      },
    },
  }),
);
