import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';
import type { Metafile, Plugin } from 'esbuild';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * What a browser has not. Modules of Node are only named by code that the page never calls: taking something from one throws. A schema library's
 * messages in other languages are left out, and so are the parsers of JavaScript and Python: such code is then unknown, as it must be.
 */
const forBrowsers: Plugin = {
  name: 'for-browsers',
  setup(bundle) {
    bundle.onResolve({ filter: /^(?:node:|web-tree-sitter$)/ }, ({ path }) => ({ path, namespace: 'absent' }));
    bundle.onLoad({ filter: /.*/, namespace: 'absent' }, ({ path }) => ({
      contents: `module.exports = new Proxy({}, { get() { throw new Error('${path} is not there in a browser'); } });`,
    }));
    bundle.onLoad({ filter: /zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: `export { default as en } from './en.js';`,
      resolveDir: here('../../node_modules/zod/v4/locales'),
    }));
  },
};

/** Builds the scripts and the style of the playground into a folder, beside its `index.html`. Returns what each file was made of. */
export async function buildPlayground(folder: string): Promise<Metafile> {
  const { metafile } = await build({
    entryPoints: { page: here('page/main.ts'), style: here('style.css') },
    entryNames: '[name]',
    chunkNames: '[name]-[hash]',
    outdir: folder,
    bundle: true,
    splitting: true,
    minify: true,
    charset: 'utf8',
    format: 'esm',
    platform: 'browser',
    target: 'es2023',
    conditions: ['@licet/source'],
    // Paths are those of the pretended machine. Nothing of the real one is ever looked up.
    define: { 'process.platform': '"linux"', 'process.env': '{}' },
    metafile: true,
    legalComments: 'none',
    logLevel: 'warning',
    plugins: [forBrowsers],
  });
  return metafile;
}
