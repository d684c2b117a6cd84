import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

import { bundleCli, writePlugins } from './bundle.ts';
import pkg from './package.json' with { type: 'json' };

const dist = fileURLToPath(new URL('dist', import.meta.url));
mkdirSync(dist, { recursive: true });
// The types are the compiler's, which has been here before.
for (const name of readdirSync(dist)) if (name !== 'types') rmSync(join(dist, name), { recursive: true, force: true });
const metafile = await bundleCli(dist);
await writePlugins(dist);
writeFileSync(`${dist}/meta.json`, JSON.stringify(metafile));
for (const [file, { bytes }] of Object.entries(metafile.outputs))
  console.log(`${file.split('/').at(-1)}: ${Math.round(bytes / 1024)} KB`);

// `openEngine` for programs: plain modules beside the packages that they use.
await build({
  entryPoints: [fileURLToPath(new URL('src/index.ts', import.meta.url))],
  outdir: join(dist, 'lib'),
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node22',
  packages: 'external',
  define: { LICET_VERSION: JSON.stringify(pkg.version) },
  logLevel: 'warning',
});
