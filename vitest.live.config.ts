import { defineConfig } from 'vitest/config';

import config from './vitest.config.ts';

/** Drives the real agent programs against a model on loopback. Run by hand: they are large, and change every week. */
export default defineConfig({
  ...config,
  test: { ...config.test, include: ['test/live/**/*.live.ts'], testTimeout: 600_000, fileParallelism: false },
});
