import { availableParallelism } from 'node:os';

import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';

/** Tests that wait for processes and servers. */
const WAITING = /\/test\/(?:browser|neo4j|postgres|process)\//u;

/**
 * Tests that wait stand among those that compute, so that both go on at a time, and the longest first, so that the end of a run waits for
 * nothing; long files before short ones, as far as they are known.
 */
class Mixed extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const waits = ({ moduleId }: TestSpecification): boolean => WAITING.test(moduleId);
    const [waiting, computing] = [sorted.filter(waits), sorted.filter(file => !waits(file))];
    const share = Math.ceil(computing.length / Math.max(1, waiting.length));
    const mixed = waiting.flatMap((file, index) => [file, ...computing.slice(index * share, (index + 1) * share)]);
    return [...mixed, ...computing.slice(waiting.length * share)];
  }
}

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
    sequence: { sequencer: Mixed },
    // Many tests wait for processes, servers and time limits: one more than there are cores keeps the cores busy. Each loads all sources.
    maxWorkers: Math.min(availableParallelism() + 1, 8),
    testTimeout: 300_000,
    hookTimeout: 120_000,
    // What happens by itself happens late on a busy machine.
    expect: { poll: { timeout: 60_000 } },
  },
});
