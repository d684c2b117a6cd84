import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Metafile, Plugin } from 'esbuild';
import { build } from 'esbuild';

import { lazyModules } from './lazyModules.ts';
import pkg from './package.json' with { type: 'json' };

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The bundles, by the source file that a dynamic import names. Each is loaded only by the command that needs it. */
const BUNDLES: Readonly<Record<string, string>> = { 'hook.ts': 'hook', 'main.ts': 'main', 'compile.ts': 'compile' };

const split: Plugin = {
  name: 'split-at-dynamic-imports',
  setup(builder) {
    builder.onResolve({ filter: /\.ts$/ }, ({ kind, path }) => {
      const name = BUNDLES[path.split('/').at(-1) ?? ''];
      return kind === 'dynamic-import' && name !== undefined ? { path: `./${name}.cjs`, external: true } : undefined;
    });
  },
};

/** Bundles the command line into a folder and returns what went into which file. */
export async function bundleCli(outdir: string, plugins: readonly Plugin[] = []): Promise<Metafile> {
  const { metafile } = await build({
    entryPoints: {
      licet: here('src/licet.ts'),
      hook: here('src/hook/hook.ts'),
      main: here('src/main.ts'),
      compile: here('src/policy/compile.ts'),
    },
    outdir,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    mainFields: ['module', 'main'],
    format: 'cjs',
    target: 'node18',
    supported: { 'dynamic-import': false },
    conditions: ['@licet/source'],
    minify: true,
    metafile: true,
    legalComments: 'none',
    external: ['@hpcc-js/wasm-graphviz'],
    define: { LICET_VERSION: JSON.stringify(pkg.version), 'import.meta.url': 'LICET_BUNDLE' },
    banner: { js: 'const LICET_BUNDLE = require("node:url").pathToFileURL(__filename).href;' },
    logLevel: 'warning',
    plugins: [...plugins, split, lazyModules(['re2js', 'unbash', 'minimatch'])],
  });
  chmodSync(join(outdir, 'licet.cjs'), 0o755);
  return metafile;
}
