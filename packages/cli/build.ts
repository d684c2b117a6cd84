import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { Plugin } from 'esbuild';
import { build } from 'esbuild';

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

rmSync(here('dist'), { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: {
    licet: here('src/licet.ts'),
    hook: here('src/hook/hook.ts'),
    main: here('src/main.ts'),
    compile: here('src/policy/compile.ts'),
  },
  outdir: here('dist'),
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
  define: { LICET_VERSION: JSON.stringify(pkg.version) },
  plugins: [split],
});
chmodSync(here('dist/licet.cjs'), 0o755);
writeFileSync(here('dist/meta.json'), JSON.stringify(metafile));
for (const [file, { bytes }] of Object.entries(metafile.outputs))
  console.log(`${file.split('/').at(-1)}: ${Math.round(bytes / 1024)} KB`);
