import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * Builds the command line once for all tests that start it: as it is shipped, and with a guard that fails on demand. What Node
 * compiles of it is kept for the thousand processes of a run: compiling it is a third of what a command costs.
 */
export function setup(): void {
  process.env['NODE_COMPILE_CACHE'] ??= at('../../packages/cli/node_modules/.cache/test/v8');
  execFileSync(process.execPath, ['--conditions=@licet/source', at('bundles.ts')], { stdio: 'inherit' });
}
