import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Metafile, Plugin } from 'esbuild';

const CORE = /^@licet\/core$/;

/** Wraps the code of a bundle into a function of the core that it is to work with. */
export const LINKED = {
  banner: 'exports.link = LICET_CORE => { const module = { exports: {} };',
  footer: 'return module.exports; };',
} as const;

/** In a bundle that is linked: the core is the one that it is handed. */
export const handedCore: Plugin = {
  name: 'handed-core',
  setup(builder) {
    builder.onResolve({ filter: CORE }, () => ({ path: 'core', namespace: 'handed' }));
    builder.onLoad({ filter: /.*/, namespace: 'handed' }, () => ({ contents: 'module.exports = LICET_CORE;' }));
  },
};

/**
 * Loads a linked bundle where a source file is imported dynamically, and hands it this bundle's core: guards of the one
 * are evaluated by the engine of the other, which only works when both know the same classes.
 */
export function linkCore(source: string, bundle: string, linked: Metafile, resolveDir: string): Plugin {
  const names = [...new Set(Object.keys(linked.inputs).flatMap(file => importedFromCore(join(resolveDir, file))))]
    .sort()
    .join(', ');
  return {
    name: 'link-core',
    setup(builder) {
      builder.onResolve({ filter: /\.ts$/ }, ({ kind, path }) =>
        kind === 'dynamic-import' && path.endsWith(`/${source}`) ? { path: bundle, namespace: 'link' } : undefined,
      );
      builder.onResolve({ filter: /\.cjs$/, namespace: 'link' }, ({ path }) => ({ path, external: true }));
      builder.onLoad({ filter: /.*/, namespace: 'link' }, () => ({
        contents: `import { ${names} } from '@licet/core';
          import { link } from '${bundle}';
          module.exports = link({ ${names} });`,
        resolveDir,
      }));
    },
  };
}

const IMPORT = /import \{(?<names>[^}]*)\} from '@licet\/core'/gu;

/** The values that a source file imports from the core. */
function importedFromCore(file: string): readonly string[] {
  if (!file.endsWith('.ts')) return [];
  return Array.from(readFileSync(file, 'utf8').matchAll(IMPORT), ({ groups }) => groups?.['names'] ?? '')
    .flatMap(names => names.split(','))
    .map(name => name.trim())
    .filter(name => name !== '' && !name.startsWith('type '));
}
