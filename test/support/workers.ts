import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDERS = ['postgres', 'stress', 'tokens'];

/** Below the tests, so that drivers are found as the tests find them. */
const MADE = join('node_modules', '.cache', 'workers');

/** Where a program lies that was bundled: `stress/worker.ts`. */
export const workerFile = (path: string): string =>
  fileURLToPath(new URL(join('..', MADE, path.replace(/\.ts$/u, '.mjs')), import.meta.url));

/** Bundles every program of the tests that takes part in a test as a separate process. */
export async function bundleWorkers(test: string): Promise<void> {
  const { build } = await import('esbuild');
  const entries = FOLDERS.flatMap(folder =>
    readdirSync(join(test, folder)).flatMap(name => (/worker\.ts$/iu.test(name) ? [join(test, folder, name)] : [])),
  );
  await build({
    entryPoints: entries,
    outbase: test,
    outdir: join(test, MADE),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    conditions: ['@licet/source'],
    external: ['pg', 'better-sqlite3', 'neo4j-driver', 'oxc-parser'],
    banner: { js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);" },
    logLevel: 'warning',
  });
}
