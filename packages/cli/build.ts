import { rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { bundleCli } from './bundle.ts';

const dist = fileURLToPath(new URL('dist', import.meta.url));
rmSync(dist, { recursive: true, force: true });
const metafile = await bundleCli(dist);
writeFileSync(`${dist}/meta.json`, JSON.stringify(metafile));
for (const [file, { bytes }] of Object.entries(metafile.outputs))
  console.log(`${file.split('/').at(-1)}: ${Math.round(bytes / 1024)} KB`);
